/** Searches: words without accents and case, updated with every change, with the same results on both databases. */

import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import {fillSearch, fold, mostWords, searchIndex, searchWords, typedWords} from '../../src/engine/lists/search-index.ts'
import {emptyQuery, type ListDefinition} from '../../src/engine/query/list-query.ts'
import {Loaders} from '../../src/engine/query/loaders.ts'
import {Statements} from '../../src/engine/query/statement.ts'
import {sqlTables} from '../../src/points/entities/table-names.ts'
import {noGrants, operator, requestTimeAt} from '../../src/screens/testing.ts'
import {stores} from '../kit/store-databases.ts'
import {addRecord} from '../kit/store-document.ts'
import {type Place, worldPlace} from './list-place.ts'
import {now, randomFrom, randomRecords} from './list-world.ts'

describe('words', () => {
  test.each([
    ['Éclair CAFÉ', ['eclair', 'cafe']],
    ['Straße STRASSE', ['strasse']],
    ['ﬁne ½ day', ['fine', '1', '2', 'day']],
    ['o’Neill-Smith', ['o', 'neill', 'smith']],
    ['Ærø, Łódź; Đorđe', ['aero', 'lodz', 'dorde']],
    ['ΟΔΟΣ οδός', ['οδοσ']],
    ['İstanbul ISPARTA', ['istanbul', 'isparta']],
    ['ＦＵＬＬ　ｗｉｄｔｈ', ['full', 'width']],
    ['e\u0301te\u0301', ['ete']],
    ['STRAẞE', ['strasse']],
    ['  \u0000 — !', []],
  ])('of %s are %j', (text, words) => {
    expect(searchWords(text)).toEqual(words)
  })

  test('are the same however a text is composed, and folding again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme'}), text => {
        expect(searchWords(text.normalize('NFC'))).toEqual(searchWords(text.normalize('NFD')))
        expect(fold(fold(text))).toBe(fold(text))
        for (const word of searchWords(text)) expect(searchWords(word)).toEqual([word])
      }),
    )
  })

  test('are bounded in length and number', () => {
    expect(searchWords('x'.repeat(100))).toEqual(['x'.repeat(40)])
    expect(searchWords(Array.from({length: mostWords + 10}, (_, n) => `w${n}`).join(' '))).toHaveLength(mostWords)
    expect(typedWords('a b c d e f g h i j k')).toHaveLength(8)
  })

  test('that are the beginning of another typed word are dropped', () => {
    expect(typedWords('an anna a')).toEqual(['anna'])
  })
})

const screen: ListDefinition = {
  entity: 'Ticket',
  where: null,
  columns: [['subject']],
  sort: [{path: ['subject'], descending: false}],
  filters: [],
  search: [['subject'], ['body'], ['owner', 'name']],
  groupBy: null,
  size: 50,
}

const found = (place: Place, search: string, stop?: number) =>
  place.ask(operator, noGrants, async (reading, visibility) => {
    const {rows} = await listPage(reading, visibility, {
      screen,
      asked: {...emptyQuery, search},
      ...(stop === undefined ? {} : {stop}),
    })
    return rows.map(({cells}) => cells[0]?.text)
  })

