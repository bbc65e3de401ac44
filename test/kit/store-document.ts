/** Documents and records for tests of the store: a document from its third point only, and rows by its fields. */
import {sql} from 'kysely'
import type {Json} from '../../src/feel/core.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import type {Field} from '../../src/points/entities/model.ts'
import {ownFieldsOf} from '../../src/points/entities/own-fields.ts'
import {columnName, pairsName, tableName} from '../../src/points/entities/table-names.ts'
import type {Specification} from '../../src/points/specification.ts'
import {checkDocument} from '../../src/screens/testing.ts'
import {newId, nextOfCounter} from '../../src/store/ids.ts'
import type {DatabaseName, Db} from '../../src/store/sql.ts'
import type {Store} from '../../src/store/store.ts'

/** Everything after the title; fails if the document is invalid. */
export function documentOf(points: string, file = 'app.md'): Specification {
  return documentOfFiles({[file]: `# Test\n\n${points}\n`})
}

export function documentOfFiles(files: Readonly<Record<string, string>>): Specification {
  const sources = Object.entries(files).map(([file, text]) => ({file, bytes: new TextEncoder().encode(text)}))
  const {specification, findings, sound} = checkDocument(sources)
  if (!sound) throw new Error(`${JSON.stringify(files)}\n${JSON.stringify(findings, null, 2)}`)
  return specification
}

/** `### Ticket` with these rows of `Field | Type | Required | Default | Unique`. */
export function entity(name: string, rows: readonly string[], bullets: readonly string[] = []): string {
  const head = '| Field | Type | Required | Default | Unique |\n|---|---|---|---|---|'
  const cells = rows.map(row => `| ${row.split('|').concat(['', '', '', '']).slice(0, 5).join(' | ')} |`)
  return [`### ${name}`, '', ...bullets.map(each => `- ${each}`), '', head, ...cells, ''].join('\n')
}

export function entitiesOf(...entities: readonly string[]): Specification {
  return documentOf(`## 3. Entities\n\n${entities.join('\n')}`)
}

export type Values = Readonly<Record<string, Json>>

/** Writes a record like the engine: every value by its type. Returns its id. */
export async function addRecord(
  store: Store,
  specification: Specification,
  name: string,
  values: Values = {},
): Promise<string> {
  return await store.transaction(db => insertRecord(db, store.database, {specification, name, values}))
}

export async function insertRecord(
  db: Db,
  database: DatabaseName,
  {specification, name, values}: {specification: Specification; name: string; values: Values},
): Promise<string> {
  const id = typeof values.id === 'string' ? values.id : newId()
  const fields = fieldsOf(specification, name)
  const placed: Values = fields.get('position')?.source === null ? {position: 1} : {}
  const engine: Values = {id, created: '2026-01-02T03:04:05Z', updated: '2026-01-02T03:04:05Z', version: 1, ...placed}
  const row: Record<string, unknown> = {}
  const links: [string, string][] = []
  for (const [field, json] of Object.entries({...engine, ...values})) {
    const {type} = known(fields, field)
    if (type.storage.kind === 'pairs') {
      const targets = Array.isArray(json) ? json : []
      links.push(...targets.map((target): [string, string] => [pairsName(tableName(name), field), String(target)]))
    } else row[columnName(field)] = type.toColumn(readValue(known(fields, field), json), database)
  }
  await db.insertInto(tableName(name)).values(row).execute()
  for (const [table, target] of links) await db.insertInto(table).values({owner: id, target}).execute()
  return id
}

/** Requested for each record and field of a naive world, so it is cached with the document. */
export function fieldsOf(specification: Specification, name: string): ReadonlyMap<string, Field> {
  const entities = fieldsByEntity.get(specification) ?? new Map<string, ReadonlyMap<string, Field>>()
  fieldsByEntity.set(specification, entities)
  const declared = specification.entities.entities.get(name)
  const fields =
    entities.get(name) ?? new Map([...ownFieldsOf(declared ?? {partOf: null}), ...(declared?.fields ?? [])])
  entities.set(name, fields)
  return fields
}

const fieldsByEntity = new WeakMap<Specification, Map<string, ReadonlyMap<string, Field>>>()

function known(fields: ReadonlyMap<string, Field>, name: string): Field {
  const field = fields.get(name)
  if (!field) throw new Error(`There is no field ${name}.`)
  return field
}

function readValue({name, type}: Field, json: Json) {
  const judged = type.fromJson(json, plainLocale)
  if (!judged.ok) throw new Error(`${JSON.stringify(json)} is no value of ${name}: ${JSON.stringify(judged.problems)}`)
  return judged.value
}

/** Every record of an entity as JSON, by id: its own fields only, links as sorted ids. */
export async function recordsOf(
  store: Store,
  specification: Specification,
  name: string,
): Promise<Record<string, Values>> {
  const fields = [...(specification.entities.entities.get(name)?.fields.values() ?? [])]
  return await store.read(async db => {
    const {rows} = await sql<Record<string, unknown>>`select * from ${sql.table(tableName(name))} order by id`.execute(
      db,
    )
    const records: Record<string, Values> = {}
    for (const row of rows) {
      const id = String(row.id)
      const values = await Promise.all(
        fields.map(async field => [field.name, await read(db, store.database, {name, field, row})]),
      )
      records[id] = Object.fromEntries(values.filter(([, value]) => value !== undefined))
    }
    return records
  })
}

interface Reading {
  readonly name: string
  readonly field: Field
  readonly row: Readonly<Record<string, unknown>>
}

async function read(db: Db, database: DatabaseName, {name, field, row}: Reading): Promise<Json | undefined> {
  const {type, computed} = field
  if (computed !== null) return undefined
  if (type.storage.kind === 'column') return type.toJson(type.fromColumn(row[columnName(field.name)], database))
  if (type.storage.kind !== 'pairs') return undefined
  const table = sql.table(pairsName(tableName(name), field.name))
  const {rows} = await sql<{
    target: unknown
  }>`select target from ${table} where owner = ${row.id} order by target`.execute(db)
  return rows.map(({target}) => String(target))
}

/** The next number of a counter, in a transaction of its own. */
export async function nextNumber(store: Store, counter: {readonly name: string}): Promise<number> {
  const [next] = await store.transaction(db => nextOfCounter({db, database: store.database}, counter, 1))
  if (next === undefined) throw new Error(`There is no counter ${counter.name}.`)
  return next
}
