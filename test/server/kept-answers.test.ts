/**
 * Pages that are served again: never one that would have come out differently. Two processes over one database answer people while
 * records and roles change, from both and from beside them, and the clock goes on; a third makes every page anew and must agree.
 */
import fc from 'fast-check'
import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/contract/page.ts'
import {type Actor, nobody, operator} from '../../src/engine/actor.ts'
import {createApplication} from '../../src/engine/application.ts'
import type {ChangeRequest} from '../../src/engine/change.ts'
import {documentGrants} from '../../src/engine/document-grants.ts'
import type {Engine} from '../../src/engine/engine.ts'
import {views} from '../../src/frontend/views.ts'
import {createApp} from '../../src/server/app.ts'
import {KeptAnswers} from '../../src/server/kept-answers.ts'
import {Once} from '../../src/server/once.ts'
import {creating, deleting, done, engineOf, updating} from '../kit/engine.ts'
import {noAssets} from '../kit/no-assets.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Tasks

## 1. What the product does and for whom

Who does what until when.

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Home | / | dashboard | everyone |
| Tasks | /tasks | list of Task | everyone |
| Plain | /plain | list of Team | everyone |
| New task | /tasks/new | form for Task | everyone |
| Task | /tasks/:id | record of Task | everyone |
| Days | /days | calendar of Task by due..due | everyone |
| Board | /board | board of Task by stage | everyone |

### Home

| Card | Shows | As |
|---|---|---|
| Overdue | count of Task where due < today() | number |
| Ringing | count of Task where rings < now() | number |

### Tasks

- columns: name, team, due, late, rung
- filters: team, stage
- search: name

## 3. Entities and their fields

### Task

| Field | Type | Required | Default |
|---|---|---|---|
| name | text 1..60 | yes | |
| team | Team | | |
| mine | User | | |
| stage | one of open, done | yes | open |
| due | date | | today() |
| rings | date and time | | |
| late | = due < today() | | |
| rung | = rings < now() | | |

### Team

| Field | Type | Required |
|---|---|---|
| name | text 1..60 | yes |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Member | does things | sign-up |
| Lead | says what is to be done | invitation |