describe.each(stores)('a search on $name', ({make}) => {
  async function placeWith(subjects: readonly string[]): Promise<{place: Place; owner: string; ids: string[]}> {
    const place = await worldPlace(make)
    const {specification} = place
    const owner = await addRecord(place.store, specification, 'User', {
      name: 'Zoë Müller',
      email: 'z@example.com',
      active: true,
      roles: [],
    })
    const ids: string[] = []
    for (const subject of subjects)
      ids.push(
        await addRecord(place.store, specification, 'Ticket', {
          subject,
          owner,
          level: 'low',
          starts: '2026-01-01',
          done: false,
        }),
      )
    await refill(place)
    return {place, owner, ids}
  }

  const reading = (place: Place) => ({
    database: place.store.database,
    tables: sqlTables(place.specification.entities),
    moment: requestTimeAt(now, place.specification.limits.settings),
    actor: operator,
    statements: new Statements(),
    loaders: new Loaders({keeps: false}),
  })

  async function refill(place: Place): Promise<void> {
    await place.store.transaction(async db => {
      await fillSearch({db, ...reading(place)}, 'Ticket', new Set(['subject', 'body']))
      await fillSearch({db, ...reading(place)}, 'User', new Set(['name']))
    })
  }

  const subjects = ['Crème brûlée', 'CREMER', 'ice cream', 'Straße 7', 'strassen', 'zebra']

  test.each([
    ['creme', ['CREMER', 'Crème brûlée']],
    ['CRÈME BRU', ['Crème brûlée']],
    ['cre', ['CREMER', 'Crème brûlée', 'ice cream']],
    ['reme', []],
    ['straße', ['Straße 7', 'strassen']],
    ['strasse 7', ['Straße 7']],
    ['zebra mull', ['zebra']],
    ['zoe cremer', ['CREMER']],
    ['muller', subjects.toSorted()],
    ["x'; drop table ticket; --", []],
    ['%', subjects.toSorted()],
  ])('for %s finds %j, collected and scanned', async (text, hits) => {
    const {place} = await placeWith(subjects)
    expect(await found(place, text)).toEqual(hits)
    expect(await found(place, text, 0)).toEqual(hits)
  })

  test('follows every change within its transaction', async () => {
    const {place, owner, ids} = await placeWith(['first thing', 'other'])
    const keep = searchIndex(
      new Map([
        ['Ticket', new Set(['subject', 'body'])],
        ['User', new Set(['name'])],
      ]),
    )
    const change = (entity: string, id: string, values: ReadonlyMap<string, string> | null) =>
      place.store.transaction(db => keep({db, ...reading(place)}, [{entity: {name: entity}, id, values}]))
    const [first = ''] = ids
    await change(
      'Ticket',
      first,
      new Map([
        ['subject', 'first thing'],
        ['body', 'Quite new'],
      ]),
    )
    expect(await found(place, 'quite thing')).toEqual(['first thing'])
    await change(
      'Ticket',
      first,
      new Map([
        ['subject', 'first thing'],
        ['body', 'new again'],
      ]),
    )
    expect(await found(place, 'quite')).toEqual([])
    expect(await found(place, 'again first')).toEqual(['first thing'])
    await change('User', owner, new Map([['name', 'Another Person']]))
    expect(await found(place, 'muller')).toEqual([])
    expect(await found(place, 'another')).toEqual(['first thing', 'other'])
    await change('Ticket', first, null)
    expect(await found(place, 'again')).toEqual([])
    await expect(
      place.store.transaction(async db => {
        await keep({db, ...reading(place)}, [
          {entity: {name: 'Ticket'}, id: first, values: new Map([['subject', 'undone']])},
        ])
        throw new Error('refused')
      }),
    ).rejects.toThrow('refused')
    expect(await found(place, 'undone')).toEqual([])
  })

  test('is rebuilt for more records than are read at once', async () => {
    const place = await worldPlace(make)
    const records = randomRecords(randomFrom(3), 1203)
    await place.fill(records, {Ticket: ['subject'], User: ['name']})
    const subjects = records.flatMap(({entity, values}) => (entity === 'Ticket' ? [String(values.subject)] : []))
    for (const word of ['eclair', 'strasse', 'angstrom', 'z', 'nei']) {
      const hits = subjects.filter(subject => searchWords(subject).some(each => each.startsWith(word))).length
      const {count} = await place.ask(operator, noGrants, (each, visibility) =>
        listPage(each, visibility, {screen: {...screen, search: [['subject']]}, asked: {...emptyQuery, search: word}}),
      )
      expect(count).toEqual({exact: hits})
      expect(hits).toBeGreaterThan(50)
    }
  })
})
