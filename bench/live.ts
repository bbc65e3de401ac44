/**
 * How soon open pages hear of changes, and what that costs: 100 open pages of 25 people of the planner's demonstration,
 * and each second one of the people saves a draft.
 *
 *     node bench/live.ts [--only sqlite,postgres] [--pages 100] [--writes 30] [--against DIST] [--postgres URL]
 *                        [--processes 2]
 *
 * `--against`: the folder `dist` of another version. `--processes`: how many serve one PostgreSQL database; the first one
 * is written to, the streams are at all of them.
 */
import {copyFileSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {setTimeout} from 'node:timers/promises'
import {parseArgs} from 'node:util'
import {sql} from 'kysely'
import {openStore} from '../src/store/open.ts'
import {startPostgres} from '../test/kit/postgres.ts'
import {databaseOn, onServer} from '../test/kit/postgres-template.ts'
import {makeDemonstration} from './company.ts'
import {percentile} from './load.ts'
import {backendsOf, cpuOf, freePort, type Running, start} from './server.ts'

const {values: options} = parseArgs({
  options: {
    only: {type: 'string', default: 'sqlite,postgres'},
    pages: {type: 'string', default: '100'},
    writes: {type: 'string', default: '30'},
    against: {type: 'string'},
    postgres: {type: 'string'},
    processes: {type: 'string', default: '1'},
  },
})
const versions = {...(options.against ? {before: resolve(options.against)} : {}), now: resolve('dist')}
const paths = ['/', '/mine', '/away', '/calendar']
const data = 'application/vnd.nonet.page+json'

interface Tab {
  readonly person: Visitor
  readonly path: string
  /** When it heard of a change. */
  readonly heard: number[]
}

interface PageData {
  readonly url: string
  readonly live?: string
  readonly once?: string
}

class Visitor {
  readonly #url: string
  readonly #cookies: string

  constructor(url: string, cookies: string) {
    this.#url = url
    this.#cookies = cookies
  }

  static async signIn(url: string, person: string): Promise<Visitor> {
    const body = new URLSearchParams({_action: 'look around', person})
    const headers = {'sec-fetch-site': 'same-origin'}
    const signed = await fetch(`${url}/sign-in`, {method: 'POST', body, headers, redirect: 'manual'})
    if (signed.status !== 303) throw new Error(`Signing in was answered with ${signed.status}.`)
    const cookies = signed.headers.getSetCookie().map(each => each.split(';')[0])
    return new Visitor(url, cookies.join('; '))
  }

  at(url: string): Visitor {
    return new Visitor(url, this.#cookies)
  }

  async load(path: string): Promise<PageData> {
    const separator = path.includes('?') ? '&' : '?'
    const answer = await fetch(`${this.#url}${path}${separator}_data=x`, {
      headers: {accept: data, cookie: this.#cookies},
    })
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
    return (await answer.json()) as PageData
  }

  /** As a browser does: loads the page, follows it, and loads it again after each event. */
  async open(path: string, ends: AbortSignal): Promise<Tab> {
    const {url, live = ''} = await this.load(path)
    const address = `${this.#url}/_nonet/live?${new URLSearchParams({page: url, state: live})}`
    const answer = await fetch(address, {headers: {cookie: this.#cookies}, signal: ends})
    if (answer.status !== 200 || !answer.body) throw new Error(`A stream was answered with ${answer.status}.`)
    const tab: Tab = {person: this, path, heard: []}
    void this.#follow(tab, answer.body).catch(() => {})
    return tab
  }

  async #follow({path, heard}: Tab, body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    for await (const chunk of body)
      if (decoder.decode(chunk).includes('event: changed')) {
        heard.push(performance.now())
        await this.load(path)
      }
  }

  /** A draft of one day, unless nobody works on it. Returns when it was saved. */
  async write(kind: string, n: number): Promise<number> {
    const {once = ''} = await this.load('/requests/new')
    for (const day of [0, 1, 2].map(more => dayAt(3 * n + more))) {
      const body = new URLSearchParams({_action: 'create', _once: once, kind, first_day: day, last_day: day})
      const answer = await fetch(`${this.#url}/requests/new`, {
        method: 'POST',
        body,
        headers: {cookie: this.#cookies, 'sec-fetch-site': 'same-origin'},
        redirect: 'manual',
      })
      await answer.text()
      if (answer.status === 303) return performance.now()
      if (answer.status !== 422) throw new Error(`A draft was answered with ${answer.status}.`)
    }
    throw new Error('No draft was saved.')
  }
}

const folder = mkdtempSync(join(tmpdir(), 'nonet-live-'))
const server = options.only.includes('postgres') && !options.postgres ? await startPostgres() : null
try {
  console.log(
    '| database | version | own tabs: heard, p50, p95, ms | other pages: heard, p50, p95, ms | CPU of a second: node + database, ms |',
  )
  console.log(`|${' --- |'.repeat(5)}`)
  for (const kind of options.only.split(',')) await measure(kind)
} finally {
  await server?.stop()
  rmSync(folder, {recursive: true, force: true})
}

async function measure(kind: string): Promise<void> {
  const url = options.postgres ?? server?.url ?? ''
  const made = kind === 'sqlite' ? join(folder, 'made.sqlite') : `nonet_live_made_${process.pid}`
  if (kind === 'postgres') await onServer(url, `create database ${made}`)
  await makeDemonstration(kind === 'sqlite' ? `sqlite:${made}` : databaseOn(url, made))
  for (const [name, dist] of Object.entries(versions)) {
    const copy = kind === 'sqlite' ? join(folder, `${name}.sqlite`) : `nonet_live_${name}_${process.pid}`
    if (kind === 'sqlite') copyFileSync(made, copy)
    else await onServer(url, `create database ${copy} template ${made}`)
    const address = kind === 'sqlite' ? `sqlite:${copy}` : databaseOn(url, copy)
    const servers: Running[] = []
    const urls: string[] = []
    try {
      for (let process_ = 0; process_ < (kind === 'sqlite' ? 1 : Number(options.processes)); process_++) {
        const port = await freePort()
        const own = `http://127.0.0.1:${port}`
        const command = [
          process.execPath,
          join(dist, 'nonet.js'),
          'run',
          'apps/time-off',
          '--demo',
          '--port',
          `${port}`,
        ]
        const args = ['--db', address, '--files', join(folder, `${name}-files`)]
        const begun = {folder: process.cwd(), env: {}, url: `${own}/sign-in`, headers: {}}
        servers.push(await start({command: [...command, ...args], ...begun}))
        urls.push(own)
      }
      const cpu = () => {
        const backends = kind === 'sqlite' ? [] : backendsOf(copy)
        return {
          node: servers.reduce((sum, each) => sum + each.cpu(), 0),
          database: backends.reduce((sum, pid) => sum + cpuOf(pid), 0),
        }
      }
      console.log(`| ${kind} | ${name} | ${await measured(address, urls, cpu)} |`)
    } finally {
      for (const each of servers) await each.stop()
    }
  }
}

async function measured(
  address: string,
  urls: readonly string[],
  cpu: () => {readonly node: number; readonly database: number},
): Promise<string> {
  const {people, kind} = await peopleOf(address)
  const ends = new AbortController()
  const visitors: Visitor[] = []
  const tabs: Tab[] = []
  const each = Math.ceil(Number(options.pages) / paths.length)
  for (const person of people.slice(0, each)) visitors.push(await Visitor.signIn(urls[0] ?? '', person))
  for (const [at, visitor] of visitors.entries())
    for (const path of paths)
      tabs.push({...(await visitor.at(urls[at % urls.length] ?? '').open(path, ends.signal)), person: visitor})
  // The first change compiles what it needs.
  for (let n = 0; n < 3; n++) {
    await visitors.at(-1)?.write(kind, n)
    await setTimeout(2000)
  }
  for (const {heard} of tabs) heard.length = 0
  const before = cpu()
  const began = performance.now()
  const writes: {readonly by: Visitor; readonly at: number}[] = []
  for (let n = 0; n < Number(options.writes); n++) {
    const by = visitors[n % visitors.length]
    if (by) writes.push({by, at: await by.write(kind, n + 3)})
    await setTimeout(Math.max(0, began + (n + 1) * 1000 - performance.now()))
  }
  const seconds = (performance.now() - began) / 1000
  const after = cpu()
  await setTimeout(20_000)
  ends.abort()
  const own: number[] = []
  const others: number[] = []
  for (const {person, path, heard} of tabs)
    for (const time of heard) {
      const write = writes.findLast(({at, by}) => at <= time && by === person)
      // A tab of the writer that shows drafts hears of it; what others hear is due to the last write before.
      const last = writes.findLast(({at}) => at <= time)
      if (write && path === '/mine') own.push(time - write.at)
      else if (last && person !== last.by) others.push(time - last.at)
    }
  const shown = (times: readonly number[]) =>
    times.length === 0
      ? '0'
      : `${times.length}, ${percentile(times, 0.5).toFixed(0)}, ${percentile(times, 0.95).toFixed(0)}`
  const perSecond = (key: 'node' | 'database') => (((after[key] - before[key]) * 1000) / seconds).toFixed(0)
  return `${shown(own)} of ${writes.length} | ${shown(others)} | ${perSecond('node')} + ${perSecond('database')}`
}

async function peopleOf(address: string): Promise<{readonly people: readonly string[]; readonly kind: string}> {
  const store = await openStore(address)
  try {
    return await store.read(async db => {
      const {rows} = await sql<{id: unknown}>`select id from "user" where joined is not null order by id`.execute(db)
      const kinds = await sql<{id: unknown}>`select id from kind where name = 'Holiday'`.execute(db)
      return {people: rows.map(({id}) => String(id)), kind: String(kinds.rows[0]?.id)}
    })
  } finally {
    await store.close()
  }
}

/** Working days, far enough in the future. */
function dayAt(n: number): string {
  const weeks = Math.floor(n / 5)
  return new Date(Date.UTC(2027, 2, 1 + weeks * 7 + (n % 5))).toISOString().slice(0, 10)
}
