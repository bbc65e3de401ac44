/** An expression has one meaning, wherever it is evaluated. A short run; test/long has the long one. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {type} from '../../src/feel/index.ts'
import type {OpenDatabase} from '../kit/databases.ts'
import {disagreements} from './sql-answers.ts'
import {oneMeaning, openBoth, sampleExpressions, sampleWorld} from './sql-meaning.ts'
import {scope} from './sql-schema.ts'
import {fill, idOf, type SmallWorld} from './sql-world.ts'

let open: readonly OpenDatabase[] = []
beforeAll(async () => {
  open = await openBoth()
})
afterAll(async () => {
  for (const database of open) await database.close()
})

test('closure, JSON form, SQLite and PostgreSQL give the same results', async () => {
  const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
  console.info(`one meaning: seed ${seed}`)
  const compared = await oneMeaning(open, {seed, runs: 25, together: 40})
  expect(compared).toBeGreaterThan(2000)
})

describe('regressions stay fixed', () => {
  /** Items that are parts of each other, some with tags, so that conditions are evaluated repeatedly per record. */
  function family(): SmallWorld {
    const world = sampleWorld(7)
    const maybe = [false, true, true, false, false, false, true, null, false, false]
    const parents = [null, null, 5, 2, 2, null, 3, null, null, null]
    const items = (world.records.Item ?? []).map((item, at) => {
      const parent = parents[at] ?? null
      return {
        ...item,
        maybe: maybe[at] ?? null,
        parent: parent === null ? null : {entity: 'Item', id: idOf('Item', parent)},
      }
    })
    return {
      ...world,
      zone: 'Europe/Paris',
      records: {...world.records, Item: items},
      tags: [
        [8, 1],
        [1, 1],
        [0, 1],
      ],
    }
  }

  test.each([
    // PostgreSQL reused the result of one record for the next.
    'every v in parts satisfies any([(every t in this.tags satisfies this.maybe), 1 = 2])',
    // 02:30 occurs twice in that night; the offset distinguishes them.
    'string(date and time("2025-10-26T01:30:00Z") + span * 0)',
    // Midnight of the first day is before it in UTC.
    'years and months duration(day, date and time(date("0001-01-01")))',
    // No match and null are different.
    'substring before("a%_b", note)',
    'string(term)',
    '"urgent" between "low" and mood',
    'max(Item.id)',
    'date(owner.id)',
    // Null next to a record is not a text.
    '(if old.flag then null else person) != person',
    '(if maybe then null else me) = me',
    // Null is not mine.
    'owner = me',
    'owner != me',
    'not(owner = me)',
    'owner.manager = me.manager',
    'owner.manager != me.manager',
    'not(owner.manager in (me.manager, maker))',
    'me in (owner, null)',
    'me = null or me.manager = null',
    'list contains(Item.owner, me)',
    'not(list contains(me.items, this))',
    'lower case(owner.name) = lower case(me.name)',
    // The people with the same manager find the items; null is equal to null where the path does not end early.
    'count(Item[maker.manager = this.maker.manager and flag])',
    'count(Item[owner.manager = this.maker.manager and flag])',
    'count(Item[maker.manager = this.owner and level = this.level])',
    'sum(Item[maker.manager.manager = this.maker and mood = "low"].whole)',
    'count(Item[parent.maker.manager = this.maker and item != this])',
    'owner.manager in Item[flag].maker',
    'maker in Item[mood = "low" and owner = me].maker',
    'owner.manager in Item.owner',
    // A record is not a text.
    'parent in parts[id in Item.title]',
    'some i in Item satisfies i.maker.manager = this.maker.manager and i.few = null',
    'max(for i in Item[this.maker.manager = maker.manager and flag] return count(Item[maker.manager = i.maker.manager and level = i.level]))',
  ])('%s', async text => {
    for (const me of [0, 1, null]) {
      const world = {...family(), me}
      for (const database of open) await fill(database, world)
      expect(await disagreements([text], world, open)).toEqual([])
    }
  })
})

describe('the property itself', () => {
  test('is tested with expressions that nearly all type', () => {
    const texts = sampleExpressions(7, 1000)
    expect(texts.filter(text => type(text, scope).ok).length).toBeGreaterThan(990)
  })

  test('detects a difference', async () => {
    const world = sampleWorld(7)
    for (const database of open) await fill(database, world)
    await open.at(-1)?.run('update item set whole = whole + 1 where whole < 9007199254740991')
    const found = await disagreements(['whole', 'whole > 0 or true'], world, open)
    expect(new Set(found.map(({text}) => text))).toEqual(new Set(['whole']))
    expect(Object.keys(found[0]?.answers ?? {})).toEqual(['closure', 'json', ...open.map(({name}) => name)])
  })
})