| Role | May | On | Where | Fields |
|---|---|---|---|---|
| Member | read | Task | mine = me | |
| Member | read | Team | | |
| Lead | create, read, update, delete | Task | | |
| Lead | create, read, update, delete | Team | | |
| Lead, Member | read | User | | name |
`

const noon = Date.parse('2026-03-10T12:00:00Z')
const paths = [
  '/',
  '/tasks',
  '/tasks?q=wash',
  '/tasks?sort=-due',
  '/plain',
  '/tasks/new',
  '/days',
  '/board',
  '/nowhere',
]

interface Process {
  readonly engine: Engine
  readonly clock: {now: number}
  readonly loads: {count: number}
  ask(person: number, path: string, data: boolean): Promise<string>
  /** The same for whoever has it already: the status and the tag. */
  askAgain(person: number, path: string, tag: string): Promise<[number, string]>
}

interface World {
  readonly processes: readonly Process[]
  readonly fresh: Process
  readonly people: readonly string[]
  readonly teams: string[]
  readonly tasks: Map<string, number>
  readonly roles: (readonly string[])[]
  now: number
}

const token = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

async function processOn(address: string, world: Pick<World, 'people' | 'roles'>, keeps: boolean): Promise<Process> {
  const {engine, clock} = await engineOf({document, address, grants: documentGrants, searches: true})
  const base = createApplication(engine.specification, {engine})
  const loads = {count: 0}
  const application = {
    ...base,
    open: (path: string, actor: Actor) => {
      loads.count += 1
      return base.open(path, actor)
    },
  }
  const app = createApp({
    application: () => application,
    assets: noAssets(),
    views,
    origin: null,
    actorOf: async request => {
      const [person] = /\d+/.exec(request.headers.get('cookie') ?? '') ?? []
      const [id, roles] = [world.people[Number(person)], world.roles[Number(person)]]
      return id !== undefined && roles ? {kind: 'person', id, name: `Person ${person}`, roles} : nobody
    },
    log: {
      request: () => {},
      failure: (_reference, cause) => {
        throw cause
      },
    },
    ...(keeps ? {kept: new KeptAnswers({version: () => engine.store.version(), now: () => clock.now})} : {}),
    once: new Once(() => clock.now),
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
  const ask = async (person: number, path: string, data: boolean) => {
    const headers = {cookie: `who=${person}`, ...(data ? {accept: pageMediaType} : {})}
    const address = data ? `${path}${path.includes('?') ? '&' : '?'}_data=1` : path
    const response = await app.request(address, {headers})
    return `${response.status} ${await response.text()}`
  }
  const askAgain = async (person: number, path: string, tag: string): Promise<[number, string]> => {
    const headers = {cookie: `who=${person}`, accept: pageMediaType, 'if-none-match': tag}
    const response = await app.request(`${path}?_data=1`, {headers})
    const text = await response.text()
    expect(text === '').toBe(response.status === 304)
    return [response.status, response.headers.get('etag') ?? '']
  }
  return {engine, clock, loads, ask, askAgain}
}

async function worldOn(address: string): Promise<World> {
  const world = {people: [] as string[], roles: [] as (readonly string[])[], teams: [] as string[], tasks: new Map()}
  const fresh = await processOn(address, world, false)
  const processes = [await processOn(address, world, true), await processOn(address, world, true)]
  const make = async (entity: string, fields: Parameters<typeof creating>[1]) =>
    done(await fresh.engine.change(operator, [creating(entity, fields)]))
  for (const roles of [['Lead'], ['Member'], ['Member']]) {
    const name = `Person ${world.people.length}`
    world.people.push((await make('User', {name, email: `${world.people.length}@example.com`})).id)
    world.roles.push(roles)
  }
  world.teams.push((await make('Team', {name: 'Kitchen'})).id)
  for (const name of ['Wash up', 'Sweep', 'Wash windows']) {
    const fields = {name, team: world.teams[0] ?? '', mine: world.people[1] ?? '', due: '2026-03-11'}
    world.tasks.set((await make('Task', fields)).id, 1)
  }
  return {...world, fresh, processes, now: noon}
}

type Step =
  | {readonly do: 'look'; readonly person: number; readonly path: number; readonly data: boolean}
  | {readonly do: 'create' | 'update' | 'rename' | 'delete'; readonly process: number; readonly at: number}
  | {readonly do: 'beside'; readonly at: number}
  | {readonly do: 'roles'; readonly person: number; readonly lead: boolean}
  | {readonly do: 'wait'; readonly millis: number}

type Look = Extract<Step, {do: 'look'}>
type Write = Extract<Step, {process: number}>

const small = fc.nat({max: 20})
const look = fc.record({
  do: fc.constant('look' as const),
  person: fc.nat({max: 3}),
  path: small,
  data: fc.boolean(),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  look,
  fc.record({
    do: fc.constantFrom('create' as const, 'update' as const, 'rename' as const, 'delete' as const),
    process: fc.nat({max: 1}),
    at: small,
  }),
  fc.record({do: fc.constant('beside' as const), at: small}),
  fc.record({do: fc.constant('roles' as const), person: fc.nat({max: 2}), lead: fc.boolean()}),
  fc.record({
    do: fc.constant('wait' as const),
    millis: fc.constantFrom(1, 40, 61_000, 3_600_000, 13 * 3_600_000),
  }),
)

const pathAt = ({tasks}: World, at: number): string => {
  const all = [...paths, ...[...tasks.keys()].map(id => `/tasks/${id}`)]
  return all[at % all.length] ?? '/'
}

function changeAt(world: World, kind: 'create' | 'update' | 'rename' | 'delete', at: number): ChangeRequest | null {
  const {tasks, teams, people} = world
  const [id, version] = [...tasks][at % Math.max(1, tasks.size)] ?? ['', 0]
  const rings = new Date(world.now + (at % 3) * 40).toISOString()
  if (kind === 'create')
    return creating('Task', {name: `Wash ${at}`, team: teams[0] ?? '', mine: people[at % 3] ?? '', rings})
  if (kind === 'rename') return null
  if (tasks.size < 2) return null
  return kind === 'delete'
    ? deleting('Task', {id, version})
    : updating('Task', {id, version}, {name: `Task ${at}`, mine: people[at % 3] ?? '', rings})
}

async function write(world: World, asked: Write): Promise<void> {
  const {engine} = world.processes[asked.process] ?? world.fresh
  if (asked.do === 'rename') {
    await engine.store.transaction(db =>
      sql`update ${sql.table('team')} set name = ${`Team ${asked.at}`} where id = ${world.teams[0]}`.execute(db),
    )
    return
  }
  const change = changeAt(world, asked.do, asked.at)
  if (!change) return
  const {id, version} = done(await engine.change(operator, [change]))
  if (asked.do === 'delete') world.tasks.delete(id)
  else world.tasks.set(id, version)
}

async function take(world: World, taken: Step): Promise<void> {
  if (taken.do === 'wait') world.now += taken.millis
  else if (taken.do === 'roles') world.roles[taken.person] = [taken.lead ? 'Lead' : 'Member']
  else if (taken.do === 'beside')
    await world.fresh.engine.store.transaction(db =>
      sql`update ${sql.table('task')} set name = ${`Beside ${taken.at}`}`.execute(db),
    )
  else if (taken.do !== 'look') await write(world, taken)
}

/** Both processes show the page as one does that keeps nothing. */
async function agrees(world: World, {person, path, data}: Look): Promise<void> {
  for (const each of [...world.processes, world.fresh]) each.clock.now = world.now
  const asked = [person, pathAt(world, path), data] as const
  const made = await world.fresh.ask(...asked)
  for (const each of world.processes)
    expect((await each.ask(...asked)).replace(token, '')).toBe(made.replace(token, ''))
}

const mostOpen = 3

describe.each(stores)('pages that are kept, on $name', ({name, make}) => {
  it('are as if they had been made anew, whatever is written in between and however late it is', async () => {
    const world = await worldOn(await make())
    await fc.assert(
      fc.asyncProperty(look, fc.array(step, {minLength: 8, maxLength: 16}), async (first, steps) => {
        const open = [first]
        for (const each of steps) {
          await take(world, each)
          if (each.do === 'look') open.push(each)
          for (const page of open.slice(-mostOpen)) await agrees(world, page)
        }
      }),
      {numRuns: name === 'sqlite' ? 10 : 4, seed: 9},
    )
    const made = world.processes.reduce((sum, {loads}) => sum + loads.count, 0)
    // Or nothing was kept, and nothing shown. PostgreSQL counts what is written to its other databases too, where other tests are.
    if (name === 'sqlite') expect(made).toBeLessThan(world.fresh.loads.count * world.processes.length * 0.9)
  })

  it('are right also where they were being made while something was written', async () => {
    const world = await worldOn(await make())
    for (let round = 0; round < 4; round += 1) {
      const asks = paths.flatMap((path, at) => world.processes.map(each => each.ask(at % 3, path, at % 2 === 0)))
      const writes = [0, 1].map(async process => {
        await Promise.resolve()
        await write(world, {do: 'create', process, at: round})
        await write(world, {do: 'rename', process, at: round})
      })
      await Promise.all([...asks, ...writes])
      for (const path of paths.keys()) await agrees(world, {do: 'look', person: path % 3, path, data: path % 2 === 0})
    }
  })

  it('come again with a one-time token of their own, and in the form that is asked for', async () => {
    const world = await worldOn(await make())
    const [first] = world.processes
    const answers = [await first?.ask(0, '/tasks/new', false), await first?.ask(0, '/tasks/new', false)]
    if (name === 'sqlite') expect(first?.loads.count).toBe(1)
    const tokens = answers.map(answer => new Set(answer?.match(token)))
    expect([...tokens].map(each => each.size)).toEqual([1, 1])
    expect(new Set(tokens.flatMap(each => [...each])).size).toBe(2)
    expect(await first?.ask(0, '/tasks/new', true)).toContain('"fields"')
    if (name === 'sqlite') expect(first?.loads.count).toBe(2)
  })

  it('are not sent again to whoever has them, until something is written', async () => {
    const world = await worldOn(await make())
    const [first] = world.processes
    const again = async (tag: string, person = 0) => (await first?.askAgain(person, '/plain', tag)) ?? [0, '']
    const [status, tag] = await again('')
    expect(status).toBe(200)
    if (name === 'sqlite') expect(await again(tag)).toEqual([304, tag])
    expect(await again(tag, 1)).not.toContain(304)
    await write(world, {do: 'rename', process: 1, at: 1})
    expect((await again(tag))[0]).toBe(200)
  })

  it('are other pages for other people, cookies and roles', async () => {
    const world = await worldOn(await make())
    const [first] = world.processes
    const lead = await first?.ask(0, '/tasks', false)
    const member = await first?.ask(2, '/tasks', false)
    expect(lead).toContain('Sweep')
    expect(member).not.toContain('Sweep')
    world.roles[2] = ['Lead']
    expect(await first?.ask(2, '/tasks', false)).toContain('Sweep')
  })
})
