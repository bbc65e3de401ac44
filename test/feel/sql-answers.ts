/** One expression, evaluated in four ways on the same records: closure, its JSON form, SQLite and PostgreSQL. */
import {type RawBuilder, sql} from 'kysely'
import type {Core} from '../../src/feel/core.ts'
import {compile, encode, type Value} from '../../src/feel/index.ts'
import {toPredicate, toValue} from '../../src/feel/sql/to-sql.ts'
import type {OpenDatabase} from '../kit/databases.ts'
import {coreOf} from './sql-schema.ts'
import {contextOf, environmentOf, idOf, type SmallWorld} from './sql-world.ts'

export interface Disagreement {
  readonly text: string
  readonly record: number
  readonly answers: Readonly<Record<string, string>>
}

/** Results by record; a condition also as a predicate, where unknown counts as false. */
type Answers = readonly string[]

const shown = (value: Value): string => JSON.stringify(encode(value))

function evaluated(core: Core, world: SmallWorld): Answers {
  const run = compile(core)
  return (world.records.Item ?? []).map((_, place) => shown(run(environmentOf(world, place))))
}

interface Column {
  readonly sql: RawBuilder<unknown>
  readonly read: (raw: unknown) => string
}

function columnsOf(core: Core, world: SmallWorld, database: OpenDatabase['name']): readonly Column[] {
  const value = toValue(core, contextOf(world, database))
  const columns: Column[] = [{sql: value.sql, read: raw => shown(value.read(raw))}]
  if (core.type.kind !== 'boolean') return columns
  const held = sql`case when ${toPredicate(core, contextOf(world, database))} then 1 else 0 end`
  return [...columns, {sql: held, read: raw => String(Number(raw) === 1)}]
}

async function asked(columns: readonly Column[], {db}: OpenDatabase): Promise<readonly Answers[]> {
  const list = columns.map((column, at) => sql`${column.sql} as ${sql.id(`c${at}`)}`)
  const rows = await sql<Record<string, unknown>>`select ${sql.join(list)} from item as r order by r.id`.execute(db)
  return columns.map((column, at) => rows.rows.map(row => column.read(row[`c${at}`])))
}

/** The SQL results of all expressions in one statement; one by one if that fails, to find the culprit. */
async function askedAll(
  cores: readonly Core[],
  world: SmallWorld,
  database: OpenDatabase,
): Promise<readonly (readonly Answers[])[]> {
  const columns = cores.map(core => columnsOf(core, world, database.name))
  try {
    const answers = await asked(columns.flat(), database)
    let taken = 0
    return columns.map(each => {
      taken += each.length
      return answers.slice(taken - each.length, taken)
    })
  } catch (error) {
    if (cores.length === 1) return columns.map(each => each.map(() => failure(error, world)))
    const alone = []
    for (const core of cores) alone.push(...(await askedAll([core], world, database)))
    return alone
  }
}

const failure = (error: unknown, world: SmallWorld): Answers =>
  (world.records.Item ?? []).map(() => `failed: ${String(error)}`)

export async function disagreements(
  texts: readonly string[],
  world: SmallWorld,
  databases: readonly OpenDatabase[],
): Promise<readonly Disagreement[]> {
  const cores = texts.map(text => coreOf(text))
  const sqlAnswers = await Promise.all(databases.map(database => askedAll(cores, world, database)))
  return cores.flatMap((core, at) => {
    const closure = evaluated(core, world)
    const json = evaluated(JSON.parse(JSON.stringify(core)), world)
    return closure.flatMap((answer, record): Disagreement[] => {
      const answers: Record<string, string> = {closure: answer, json: json[record] ?? ''}
      const wrong = [answer !== json[record]]
      for (const [index, {name}] of databases.entries()) {
        const [value, held] = sqlAnswers[index]?.[at] ?? []
        answers[name] = value?.[record] ?? 'missing'
        wrong.push(answers[name] !== answer)
        if (held === undefined) continue
        answers[`${name}, as a predicate`] = held[record] ?? 'missing'
        wrong.push(held[record] !== String(answer === 'true'))
      }
      return wrong.includes(true) ? [{text: texts[at] ?? '', record, answers}] : []
    })
  })
}

/** For failure reports. */
export function describeRecord(world: SmallWorld, place: number): string {
  const fields = Object.entries(world.records.Item?.[place] ?? {}).map(([name, value]) => `${name}: ${shown(value)}`)
  return `${idOf('Item', place)} {${fields.join(', ')}}, zone ${world.zone}, now ${new Date(world.now).toISOString()}`
}
