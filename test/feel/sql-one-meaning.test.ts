/** An expression has one meaning, wherever it is answered. A short run; test/long has the long one. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {type} from '../../src/feel/index.ts'
import type {OpenDatabase} from '../kit/databases.ts'
import {disagreements} from './sql-answers.ts'
import {oneMeaning, openBoth, sampleExpressions, sampleWorld} from './sql-meaning.ts'
import {scope} from './sql-schema.ts'
import {fill} from './sql-world.ts'

let open: readonly OpenDatabase[] = []
beforeAll(async () => {
  open = await openBoth()
})
afterAll(async () => {
  for (const database of open) await database.close()
})

test('closure, JSON form, SQLite and PostgreSQL give the same answers', async () => {
  const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
  console.info(`one meaning: seed ${seed}`)
  const compared = await oneMeaning(open, {seed, runs: 25, together: 40})
  expect(compared).toBeGreaterThan(2000)
})

describe('the property itself', () => {
  test('is asked of expressions nearly all of which type', () => {
    const texts = sampleExpressions(7, 1000)
    expect(texts.filter(text => type(text, scope).ok).length).toBeGreaterThan(990)
  })

  test('sees a difference where there is one', async () => {
    const world = sampleWorld(7)
    const [sqlite, postgres] = open
    if (sqlite === undefined || postgres === undefined) throw new Error('Both databases are open.')
    for (const database of open) await fill(database, world)
    await postgres.run('update item set whole = whole + 1 where whole < 9007199254740991')
    const found = await disagreements(['whole', 'whole > 0 or true'], world, open)
    expect(new Set(found.map(({text}) => text))).toEqual(new Set(['whole']))
    expect(Object.keys(found[0]?.answers ?? {})).toEqual(['closure', 'json', 'sqlite', 'postgres'])
  })
})
