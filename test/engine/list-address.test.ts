/** The query of a list, parsed from the address and formatted again. */

import {describe, expect, test} from 'vitest'
import {type ListAsker, readListQuery, writeListQuery} from '../../src/engine/lists/list-address.ts'
import {Permissions} from '../../src/engine/permissions/visibility.ts'
import type {ListDefinition} from '../../src/engine/query/list-query.ts'
import {localeOf} from '../../src/engine/query/lookup.ts'
import {type Grant, grantsBy, requestTimeAt} from '../../src/screens/testing.ts'
import {newId} from '../../src/store/ids.ts'
import {now, world} from './list-world.ts'

const specification = world()
const paths = (text: string) => text.split(' ').map(path => path.split('.'))
const screen: ListDefinition = {
  entity: 'Ticket',
  where: null,
  columns: paths('subject owner owner.team level starts colours'),
  sort: [{path: ['due'], descending: false}],
  filters: paths('level mood owner owner.team starts due made price score done parent subject colours late'),
  search: paths('subject'),
  groupBy: null,
  size: 10,
}

function asking(fields: Grant['fields'] = null): ListAsker {
  const grants = grantsBy((_, __, entity) => [{where: null, fields: entity === 'Ticket' ? fields : null}])
  const visibility = new Permissions(specification.entities, grants).of({
    kind: 'person',
    id: newId(),
    name: 'Ada',
    roles: [],
  })
  return {screen, visibility, locale: localeOf(requestTimeAt(now, specification.limits.settings))}
}

const [ada, bob] = [newId(), newId()]
const read = (query: string, by = asking()) => readListQuery(new URLSearchParams(query), by)

describe('the query of a list', () => {
  test.each([
    '',
    'sort=-starts',
    'sort=-starts,owner.team',
    'q=anna%20b',
    'level=high,low',
    'mood=good,none',
    'mood=none',
    `owner=${ada}`,
    `owner=${ada},${bob}`,
    `owner.team=${ada},none`,
    'starts=2026-01-01..2026-03-31',
    'starts=2026-01-01..',
    'starts=..2026-03-31',
    'starts=2026-01-01',
    'price=-1.5..2',
    'score=0..100.25',
    'made=2026-01-01T10:00:00Z..',
    'done=yes',
    'late=no',
    'parent=none',
    'subject=caf%C3%A9%20%26%20co',
    'colours=red,none',
    'after=WzEsMl0',
    'before=WzEsMl0',
    'level=high&starts=2026-01-01..&sort=-level&q=x&after=abc',
  ])('round-trips: %s', query => {
    const {asked, ignored} = read(query)
    expect(ignored).toEqual([])
    expect(writeListQuery(asked)).toBe(query)
  })

  test.each([
    // Unknown keys, invalid values.
    ['nonsense=1', '', ['nonsense unknown']],
    ['tags=x', '', ['tags unknown']],
    ['_data=7', '', []],
    ['level=loud', '', ['level unreadable']],
    ['level=high,loud', 'level=high', ['level unreadable']],
    ['starts=soon', '', ['starts unreadable']],
    ['starts=2026-02-31..2026-03-31', 'starts=..2026-03-31', ['starts unreadable']],
    ['starts=..', '', []],
    ['owner=ada', 'owner=ada', []],
    [`owner=${ada},x`, `owner=${ada}`, ['owner unreadable']],
    ['done=perhaps', '', ['done unreadable']],
    ['price=1e999', '', ['price unreadable']],
    ['subject=%00', '', ['subject unreadable']],
    ['sort=colours', '', ['sort unreadable']],
    ['sort=price', '', ['sort unreadable']],
    ['sort=-starts,nothing', 'sort=-starts', ['sort unreadable']],
    ['sort=due,due', 'sort=due', ['sort unreadable']],
    ['after=%22', '', ['after unreadable']],
    [`q=${'x'.repeat(300)}`, '', ['q unreadable']],
    ['level=', '', []],
    // As sent by forms without JavaScript.
    ['level=high&level=low', 'level=high,low', []],
    ['starts.from=2026-01-01&starts.to=', 'starts=2026-01-01..', []],
    ['price.from=&price.to=2', 'price=..2', []],
    ['level=low,high', 'level=high,low', []],
  ])('%s is parsed as %s', (query, canonical, told) => {
    const {asked, ignored} = read(query)
    expect(writeListQuery(asked)).toBe(canonical)
    expect(ignored.map(({key, why}) => `${key} ${why}`)).toEqual(told)
  })

  test('treats a date as the whole day in the time zone', () => {
    const {asked} = read('made=2026-03-29')
    // The day of the clock change in Paris has 23 hours.
    expect(writeListQuery(asked)).toBe('made=2026-03-28T23:00:00Z..2026-03-29T21:59:59.999Z')
  })

  test('treats a field that is never visible as unknown', () => {
    const {asked, ignored} = read('level=high&sort=-starts&nonsense=1', asking(new Set(['subject'])))
    expect(asked).toEqual({sort: [], filters: [], search: '', place: null})
    expect(ignored).toEqual([
      {key: 'level', why: 'unknown'},
      {key: 'nonsense', why: 'unknown'},
      {key: 'sort', why: 'unreadable'},
    ])
  })
})
