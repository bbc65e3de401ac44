/**
 * Makes system calls of running processes fail, with strace: a full disk, a disk that does not sync. Nothing else
 * changes.
 */
import {execFile, spawn} from 'node:child_process'
import {once} from 'node:events'
import {promisify} from 'node:util'
import {onTestFinished} from 'vitest'

const run = promisify(execFile)

export interface Fault {
  readonly calls: readonly string[]
  readonly error: 'ENOSPC' | 'EIO'
  /** Only calls on these files. */
  readonly paths: readonly string[]
}

export const fullDisk = {calls: ['write', 'pwrite64', 'pwritev', 'ftruncate', 'fallocate'], error: 'ENOSPC'} as const
export const brokenSync = {calls: ['fsync', 'fdatasync'], error: 'EIO'} as const

export interface Faulty {
  /** Resolves when a call has failed. */
  readonly failed: Promise<void>
  /** Everything works again from now on. */
  repair(): Promise<void>
}

/** Fails without strace, or if processes may not be traced: a skipped durability test proves nothing. */
export async function needStrace(): Promise<void> {
  try {
    await run('strace', ['-V'])
  } catch {
    await run('apt-get', ['install', '-y', 'strace']).catch(cause => {
      throw new Error('These tests need strace, and it could not be installed: apt-get install strace.', {cause})
    })
  }
  await run('strace', ['-o', '/dev/null', 'true']).catch(cause => {
    throw new Error('These tests trace processes with strace, which is not permitted here (ptrace).', {cause})
  })
}

/** Threads and children of these processes fail too. */
export async function inject(pids: readonly number[], {calls, error, paths}: Fault): Promise<Faulty> {
  const names = calls.join(',')
  const args = [
    '-f',
    ...paths.flatMap(path => ['-P', path]),
    '-e',
    `trace=${names}`,
    '-e',
    `inject=${names}:error=${error}`,
    ...pids.flatMap(pid => ['-p', String(pid)]),
  ]
  const strace = spawn('strace', args, {stdio: ['ignore', 'ignore', 'pipe']})
  const gone = once(strace, 'exit')
  onTestFinished(() => void strace.kill('SIGINT'))
  let said = ''
  const attached = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<void>()
  strace.stderr.on('data', chunk => {
    said += String(chunk)
    if (/attached/.test(said)) attached.resolve()
    if (said.includes('(INJECTED)')) failed.resolve()
    said = said.slice(-10_000)
  })
  strace.once('exit', () => attached.reject(new Error(`strace could not attach: ${said}`)))
  await attached.promise
  return {
    failed: failed.promise,
    async repair() {
      strace.kill('SIGINT')
      await gone
    },
  }
}
