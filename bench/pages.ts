/**
 * The pages of the time-off planner on both databases: what each asks of the database, how long it takes, what it costs
 * Node and the database, and the memory of a connection that has served all of them.
 *
 *     node bench/pages.ts [--only sqlite,postgres] [--rounds 16] [--delay 1] [--against DIST] [--postgres URL]
 *                         [--people 5000 --requests 100000]
 *
 * `--delay`: milliseconds that a network would add to each wave of PostgreSQL. `--against`: the folder `dist` of another
 * version, measured in the same run, in turns. `--postgres`: a server on this machine, instead of the one of the tests.
 * `--people`, `--requests`: a company of this size, instead of the demonstration.
 */
import {copyFileSync, mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {parseArgs} from 'node:util'
import {startPostgres} from '../test/kit/postgres.ts'
import {databaseOn, onServer} from '../test/kit/postgres-template.ts'
import {growCompany, makeDemonstration} from './company.ts'
import {delayed} from './delay.ts'
import {percentile} from './load.ts'
import {backendsOf, cpuOf, freePort, privateMemoryOf, type Running, start} from './server.ts'

const {values: options} = parseArgs({
  options: {
    only: {type: 'string', default: 'sqlite,postgres'},
    rounds: {type: 'string', default: '16'},
    delay: {type: 'string', default: '0'},
    against: {type: 'string'},
    postgres: {type: 'string'},
    people: {type: 'string', default: '0'},
    requests: {type: 'string', default: '0'},
  },
})
const rounds = Number(options.rounds)
const versions = {...(options.against ? {before: resolve(options.against)} : {}), now: resolve('dist')}

const roles = ['HR', 'manager', 'employee'] as const
type Role = (typeof roles)[number]

/** `record`: the first record that the page before links to. */
const pages: readonly (readonly [Role, string])[] = [
  ['HR', '/'],
  ['HR', '/to-decide'],
  ['HR', '/requests'],
  ['HR', 'record'],
  ['HR', '/figures'],
  ['HR', '/balances'],
  ['HR', '/calendar'],
  ['manager', '/'],
  ['manager', '/to-decide'],
  ['manager', 'record'],
  ['employee', '/'],
  ['employee', '/requests/new'],
  ['employee', '/mine'],
  ['employee', '/calendar'],
]

interface LogLine {
  readonly request?: string
  readonly statements?: number
  readonly waves?: number
  readonly characters?: number
}

/** A running server, with a session of each role. */
class Planner {
  readonly name: string
  readonly #running: Running
  readonly #url: string
  readonly #log: string
  /** The database on PostgreSQL. */
  readonly #database: string | null
  readonly #cookies = new Map<Role, string>()

  constructor(
    name: string,
    {running, url, log, database}: {running: Running; url: string; log: string; database: string | null},
  ) {
    this.name = name
    this.#running = running
    this.#url = url
    this.#log = log
    this.#database = database
  }

  async signIn(): Promise<void> {
    const accept = 'application/vnd.nonet.page+json'
    const answer = await fetch(`${this.#url}/sign-in?_data=x`, {headers: {accept}})
    const {data} = (await answer.json()) as {data: {demo: {id: string}[]}}
    for (const [index, role] of roles.entries()) {
      const body = new URLSearchParams({_action: 'look around', person: data.demo[index]?.id ?? ''})
      const headers = {'sec-fetch-site': 'same-origin'}
      const signed = await fetch(`${this.#url}/sign-in`, {method: 'POST', body, headers, redirect: 'manual'})
      const cookies = signed.headers.getSetCookie().map(each => each.split(';')[0])
      if (signed.status !== 303) throw new Error(`Signing in as ${role} was answered with ${signed.status}.`)
      this.#cookies.set(role, cookies.join('; '))
    }
  }

  async visit(role: Role, path: string): Promise<{readonly text: string; readonly ms: number; readonly id: string}> {
    const began = performance.now()
    const answer = await fetch(`${this.#url}${path}`, {headers: {cookie: this.#cookies.get(role) ?? ''}})
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${role} ${path} was answered with ${answer.status}.`)
    return {text, ms: performance.now() - began, id: answer.headers.get('x-request-id') ?? ''}
  }

  /** Every page of the menus. */
  async visitMenus(): Promise<void> {
    for (const role of roles) {
      const {text} = await this.visit(role, '/')
      const links = new Set([...text.matchAll(/<a [^>]*href="(\/[a-z-]*)"/g)].map(([, href = '']) => href))
      for (const href of links)
        await fetch(`${this.#url}${href}`, {headers: {cookie: this.#cookies.get(role) ?? ''}}).then(each => each.text())
    }
  }

  cpu(): {readonly node: number; readonly database: number} {
    const backends = this.#database === null ? [] : backendsOf(this.#database)
    return {node: this.#running.cpu(), database: backends.reduce((sum, pid) => sum + cpuOf(pid), 0)}
  }

  /** Of the largest connection, in megabytes. */
  memory(): number {
    return this.#database === null ? 0 : Math.max(0, ...backendsOf(this.#database).map(privateMemoryOf))
  }

  /** Its log is written some milliseconds later. */
  async lineOf(id: string): Promise<LogLine> {
    await new Promise(done => setTimeout(done, 100))
    const lines = readFileSync(this.#log, 'utf8')
      .split('\n')
      .filter(line => line.includes(id))
    return lines.map(line => JSON.parse(line) as LogLine).find(({request}) => request === id) ?? {}
  }

  stop(): Promise<void> {
    return this.#running.stop()
  }
}

interface PageFigures {
  readonly line: LogLine
  readonly first: number
  readonly waits: number[]
  node: number
  database: number
}

/** The file or the database of which each version gets a copy. */
const companies = new Map<string, Promise<string>>()

const folder = mkdtempSync(join(tmpdir(), 'nonet-pages-'))
const server = options.only.includes('postgres') && !options.postgres ? await startPostgres() : null
try {
  for (const kind of options.only.split(',')) await measure(kind)
} finally {
  await server?.stop()
  rmSync(folder, {recursive: true, force: true})
}

async function measure(kind: string): Promise<void> {
  const planners: Planner[] = []
  try {
    for (const [name, dist] of Object.entries(versions)) planners.push(await begun(kind, name, dist))
    console.log(`\n## ${kind}${kind === 'postgres' ? `, ${options.delay} ms of added delay` : ''}\n`)
    const head =
      '| page | version | statements | waves | characters | first, ms | p50, ms | p95, ms | CPU: node + database |'
    console.log(`${head}\n|${' --- |'.repeat(9)}`)
    const records = new Map<string, string>()
    for (const [role, path] of pages) await measurePage(planners, role, path, records)
    if (kind === 'postgres')
      for (const planner of planners) {
        await planner.visitMenus()
        console.log(`\n${planner.name}: the largest connection has ${planner.memory().toFixed(0)} MB of its own`)
      }
  } finally {
    for (const planner of planners) await planner.stop()
  }
}

async function measurePage(
  planners: readonly Planner[],
  role: Role,
  page: string,
  records: Map<string, string>,
): Promise<void> {
  const figures = new Map<Planner, PageFigures>()
  const pathOf = ({name}: Planner) => (page === 'record' ? (records.get(`${name} ${role}`) ?? '/') : page)
  for (const planner of planners) {
    const {text, ms} = await planner.visit(role, pathOf(planner))
    const [record] = /\/requests\/\d+/.exec(text) ?? []
    if (record) records.set(`${planner.name} ${role}`, record)
    await planner.visit(role, pathOf(planner))
    const {id} = await planner.visit(role, pathOf(planner))
    figures.set(planner, {line: await planner.lineOf(id), first: ms, waits: [], node: 0, database: 0})
  }
  for (let round = 0; round < rounds; round++)
    for (const [planner, found] of figures) {
      const before = planner.cpu()
      // Processor time is counted in hundredths of a second.
      for (let each = 0; each < 4; each++) found.waits.push((await planner.visit(role, pathOf(planner))).ms)
      const after = planner.cpu()
      found.node += after.node - before.node
      found.database += after.database - before.database
    }
  for (const [{name}, {line, first, waits, node, database}] of figures) {
    const per = (seconds: number) => ((seconds * 1000) / waits.length).toFixed(0)
    const count = (each?: number) => each?.toLocaleString('en') ?? ''
    const times = [first, percentile(waits, 0.5), percentile(waits, 0.95)].map(each => each.toFixed(0))
    const cells = [count(line.statements), count(line.waves), count(line.characters), ...times]
    console.log(`| ${role} ${page} | ${name} | ${cells.join(' | ')} | ${per(node)} + ${per(database)} |`)
  }
}

async function begun(kind: string, name: string, dist: string): Promise<Planner> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const database = kind === 'postgres' ? `nonet_pages_${name}_${process.pid}` : null
  const made = await filled(kind)
  if (database === null) copyFileSync(made, join(folder, `${name}.sqlite`))
  const address = database === null ? `sqlite:${join(folder, `${name}.sqlite`)}` : await newDatabase(database, made)
  const log = join(folder, `${kind}-${name}.log`)
  const command = [process.execPath, join(dist, 'nonet.js'), 'run', 'apps/time-off', '--demo', '--port', `${port}`]
  const files = ['--files', join(folder, `${name}-files`)]
  const running = await start({
    command: [...command, '--db', address, ...files],
    folder: process.cwd(),
    env: {},
    url: `${url}/sign-in`,
    headers: {},
    out: openSync(log, 'w'),
  })
  const planner = new Planner(name, {running, url, log, database})
  await planner.signIn()
  return planner
}

function filled(kind: string): Promise<string> {
  const known = companies.get(kind) ?? makeCompany(kind)
  companies.set(kind, known)
  return known
}

async function makeCompany(kind: string): Promise<string> {
  const name = kind === 'sqlite' ? join(folder, 'company.sqlite') : `nonet_pages_company_${process.pid}`
  if (kind === 'postgres') await onServer(postgresUrl(), `create database ${name}`)
  const address = kind === 'sqlite' ? `sqlite:${name}` : databaseOn(postgresUrl(), name)
  await makeDemonstration(address)
  const size = {people: Number(options.people), requests: Number(options.requests)}
  if (size.people > 0) await growCompany(address, size)
  return name
}

function postgresUrl(): string {
  return options.postgres ?? server?.url ?? ''
}

async function newDatabase(name: string, template: string): Promise<string> {
  const url = postgresUrl()
  await onServer(url, `create database ${name} template ${template}`)
  const address = databaseOn(url, name)
  return options.delay === '0' ? address : delayed(address, Number(options.delay))
}
