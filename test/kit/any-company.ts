/**
 * Any document at work among some people: its points 3 to 9, with a list, a record and a form for every entity in place of its
 * screens, over a database of records made up for it. What the document grants is known from a second, naive reading.
 */

import {DatabaseSync} from 'node:sqlite'
import {sql} from 'kysely'
import {readStored} from '../../src/engine/query/stored.ts'
import {
  type Actor,
  createApplication,
  documentGrants,
  type Engine,
  type Input,
  nobody,
  operator,
} from '../../src/engine/testing.ts'
import {toMillis} from '../../src/feel/calendar.ts'
import type {Reference} from '../../src/feel/value.ts'
import {screens} from '../../src/frontend/screens.server.ts'
import {isComputedList, targetOf} from '../../src/points/entities/lookup.ts'
import type {Entity, Field} from '../../src/points/entities/model.ts'
import {tableName} from '../../src/points/entities/table-names.ts'
import type {Act} from '../../src/points/roles/model.ts'
import {createApp} from '../../src/server/app.ts'
import {done, engineOf} from './engine.ts'
import {type NaiveGrants, naiveGrants} from './naive-grants.ts'
import {NaiveVisibility} from './naive-visibility.ts'
import {fail, NaiveWorld} from './naive-world.ts'
import {noAssets} from './no-assets.ts'
import {isFillable, sampleTexts} from './sample-values.ts'

export type Person = Extract<Actor, {kind: 'person'}>

export interface Company {
  readonly engine: Engine
  readonly naive: NaiveWorld
  readonly grants: NaiveGrants
  readonly entities: readonly Entity[]
  /** Three for each role, and one who has all. */
  readonly people: readonly Person[]
  ask(actor: Actor, path: string, init?: RequestInit): Promise<Response>
  send(actor: Actor, path: string, fields: readonly (readonly [string, string])[]): Promise<Response>
  /** What someone may read, naively. */
  sightOf(actor: Actor, act?: Act): NaiveVisibility
  /** Takes over what the database now has of an entity: what is new, what is gone, and one that has changed. Gives new ids. */
  sync(entity: string, changed?: string): Promise<string[]>
  /** Whether anything at all has been written since the last time this was asked. */
  hasWritten(): boolean
  /** A record made up by whoever runs the machine. */
  makeUp(entity: Entity, given?: ReadonlyMap<string, Input>): Promise<string>
  next(): number
}

const mostTries = 50

export const pathOf = (entity: string): string => `/m/${entity.toLowerCase()}`

