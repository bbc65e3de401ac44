/**
 * Memory stays constant under ordinary and hostile requests, each sender within its rate limit. `NONET_MINUTES` sets
 * the duration. The heap of the server is small, so that a leak would end it.
 */
import {existsSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {newFolder} from '../kit/cli.ts'
import {Notes, pause} from '../kit/durability.ts'
import {sqlite} from '../kit/store-databases.ts'

const minutes = Number(process.env.NONET_MINUTES ?? 10)
const pieces = 12
const workers = 6

interface Send {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: BodyInit
  /** Disconnects before the response. */
  readonly leaves?: boolean
}

const random = (most: number): number => Math.floor(Math.random() * most)
const word = (): string => Math.random().toString(36).slice(2)
const long = (bytes: number): string =>
  word()
    .repeat(Math.ceil(bytes / 8))
    .slice(0, bytes)
const form = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields)

function upload(bytes: number): FormData {
  const data = new FormData()
  data.append('_action', 'sign in')
  data.append('file', new File([long(bytes)], 'a.bin'))
  return data
}

/** By a signed-in person. */
const ordinary: readonly (() => Send)[] = [
  () => ({path: '/notes'}),
  () => ({path: `/notes?sort=${random(2) ? '-' : ''}name&q=${word()}`}),
  () => ({path: '/notes/new'}),
  () => ({path: '/notes/new', body: form({_action: 'create', name: word(), text: long(500)})}),
  () => ({path: '/notes?_export=csv'}),
  () => ({path: '/account'}),
]

/** By the same person, with hostile intent. */
const spiteful: readonly (() => Send)[] = [
  () => ({path: '/notes/new', body: form({_action: 'create', _once: word(), name: '', text: long(9000)})}),
  () => ({path: '/notes/new', body: form({_action: 'create', _once: word(), name: long(200_000)})}),
  () => ({path: '/notes?_import', body: form({_action: 'check import', csv: '"'.repeat(200_000)})}),
  () => ({path: '/notes?_import', body: form({_action: 'check import', csv: `name\n${'x\n'.repeat(3000)}`})}),
  () => ({path: '/notes?_export=csv', leaves: true}),
  () => ({path: `/notes?${word()}=${long(3000)}`}),
]

/** By visitors, each from their own address. */
const hostile: readonly (() => Send)[] = [
  () => ({path: '/sign-in', headers: {'user-agent': long(8000)}}),
  () => ({path: '/sign-in', headers: {'accept-language': long(4000), accept: long(4000)}}),
  () => ({path: `/${word()}/${word()}`}),
  () => ({path: `/sign-in?${word()}=${long(3000)}`}),
  () => ({path: '/sign-in', body: form({_action: 'sign in', email: `${word()}@example.com`, password: long(200_000)})}),
  () => ({path: '/sign-in', body: upload(300_000)}),
  () => ({path: '/sign-in', body: form({[word()]: long(100_000)}), headers: {'sec-fetch-site': 'cross-site'}}),
  () => ({path: '/sign-in', leaves: true}),
]

const oneOf = (kinds: readonly (() => Send)[]): Send => (kinds[random(kinds.length)] ?? (() => ({path: '/'})))()

it(`memory stays constant over ${minutes} minutes of ordinary and hostile load`, {
  timeout: (minutes + 5) * 60_000,
}, async () => {
  const notes = await Notes.on(await sqlite.make(), {limits: '| REQUESTS_PER_MINUTE | 1000 |'})
  const report = join(newFolder(), 'memory.json')
  const server = await notes.serve(['--trust-proxy'], {
    NODE_OPTIONS: `--max-old-space-size=256 --expose-gc --import ${new URL('../kit/memory-report.mjs', import.meta.url).href}`,
    NONET_MEMORY_REPORT: report,
  })
  const statuses = new Map<number, number>()
  const send = async ({path, headers = {}, body, leaves = false}: Send, sender: Record<string, string>) => {
    const signal = leaves ? AbortSignal.timeout(5 + random(40)) : null
    const init = {redirect: 'manual', signal, ...(body === undefined ? {} : {method: 'POST', body})} as const
    try {
      const answer = await fetch(`${server.url}${path}`, {
        ...init,
        headers: {'sec-fetch-site': 'same-origin', ...sender, ...headers},
      })
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    } catch (cause) {
      if (!leaves && server.child.exitCode !== null) throw cause
    }
  }
  let going = true
  const person = async () => {
    while (going) {
      await send(oneOf(random(4) === 0 ? spiteful : ordinary), {cookie: notes.cookies})
      // One person, within the rate limit.
      await pause(60)
    }
  }
  const strangers = async () => {
    while (going) {
      const address = `2001:db8:${random(65_535).toString(16)}:${random(65_535).toString(16)}::1`
      await send(oneOf(hostile), {'x-forwarded-for': address})
    }
  }
  const load = Promise.all([person(), ...Array.from({length: workers}, strangers)])
  const sizes: number[] = []
  const kept: Kept[] = []
  for (let piece = 0; piece < pieces; piece += 1) {
    await pause((minutes * 60_000) / pieces)
    sizes.push(megabytesOf(server.child.pid ?? 0))
    if (piece >= pieces / 2 - 1) kept.push(await keptBy(server.child.pid ?? 0, report))
  }
  going = false
  await load
  expect(server.child.exitCode).toBe(null)
  expect([...statuses.keys()].filter(status => status >= 500 && status !== 503)).toEqual([])
  await server.stop()
  await notes.inspect()
  const told = `megabytes: ${sizes.join(', ')}; kept: ${JSON.stringify(kept)}; answers: ${JSON.stringify([...statuses])}`
  process.stdout.write(`${told}\n`)
  const early = Math.max(...sizes.slice(2, 6))
  const late = Math.max(...sizes.slice(-4))
  expect(late, told).toBeLessThan(early * 1.2 + 20)
  // Memory left after a collection is held on purpose; caches are full by the middle of the run. The rest of its size
  // is uncollected garbage, and memory kept by the threads that hash passwords.
  for (const part of ['heapUsed', 'external'] as const) {
    const before = Math.max(...kept.slice(0, 3).map(each => each[part]))
    const after = Math.min(...kept.slice(-3).map(each => each[part]))
    expect(after, `${part}: ${told}`).toBeLessThan(before * 1.1 + 2)
  }
})

/** In megabytes, after a forced garbage collection. */
interface Kept {
  readonly heapUsed: number
  readonly external: number
  readonly arrayBuffers: number
}

async function keptBy(pid: number, report: string): Promise<Kept> {
  rmSync(report, {force: true})
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(report) || !readFileSync(report, 'utf8').endsWith('\n')) await pause(50)
  const {heapUsed, external, arrayBuffers}: Kept = JSON.parse(readFileSync(report, 'utf8'))
  const megabytes = (bytes: number) => Math.round(bytes / 104_857.6) / 10
  return {heapUsed: megabytes(heapUsed), external: megabytes(external), arrayBuffers: megabytes(arrayBuffers)}
}

function megabytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
