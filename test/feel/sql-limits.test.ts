/** Both databases accept everything that the check accepts: the largest statement of each shape is run. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {type} from '../../src/feel/index.ts'
import {SqlCheck, sqlProblems} from '../../src/feel/sql/problems.ts'
import type {OpenDatabase} from '../kit/databases.ts'
import {disagreements} from './sql-answers.ts'
import {openBoth, sampleWorld} from './sql-meaning.ts'
import {scope, tables} from './sql-schema.ts'
import {fill} from './sql-world.ts'

const nested = (before: string, inside: string, after: string) => (n: number) =>
  before.repeat(n) + inside + after.repeat(n)
const chain = (link: (n: number) => string, between: string) => (n: number) =>
  Array.from({length: n}, (_, at) => link(at)).join(between)
const within = (n: number, quantifier: string, more: string): string =>
  chain(at => `(${quantifier} v${at} in ${at === 0 ? '' : `v${at - 1}.`}parts satisfies ${more}`, '')(n)

const shapes: Readonly<Record<string, (n: number) => string>> = {
  'a function of a function': nested('abs(', 'price', ')'),
  'a text function of one': nested('upper case(', 'title', ')'),
  'a sum': chain(() => 'price', ' + '),
  'a product': chain(() => 'price', ' * '),
  'a joined text': chain(() => 'title', ' + '),
  'an or': chain(at => `price > ${at}`, ' or '),
  'an if in an if': nested('(if flag then price else ', 'rate', ')'),
  'a not of a not': nested('not(', 'maybe', ')'),
  'an equality of equalities': nested('(', 'maybe', ' = flag)'),
  'a membership of memberships': nested('(', 'maybe', ' in (true, flag))'),
  'a path of references': nested('parent.', 'title', ''),
  'a comparison through references': nested('parent.', 'owner = me', ''),
  'a some in a some': n => `${within(n, 'some', '')}flag${')'.repeat(n)}`,
  'an every in an every': n => `${within(n, 'every', '(not(flag) or ')}flag${'))'.repeat(n)}`,
  'a sum in a filter of a sum': nested('sum(parts[price > ', '0', '].price)'),
  'an item of a list of an item': nested('[', 'price', '][1]'),
  'a week of a week': nested('week(', 'day', ')'),
  'working days until working days': nested('working days(day, day + duration("P1D") * ', 'few', ')'),
  'a long list': n => `price in [${chain(at => `${at * 5}`, ', ')(n)}]`,
  'a long list, filtered': n => `count([${chain(at => `${at}`, ', ')(n)}][item > few])`,
  'a long list of the record': n => `count([${chain(() => 'price', ', ')(n)}])`,
}

const passes = (text: string): boolean => {
  const typed = text.length <= 10_000 ? type(text, scope) : {ok: false as const}
  return typed.ok && sqlProblems(typed.core, new SqlCheck(tables)).length === 0
}

const sizes = [1, 3, 6, 9, 12, 15, 18, 21, 24, 30, 40, 60, 90, 120, 180, 400, 1200]

describe('the largest statement with', () => {
  let open: readonly OpenDatabase[] = []
  const world = {...sampleWorld(5), me: 1}
  beforeAll(async () => {
    open = await openBoth()
    for (const database of open) await fill(database, world)
  })
  afterAll(async () => {
    for (const database of open) await database.close()
  })

  test.each(Object.keys(shapes))('%s', async name => {
    const shape = shapes[name]
    const texts = shape === undefined ? [] : sizes.map(shape)
    const largest = texts.findLastIndex(passes)
    // The check has a limit, and everything below it passes.
    expect(largest).toBeGreaterThanOrEqual(2)
    expect(texts.slice(0, largest).every(passes)).toBe(true)
    expect(await disagreements([texts[largest] ?? ''], world, open)).toEqual([])
  })
})