/** The document with a list, a record and a form for every entity, for everyone, instead of its own screens. */
export function withEveryScreen(document: string, entities: readonly Entity[]): string {
  const rows = entities.flatMap(({name}) => [
    `| All ${name} | ${pathOf(name)} | list of ${name} | everyone |`,
    `| New ${name} | ${pathOf(name)}/new | form for ${name} | everyone |`,
    `| One ${name} | ${pathOf(name)}/:id | record of ${name} | everyone |`,
  ])
  const details = entities.flatMap(({name, fields: all}) => {
    const fields = [...all.values()]
    const related = fields.flatMap(({type: {storage}}) =>
      storage.kind === 'other side' ? [`- with: ${storage.entity} by ${storage.by}`] : [],
    )
    return [
      `### All ${name}`,
      '',
      ...named('columns', fields.filter(isShown)),
      ...named(
        'filters',
        fields.filter(field => field.type.filter.filter !== 'none' && !isComputedList(field)),
      ),
      ...named(
        'search',
        fields.filter(field => field.type.search && !isComputedList(field)),
      ),
      '',
      ...(related.length === 0 ? [] : [`### One ${name}`, '', ...related.slice(0, 1), '']),
    ]
  })
  const screens = ['| Screen | Route | Shows | For |', '|---|---|---|---|', ...rows, '', ...details].join('\n')
  return document.replace(/^## 2\.[\s\S]*?(?=^## 3\.)/m, `## 2. Screens\n\n${screens}\n`)
}

const named = (key: string, fields: readonly Field[]): string[] =>
  fields.length === 0 ? [] : [`- ${key}: ${fields.map(field => field.name).join(', ')}`]

/** Pages show no files by their values, and no lists that are computed. */
export const isShown = (field: Field): boolean => field.type.control.control !== 'file' && !isComputedList(field)

export async function companyOf(document: string, address: string, each = 16): Promise<Company> {
  const {engine} = await engineOf({document, address, grants: documentGrants, searches: true})
  const {specification} = engine
  const entities = [...specification.entities.entities.values()]
  const naive = new NaiveWorld(specification, [], toMillis(engine.moment().now))
  const grants = naiveGrants(document, specification)
  const few = Math.max(3, Math.ceil(each / 4))
  let count = 0
  const next = () => {
    count += 1
    return count
  }

  async function sync(entity: string, changed?: string): Promise<string[]> {
    const before = new Set(naive.kept(entity).map(({id}) => id))
    const ids = await engine.read(operator, async reader => {
      const {rows} = await sql<{id: unknown}>`select id from ${sql.table(tableName(entity))}`.execute(reader.db)
      const declared = specification.entities.entities.get(entity) ?? fail(`no entity ${entity}`)
      const all = rows.map(({id}) => String(id))
      for (const id of all)
        if (!before.has(id) || id === changed)
          naive.set({entity, id}, await readStored(reader, declared, id, reader.visibility.records(entity)))
      return all
    })
    for (const id of before) if (!ids.includes(id)) naive.set({entity, id}, null)
    return ids.filter(id => !before.has(id))
  }

  function samples(entity: Entity): Map<string, Input> {
    const fields = new Map<string, Input>()
    for (const field of entity.fields.values()) {
      const input = sampleInput({naive, few}, field, next())
      if (input && (field.required || count % 4 !== 0)) fields.set(field.name, input)
    }
    return fields
  }

  /** Null where every combination that must occur only once seems to be taken. */
  async function tryToMakeUp(entity: Entity, given: ReadonlyMap<string, Input> = new Map()): Promise<string | null> {
    const create = () => {
      const fields = new Map([...samples(entity), ...given])
      return engine.change(operator, [{kind: 'create', entity: entity.name, fields}])
    }
    let outcome = await create()
    // What must occur together only once may have been made up already.
    for (let n = 0; n < mostTries && !outcome.ok && outcome.code === 'NOT_UNIQUE'; n += 1) outcome = await create()
    if (!outcome.ok && outcome.code === 'NOT_UNIQUE') return null
    const {id} = done(outcome)
    await sync(entity.name)
    return id
  }
  const makeUp = async (entity: Entity, given?: ReadonlyMap<string, Input>) =>
    (await tryToMakeUp(entity, given)) ?? fail(`No other ${entity.name} can be made up.`)

  const people = await makePeople(engine, entities, makeUp)
  for (const entity of inOrder(entities)) {
    if (entity.name === 'User') continue
    await makeUp(entity)
    for (let n = 1; n < each; n += 1) if ((await tryToMakeUp(entity)) === null) break
  }
  await lead(engine, entities, {naive, few, next, sync})

  const app = appOf(engine, people)
  const sights = new Map<string, NaiveVisibility>()
  const ask = async (actor: Actor, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (actor.kind === 'person') headers.set('x-person', actor.id)
    return app.request(path, {...init, headers})
  }
  return {
    engine,
    naive,
    grants,
    entities,
    people,
    ask,
    send: (actor, path, fields) =>
      ask(actor, path, {
        method: 'POST',
        body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
        headers: {'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin'},
      }),
    sightOf(actor, act = 'read') {
      const id = actor.kind === 'person' ? actor.id : null
      const known = sights.get(`${act} ${id}`)
      if (known) return known
      const roles = actor.kind === 'person' ? actor.roles : null
      const granted = new Map(entities.map(({name}) => [name, grants(roles, act, name)]))
      const visibility = new NaiveVisibility(naive, granted, id)
      sights.set(`${act} ${id}`, visibility)
      return visibility
    },
    sync,
    hasWritten: address.startsWith('sqlite:') ? watching(address) : () => fail('only SQLite numbers its commits'),
    makeUp,
    next,
  }
}

/** SQLite numbers its commits: whatever any other connection has written shows, in whatever table. */
function watching(address: string): () => boolean {
  const other = new DatabaseSync(address.replace(/^sqlite:/, ''), {readOnly: true})
  const version = () => Number(other.prepare('pragma data_version').get()?.data_version)
  let last = version()
  return () => {
    const now = version()
    const written = now !== last
    last = now
    return written
  }
}

function appOf(engine: Engine, people: readonly Person[]): ReturnType<typeof createApp> {
  const application = createApplication(engine.specification, {engine})
  const byId = new Map<string, Actor>(people.map(person => [person.id, person]))
  return createApp({
    application: () => application,
    assets: noAssets(),
    screens,
    origin: null,
    actorOf: async request => byId.get(request.headers.get('x-person') ?? '') ?? nobody,
    log: {
      request: () => {},
      failure: (_reference, cause) => {
        throw cause
      },
    },
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
}

/** Those first that others must lead to. */
function inOrder(entities: readonly Entity[]): Entity[] {
  const ordered: Entity[] = []
  const visit = (entity: Entity): void => {
    if (ordered.includes(entity)) return
    for (const field of entity.fields.values()) {
      const target = field.required ? entities.find(({name}) => name === targetOf(field)) : undefined
      if (target && target !== entity) visit(target)
    }
    ordered.push(entity)
  }
  for (const entity of entities) visit(entity)
  return ordered
}

type MakeUp = (entity: Entity, given?: ReadonlyMap<string, Input>) => Promise<string>

async function makePeople(engine: Engine, entities: readonly Entity[], makeUp: MakeUp): Promise<Person[]> {
  const user = entities.find(({name}) => name === 'User') ?? fail('no User')
  const roles = [...engine.specification.roles.roles.keys()]
  const sets = [...roles.flatMap(role => [[role], [role], [role]]), roles]
  const people: Person[] = []
  for (const set of sets) {
    const name = `Person ${people.length}`
    const id = await makeUp(
      user,
      new Map<string, Input>([
        ['name', {json: name}],
        ['roles', {json: set}],
      ]),
    )
    people.push({kind: 'person', id, name, roles: set})
  }
  return people
}

/** Those of some records that can be chosen for a field. */
export function offeredFor(naive: NaiveWorld, {offers}: Field, records: readonly Reference[]): readonly Reference[] {
  const core = offers?.core
  return core ? records.filter(each => naive.evaluate(core, each, null) === true) : records
}

interface Sampled {
  readonly naive: NaiveWorld
  /** To how many of a kind others lead. */
  readonly few: number
}

function sampleInput({naive, few}: Sampled, field: Field, n: number): Input | null {
  if (!isFillable(field) && !field.state && !field.setByEngine) return null
  if (field.type.control.control === 'file') return null
  const target = targetOf(field)
  // To few of them, so that much has something in common, as conditions like to ask.
  const all = target === null ? [] : offeredFor(naive, field, naive.kept(target))
  const ids = (target === 'User' ? all : all.slice(0, few)).map(({id}) => id)
  const texts = sampleTexts(field, target === null ? n : scattered(n), ids)
  return texts && {form: texts}
}

/** Numbers that come in equal steps would lead to the same few records forever. */
const scattered = (n: number): number => (Math.imul(n ^ (n >>> 4), 0x9e3779b1) >>> 0) % 9973

interface Leading extends Sampled {
  readonly next: () => number
  sync(entity: string, changed?: string): Promise<string[]>
}

/** What could not lead anywhere while others were still to come does so now. */
async function lead(engine: Engine, entities: readonly Entity[], {naive, few, next, sync}: Leading): Promise<void> {
  for (const {name: entity, fields} of entities) {
    const leading = [...fields.values()].filter(
      field => (isFillable(field) || field.setByEngine) && !field.required && targetOf(field) !== null,
    )
    if (leading.length === 0) continue
    for (const {id} of naive.kept(entity)) {
      const given = leading.flatMap(field => {
        const input = sampleInput({naive, few}, field, next())
        return input ? [[field.name, input] as const] : []
      })
      done(await engine.change(operator, [{kind: 'update', entity, id, fields: new Map(given)}]))
      await sync(entity, id)
    }
  }
}
