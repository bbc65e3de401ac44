/** However `this`, `me` and `old` are passed to a statement, as a row, by id or with values, the result is the same. */
import {sql} from 'kysely'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import type {Core} from '../../src/feel/core.ts'
import {makeNum} from '../../src/feel/decimal.ts'
import {compile, type Environment, encode, type, type Value} from '../../src/feel/index.ts'
import {NotInSql} from '../../src/feel/sql/expression-compiler.ts'
import {Parameter} from '../../src/feel/sql/parameter.ts'
import {atRun, type Binding, type SqlContext, toOrder, toPredicate, toValue} from '../../src/feel/sql/to-sql.ts'
import {compareValues} from '../../src/feel/value.ts'
import {databases, type OpenDatabase} from '../kit/databases.ts'
import {sampleExpressions, sampleWorld} from './sql-meaning.ts'
import {coreOf, createTables, levels, scope} from './sql-schema.ts'
import {contextOf, environmentOf, fill, idOf, inputs, type SmallWorld} from './sql-world.ts'

const world: SmallWorld = {...sampleWorld(11), me: 1}
const texts = sampleExpressions(12, 250).filter(text => type(text, scope).ok)

/** Values derived from the person and the clock only, besides fields of records. */
const ofTheRun = [
  'owner = me',
  'owner != me',
  'me in [owner, me]',
  'owner in (me, null)',
  'me.id = "x"',
  'string length(me.id)',
  'today()',
  'today() + duration("P3D")',
  'today() + duration("P9000Y")',
  'now()',
  'today().year',
  'today().year + 0.5',
  'whole + today().year',
  'whole < today().year / 7',
  'if me.id = "x" then null else today()',
  'if me.id = "x" then today() else null',
  'if today().year > 1 then whole else rate',
  '[today().year, whole][1]',
  '[1, 2, 3][today().year - today().year + 2]',
  'count([me, owner])',
]

const byId = (entity: string, place: number): Binding => ({entity, id: idOf(entity, place)})
const withValues = (entity: string, place: number): Binding => ({
  entity,
  id: idOf(entity, place),
  fields: new Map(Object.entries(world.records[entity]?.[place] ?? {})),
})

