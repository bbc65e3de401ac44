/** The built command, run as users run it. */
import {type ChildProcess, spawn} from 'node:child_process'
import {mkdtempSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {Readable} from 'node:stream'

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Record<string, string>
  readonly input?: string
  /** The folder of the build, or of a copy. */
  readonly dist?: string
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'nonet-test-'))
}

function start(
  args: readonly string[],
  {cwd = newFolder(), env = {}, dist = process.env.NONET_TEST_DIST ?? 'dist'}: RunOptions,
): ChildProcess {
  // Keeps compiled scripts for the next run.
  const compiled = {NODE_COMPILE_CACHE: join(tmpdir(), 'compiled')}
  return spawn(process.execPath, [resolve(dist, 'nonet.js'), ...args], {
    cwd,
    env: {...process.env, ...compiled, ...env},
  })
}

export async function nonet(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = start(args, options)
  const read = collect(child)
  child.stdin?.end(options.input ?? '')
  const code = await ended(child)
  return {code, ...read()}
}

/**
 * The same command in this process, for tests of its output. Starting a process takes ten times as long.
 */
export async function nonetHere(args: readonly string[], {cwd = newFolder(), env = {}}: RunOptions = {}): Promise<Ran> {
  const {runCommand} = await import('../../src/cli/main.ts')
  const out: string[] = []
  const err: string[] = []
  const before = process.cwd()
  process.chdir(cwd)
  try {
    const code = await runCommand(args, {
      out: text => void out.push(text),
      err: text => void err.push(text),
      env: {...process.env, ...env},
      stdin: Readable.from([]),
      colour: false,
    })
    return {code, out: out.join(''), err: err.join('')}
  } finally {
    process.chdir(before)
  }
}

export interface Running {
  readonly url: string
  readonly child: ChildProcess
  readonly read: () => {out: string; err: string}
  readonly stop: () => Promise<number | null>
}

/** A server on a free port, ready to serve. */
export async function nonetServing(args: readonly string[], options: RunOptions = {}): Promise<Running> {
  const child = start([...args, '--port', '0'], options)
  const read = collect(child)
  const url = await new Promise<string>((found, failed) => {
    child.stdout?.on('data', () => {
      const line = /^listening on (http:\S+)$/m.exec(read().out)?.[1]
      if (line) found(line)
    })
    child.on('exit', code => failed(new Error(`it ended with ${code}: ${read().err}`)))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended(child)
  }
  return {url, child, read, stop}
}

function collect(child: ChildProcess): () => {out: string; err: string} {
  const texts = {out: '', err: ''}
  child.stdout?.on('data', data => {
    texts.out += String(data)
  })
  child.stderr?.on('data', data => {
    texts.err += String(data)
  })
  return () => texts
}

export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise(done => child.on('close', code => done(code)))
}
