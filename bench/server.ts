/**
 * A contestant's server as a separate process: started on one core, watched through /proc, and stopped with its
 * children.
 */
import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {createServer} from 'node:net'

export interface Start {
  readonly command: readonly string[]
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Reachable once the server runs. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** An open file for its output, which is lost otherwise. */
  readonly out?: number
}

/** Without `taskset`, nothing is pinned. */
export const canPin = existsSync('/usr/bin/taskset') && existsSync('/proc/self/stat')
const ticksPerSecond = 100

export class Running {
  readonly readyAfter: number
  readonly #child: ChildProcess

  constructor(child: ChildProcess, readyAfter: number) {
    this.#child = child
    this.readyAfter = readyAfter
  }

  /** Processor seconds used so far by the server and all its descendants. */
  cpu(): number {
    return this.#tree().reduce((sum, pid) => sum + cpuOf(pid), 0)
  }

  /** The peak memory in megabytes, all processes together. */
  peakMemory(): number {
    return this.#tree().reduce((sum, pid) => sum + memoryOf(pid, 'VmHWM'), 0)
  }

  memory(): number {
    return this.#tree().reduce((sum, pid) => sum + memoryOf(pid, 'VmRSS'), 0)
  }

  async stop(): Promise<void> {
    const pids = this.#tree()
    for (const pid of pids.toReversed()) signal(pid)
    if (this.#child.exitCode === null) await once(this.#child, 'exit')
  }

  #tree(): number[] {
    const parents = new Map(processes().map(({pid, parent}) => [pid, parent]))
    const within = (pid: number | undefined): boolean =>
      pid !== undefined && (pid === this.#child.pid || within(parents.get(pid)))
    return [...parents.keys()].filter(within)
  }
}

/** A free port: with a fixed one, another run on this machine might be measured instead. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

export async function start({command, folder, env, url, headers, out}: Start): Promise<Running> {
  const [first = '', ...rest] = canPin ? ['taskset', '-c', '0', ...command] : command
  const began = performance.now()
  const child = spawn(first, rest, {
    cwd: folder,
    env: {...process.env, NODE_ENV: 'production', ...env},
    stdio: ['ignore', out ?? 'ignore', 'inherit'],
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended unexpectedly.`)
    const response = await fetch(url, {headers, redirect: 'manual'}).catch(() => null)
    if (response?.status === 200) {
      await response.text()
      return new Running(child, performance.now() - began)
    }
    if (response) throw new Error(`${url} answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // Already gone.
  }
}

function processes(): {pid: number; parent: number}[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const fields = statOf(Number(name))
      return fields ? [{pid: Number(name), parent: Number(fields[1])}] : []
    })
}

/** The fields after the name, which may contain anything. */
function statOf(pid: number): string[] | null {
  const text = textOf(`/proc/${pid}/stat`)
  return text === '' ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** User and system time, its own and that of children that have ended. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid) ?? []
  return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / ticksPerSecond
}

function memoryOf(pid: number, key: 'VmHWM' | 'VmRSS'): number {
  return Number(new RegExp(`${key}:\\s+(\\d+)`).exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

/** The processes of PostgreSQL that serve connections of a database. */
export function backendsOf(database: string): number[] {
  return processes().flatMap(({pid}) => {
    const command = textOf(`/proc/${pid}/cmdline`)
    return command.startsWith('postgres: ') && command.split(' ').includes(database) ? [pid] : []
  })
}

/** What a process does not share with others, in megabytes. */
export function privateMemoryOf(pid: number): number {
  return Number(/Private_Dirty:\s+(\d+)/.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
