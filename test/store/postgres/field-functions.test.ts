/** A computed field has the same value as a function of PostgreSQL, written out, and in the evaluator. */
import {sql} from 'kysely'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {type Core, partsOf} from '../../../src/feel/core.ts'
import {compile, encode, type} from '../../../src/feel/index.ts'
import {atRun, type SqlContext} from '../../../src/feel/sql/compiler.ts'
import {FieldFunctions} from '../../../src/feel/sql/field-functions.ts'
import {Parameter} from '../../../src/feel/sql/parameter.ts'
import type {Tables} from '../../../src/feel/sql/tables.ts'
import {toValue} from '../../../src/feel/sql/to-sql.ts'
import {installPostgresZone} from '../../../src/store/postgres/postgres-functions.ts'
import {sampleExpressions, sampleWorld} from '../../feel/sql-meaning.ts'
import {coreOf, createTables, scope, tables} from '../../feel/sql-schema.ts'
import {environmentOf, fill, type SmallWorld} from '../../feel/sql-world.ts'
import {databases, type OpenDatabase} from '../../kit/databases.ts'

const asked = 'asked_for'

/** The tables of the small schema, with the expression as one more computed field of `Item`. */
function tablesWith(core: Core): Tables {
  const item = tables.get('Item')
  if (item === undefined) throw new Error('There are items.')
  const fields = new Map([...item.fields, [asked, {kind: 'computed', core} as const]])
  return new Map([...tables, ['Item', {...item, fields}]])
}

const isPlain = (core: Core): boolean =>
  core.op !== 'me' && core.op !== 'old' && core.op !== 'input' && partsOf(core).every(isPlain)

interface Asked {
  readonly name: string | null
  readonly values: readonly string[]
}

async function called({db}: OpenDatabase, core: Core, world: SmallWorld): Promise<Asked> {
  const {zone, workingWeek} = world
  const own = tablesWith(core)
  const fieldFunctions = new FieldFunctions({tables: own, zone, workingWeek, shortest: 0})
  for (const {definition} of fieldFunctions.all()) await sql.raw(definition).execute(db)
  const context: SqlContext = {
    database: 'postgres',
    tables: own,
    this: {alias: 'r'},
    now: atRun,
    zone,
    workingWeek,
    fieldFunctions,
    stored: 'r',
  }
  const here: Core = {op: 'this', entity: 'Item', type: {kind: 'reference', entity: 'Item'}}
  const value = toValue({op: 'field', of: here, entity: 'Item', field: asked, type: core.type}, context)
  const text = sql`select ${value.sql} as c from item as r order by r.id`.compile(db)
  const environment = environmentOf(world, 0)
  const parameters = text.parameters.map(each => (each instanceof Parameter ? each.bind(environment) : each))
  // A value that does not fit its parameter is compiled into a statement of its own, which calls no function.
  if (parameters.includes(undefined)) return {name: null, values: []}
  const {rows} = await db.executeQuery<{c: unknown}>({...text, parameters})
  return {
    name: fieldFunctions.of(core, 'Item')?.name ?? null,
    values: rows.map(({c}) => JSON.stringify(encode(value.read(c)))),
  }
}

const evaluated = (core: Core, world: SmallWorld): readonly string[] => {
  const run = compile(core)
  return (world.records.Item ?? []).map((_, place) => JSON.stringify(encode(run(environmentOf(world, place)))))
}

describe.each(databases.filter(({name}) => name === 'postgres'))('computed fields as functions of $name', ({open}) => {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
    await database.run(createTables('postgres'))
    await installPostgresZone(database.db, 'Europe/Paris')
  })
  afterAll(async () => {
    await database.close()
  })

  test('have the values of the evaluator, for any expression', async () => {
    const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
    console.info(`field functions: seed ${seed}`)
    let compared = 0
    const wrong: unknown[] = []
    for (const [run, world] of [0, 1, 2].map(
      run => [run, {...sampleWorld(seed + run), zone: 'Europe/Paris'}] as const,
    )) {
      await fill(database, world)
      for (const text of sampleExpressions(seed + run, Number(process.env.NONET_RUNS ?? 60))) {
        if (!type(text, scope).ok) continue
        const core = coreOf(text)
        if (core.type.kind === 'list' || core.type.kind === 'range' || !isPlain(core)) continue
        const found = await called(database, core, world)
        if (found.name === null) continue
        compared += 1
        const right = evaluated(core, world)
        if (JSON.stringify(found.values) !== JSON.stringify(right)) wrong.push({text, found: found.values, right})
      }
    }
    expect(wrong).toEqual([])
    expect(compared).toBeGreaterThan(60)
  })

  test('are called, also by each other, and by fields of other records', async () => {
    const world = {...sampleWorld(7), zone: 'Europe/Paris'}
    await fill(database, world)
    const core = coreOf('count(Item[whole > this.whole])')
    const fields = tablesWith(core)
    const {zone, workingWeek} = world
    const functions = new FieldFunctions({tables: fields, zone, workingWeek, shortest: 0})
    const outer: Core = {
      op: 'field',
      of: {op: 'this', entity: 'Item', type: {kind: 'reference', entity: 'Item'}},
      entity: 'Item',
      field: asked,
      type: core.type,
    }
    const name = functions.of(core, 'Item')?.name ?? 'none'
    expect(functions.of(outer, 'Item')?.definition).toContain(`nonet.${name}("r"."id")`)
    expect(functions.of(core, 'Item')?.definition).not.toContain(`nonet.${name}("r"."id")`)
  })

  test('of texts that no statement may contain are written out', () => {
    const {zone, workingWeek} = sampleWorld(7)
    const core = coreOf('if title = "a\\\\b" then 1 else 2')
    const functions = new FieldFunctions({tables: tablesWith(core), zone, workingWeek, shortest: 0})
    expect(functions.of(core, 'Item')).toBeNull()
    const hostile = coreOf(`if title = "'; drop table item; --" then 1 else 2`)
    expect(
      new FieldFunctions({tables: tablesWith(hostile), zone, workingWeek, shortest: 0}).of(hostile, 'Item')?.definition,
    ).toContain("''''; drop table item; --''")
  })
})