describe.each(databases)('a statement of $name', ({name, open}) => {
  let database: OpenDatabase | undefined
  beforeAll(async () => {
    database = await open()
    await database.run(createTables(name))
    await fill(database, world)
  })
  afterAll(() => database?.close())

  const place = 4
  const given: Readonly<Record<string, Partial<SqlContext>>> = {
    'by id': {this: byId('Item', place), old: byId('Item', 0), me: byId('Person', 1)},
    'with their values': {this: withValues('Item', place), old: withValues('Item', 0), me: withValues('Person', 1)},
    'as rows': {this: {alias: 'r'}, old: {alias: 'before'}, me: {alias: 'actor'}},
  }

  const from = sql`item as r, item as before, person as actor where r.id = ${idOf('Item', place)}
    and before.id = ${idOf('Item', 0)} and actor.id = ${idOf('Person', 1)}`

  test.each(Object.keys(given))('gives the same results for records given %s', async how => {
    const cores = texts.map(text => coreOf(text))
    const values = cores.map(core => toValue(core, {...contextOf(world, name), ...given[how]}))
    const wrong: unknown[] = []
    for (let at = 0; at < cores.length; at += 50) {
      const columns = values.slice(at, at + 50).map((value, n) => sql`${value.sql} as ${sql.id(`c${n}`)}`)
      const rows = await sql<Record<string, unknown>>`select ${sql.join(columns)} from ${from}`.execute(db())
      for (const [n, value] of values.slice(at, at + 50).entries()) {
        const answer = encode(value.read(rows.rows[0]?.[`c${n}`]))
        const core = cores[at + n]
        const meant = core === undefined ? null : encode(compile(core)(environmentOf(world, place)))
        if (JSON.stringify(answer) !== JSON.stringify(meant)) wrong.push({text: texts[at + n], answer, meant})
      }
    }
    expect(wrong.slice(0, 3)).toEqual([])
  })

  function db() {
    if (database === undefined) throw new Error('The database is open.')
    return database.db
  }

  /**
   * Compiled without the person and the clock; with them if a value does not fit the statement or it cannot be compiled
   * otherwise.
   */
  test('gives the same results for a person, a time and values that are bound when it runs', async () => {
    const known = {...contextOf(world, name), this: {alias: 'r'}, old: byId('Item', 0)} as const
    const wrong: unknown[] = []
    let deferred = 0
    for (const text of [...texts, ...ofTheRun]) {
      const core = coreOf(text)
      const late = written(core, {...known, me: atRun, now: atRun, parameters: atRun})
      const values = late && boundValues(late.query.parameters, environmentOf(world, place))
      const bound = late && values ? late : written(core, {...known, me: byId('Person', 1)})
      if (!bound) throw new Error(`${text} is no SQL`)
      const parameters = values ?? bound.query.parameters
      if (late?.query.parameters.some(each => each instanceof Parameter) && values) deferred += 1
      const {rows} = await db().executeQuery<{x: unknown}>({...bound.query, parameters})
      const [answer, meant] = [bound.read(rows[0]?.x), compile(core)(environmentOf(world, place))].map(encode)
      if (JSON.stringify(answer) !== JSON.stringify(meant)) wrong.push({text, answer, meant, sql: bound.query.sql})
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(deferred).toBeGreaterThan(ofTheRun.length)
  })

  function written(core: Core, context: SqlContext) {
    try {
      const value = toValue(core, context)
      return {
        query: sql`select ${value.sql} as x from item as r where r.id = ${idOf('Item', place)}`.compile(db()),
        ...value,
      }
    } catch (error) {
      if (error instanceof NotInSql) return null
      throw error
    }
  }

  test('does not trust the numbers of a record that is not written to be within their bounds', async () => {
    const context: SqlContext = {...contextOf(world, name), this: {alias: 'r'}, incomplete: 'r'}
    const value = toValue(coreOf('hours * hours * hours + sum([hours, hours])'), context)
    const most = sql.raw(name === 'sqlite' ? '9007199254740991' : '90071992547409.91')
    const rows = await sql<{x: unknown}>`select ${value.sql} as x from (select ${most} as hours) as r`.execute(db())
    const exactly = (2n ** 53n - 1n) ** 3n + 2n * (2n ** 53n - 1n) * 10_000n
    expect(encode(value.read(rows.rows[0]?.x))).toEqual(encode(makeNum(exactly, -6)))
  })

  test('prefers the values given for a record to the table', async () => {
    const fields = new Map<string, Value>([
      ...Object.entries(world.records.Item?.[place] ?? {}),
      ['whole', 123_456],
      ['rate', 0],
    ])
    const context = {...contextOf(world, name), old: {entity: 'Item', id: idOf('Item', place), fields}}
    const value = toValue(coreOf('old.whole + old.double'), context)
    const rows = await sql<{x: unknown}>`select ${value.sql} as x`.execute(db())
    expect(value.read(rows.rows[0]?.x)).toBe(123_456 * 3)
  })

  test('finds nothing for nobody, not even records without a person', async () => {
    const context = {...contextOf(world, name), me: {entity: 'Person', id: null}}
    const found = await sql<{
      id: string
    }>`select id from item as r where ${toPredicate(coreOf('owner = me'), context)} order by id`.execute(db())
    expect((world.records.Item ?? []).some(item => item.owner === null)).toBe(true)
    expect(found.rows).toEqual([])
    const other = await sql<{
      id: string
    }>`select id from item as r where ${toPredicate(coreOf('maker = me or maker.manager.name = me.name'), context)}`.execute(
      db(),
    )
    const meant = coreOf('maker = me or maker.manager.name = me.name')
    const nobody = {...world, me: null}
    expect(other.rows.length).toBe(
      (world.records.Item ?? []).filter((_, at) => compile(meant)(environmentOf(nobody, at)) === true).length,
    )
  })

  test('binds inputs once each, and writes none of them into its text', () => {
    const hostile = `'; drop table item; --`
    const context = {...contextOf(world, name), inputs: new Map([...inputs, ['words', hostile]])}
    const query = sql`select r.id from item as r where ${toPredicate(coreOf('title = words or contains(note, words)'), context)}`
    const {sql: text, parameters} = query.compile(db())
    expect(text).not.toContain('drop table')
    expect(parameters.filter(each => each === hostile)).toHaveLength(1)
  })

  test.each([
    'whole',
    'price',
    'ratio',
    'rate * price',
    'level',
    'mood',
    'title',
    'due',
    'made + WINDOW',
    'span / 3',
    'term',
  ])('sorts by %s like expressions', async text => {
    const core = coreOf(text)
    const context = contextOf(world, name)
    const rows = await sql<{id: string}>`select r.id from item as r where ${toValue(core, context).sql} is not null
        order by ${toOrder(core, context)}, r.id`.execute(db())
    const answerFor = (id: string): Value => compile(core)(environmentOf(world, Number(id.slice(-2))))
    const placeOf = (value: Value): Value =>
      core.type.kind === 'choice' ? [...levels, ''].indexOf(String(value)) : value
    const sorted = rows.rows.map(({id}) => placeOf(answerFor(id)))
    expect(sorted.length).toBeGreaterThan(1)
    for (const [at, value] of sorted.entries()) {
      if (at > 0) expect(compareValues(sorted[at - 1] ?? null, value)).toBeLessThanOrEqual(0)
    }
  })
})

/** The values of a compiled statement in the order of its placeholders; null if one of them does not fit. */
function boundValues(places: readonly unknown[], environment: Environment): readonly unknown[] | null {
  const values: unknown[] = []
  for (const place of places) {
    const value = place instanceof Parameter ? place.bind(environment) : place
    if (value === undefined) return null
    values.push(value)
  }
  return values
}
