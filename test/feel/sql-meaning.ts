/**
 * The property that an expression has one meaning: for generated records and typed expressions, the closure, its JSON
 * form, SQLite and PostgreSQL give the same result, and so do the predicates.
 */
import fc from 'fast-check'
import {type} from '../../src/feel/index.ts'
import {installPostgresZone} from '../../src/store/postgres/postgres-functions.ts'
import {databases, type OpenDatabase} from '../kit/databases.ts'
import {type Disagreement, describeRecord, disagreements} from './sql-answers.ts'
import {expressions} from './sql-expressions.ts'
import {createTables, scope} from './sql-schema.ts'
import {fill, type SmallWorld, worlds} from './sql-world.ts'

export async function openBoth(): Promise<readonly OpenDatabase[]> {
  return await Promise.all(
    databases.map(async database => {
      const open = await database.open()
      await open.run(createTables(open.name))
      // For other zones, PostgreSQL uses its own data.
      if (open.name === 'postgres') await installPostgresZone(open.db, 'Europe/Paris')
      return open
    }),
  )
}

export const sampleExpressions = (seed: number, numRuns: number): readonly string[] =>
  fc.sample(expressions, {seed, numRuns})

export function sampleWorld(seed: number): SmallWorld {
  const [world] = fc.sample(worlds, {seed, numRuns: 1})
  if (world === undefined) throw new Error('One world was asked for.')
  return world
}

const typed = expressions.filter(text => type(text, scope).ok)

export interface Run {
  readonly seed: number
  readonly runs: number
  /** Expressions per statement. */
  readonly together: number
}

/** Returns the number of compared results; throws with the smallest disagreement found. */
export async function oneMeaning(open: readonly OpenDatabase[], {seed, runs, together}: Run): Promise<number> {
  let compared = 0
  const property = fc.asyncProperty(
    worlds,
    fc.array(typed, {minLength: 1, maxLength: together, size: 'max'}),
    async (world, texts) => {
      for (const database of open) await fill(database, world)
      const [first] = await disagreements(texts, world, open)
      compared += texts.length * (world.records.Item?.length ?? 0)
      if (first !== undefined) throw new Error(report(first, world))
    },
  )
  await fc.assert(property, {seed, numRuns: runs, endOnFailure: false, includeErrorInReport: true})
  return compared
}

function report({text, record, answers}: Disagreement, world: SmallWorld): string {
  const lines = Object.entries(answers).map(([name, answer]) => `  ${name}: ${answer}`)
  return [`These do not agree on`, `  ${text}`, `of ${describeRecord(world, record)}`, ...lines].join('\n')
}
