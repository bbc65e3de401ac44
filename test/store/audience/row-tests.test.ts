/** Which changed rows can make a difference to a statement. */
import {describe, expect, it} from 'vitest'
import {mayFulfil, type RowImage} from '../../../src/store/audience/decide.ts'
import {testsOf} from '../../../src/store/audience/row-tests.ts'
import {rowsWrittenBy} from '../../../src/store/audience/written-rows.ts'

interface Asked {
  readonly sql: string
  readonly parameters?: readonly unknown[]
  /** What each query for values finds. */
  readonly found?: (sql: string) => readonly unknown[]
}

/** Whether a row of the table `request` can make a difference; null if the statement is not understood. */
function concerns(row: RowImage, {sql, parameters = [], found}: Asked): boolean | null {
  const tests = testsOf(sql, 'request')
  const ask = ({sql: asked}: {sql: string}) => (found ? new Set(found(asked)) : undefined)
  return tests === null ? null : tests.some(test => mayFulfil(test, {row, parameters, found: ask}))
}

const draft = {id: 'd', person: 'ada', status: 'draft', first_day: '2027-03-01'}

describe('a row', () => {
  it.each([
    ['is compared with values', 'select 1 from "request" as r where r.person = $1 and +(r.status = $2)', true],
    ['whose reference differs', 'select 1 from "request" as r where r.person = $3', false],
    ['is one of several', `select 1 from "request" as r where r.status in ('draft', 'sent')`, true],
    ['is none of several', `select 1 from "request" as r where (r.status in ('sent', 'done') or r.person = $3)`, false],
    ['is not without it', `select 1 from "request" as r where not r.status = $2`, false],
    ['is too early', `select 1 from "request" as r where r.first_day >= cast('2027-04-01' as date)`, false],
    ['has no value', 'select 1 from "request" as r where r.person is null', false],
    [
      'has a value by cases',
      `select 1 from "request" as r where case when r.status = 'draft' then null else 1 end`,
      false,
    ],
    ['has an unknown value', `select 1 from "request" as r where r.note = 'x'`, true],
    ['is compared by a function', `select 1 from "request" as r where lower(r.status) = 'sent'`, true],
    ['is joined', 'select 1 from "user" as u join "request" as r on r.person = u.id where u.id = $3', false],
    [
      'is joined from outside',
      'select 1 from "user" as u left join "request" as r on r.status = $3 where u.id = $3',
      false,
    ],
    [
      'is missing there',
      'select 1 from "request" as r left join "user" as u on u.id = r.person where r.person = $3',
      false,
    ],
    ['may add nulls', 'select 1 from "user" as u left join "request" as r on u.id = $1 where r.person = $3', true],
    ['is right of it', 'select 1 from "user" as u right join "request" as r on r.person = $3', true],
    [
      'is in a part of a union',
      'select 1 from "request" as r where r.person = $3 union select 1 from "request" as r',
      true,
    ],
    [
      'is read within a field',
      'select (select count(*) from "request" as x where x.person = r.id) from (select * from "user" as r where r.id = $3) as r',
      false,
    ],
    [
      'is read for the row of another alias',
      'select 1 from "user" as r where r.id = $3 and exists (select 1 from (select * from "user" as r) as r, "request" as x where x.person = r.id)',
      true,
    ],
  ])('%s', (_, sql, expected) => {
    expect(concerns(draft, {sql, parameters: ['ada', 'draft', 'bo']})).toBe(expected)
  })

  it('is found by a short list', () => {
    const sql = 'select 1 from "request" as r where r.person in (select u.id from "user" as u where u.manager = $1)'
    const asked: string[] = []
    const among = (ids: readonly string[]) => (query: string) => {
      asked.push(query)
      return ids
    }
    expect(concerns(draft, {sql, parameters: ['max'], found: among(['bo'])})).toBe(false)
    expect(concerns(draft, {sql, parameters: ['max'], found: among(['bo', 'ada'])})).toBe(true)
    expect(concerns(draft, {sql, parameters: ['max']})).toBe(true)
    expect(asked[0]).toContain('"user" as u where u.manager = $1')
  })

  it('is of no use where nothing else is found', () => {
    const sql =
      'select 1 from "request" as r where exists (select 1 from "deputy" as d where d.person = r.person and d.deputy = $1)'
    expect(concerns(draft, {sql, found: () => []})).toBe(false)
    expect(concerns(draft, {sql, found: () => [1]})).toBe(true)
  })

  it('that is read by the id of itself is tested where its id comes from', () => {
    const sql = `with f as materialized (select r.id from "request" as r where r.person = $1)
      select r.note from f as p cross join "request" as r where r.id = p.id`
    expect(concerns(draft, {sql, parameters: ['bo']})).toBe(false)
    expect(concerns(draft, {sql, parameters: ['ada']})).toBe(true)
    // Two rows that name each other are no reason to leave both out.
    const pair = 'select 1 from "request" as a, "request" as b where a.id = b.id'
    expect(concerns(draft, {sql: pair})).toBe(true)
  })

  it.each([
    `select E'\\'' from "request"`,
    'delete from "request" where id = $1',
    'select 1 from "request" as r where r.id = $1)',
    'select $$x$$ from "request"',
  ])('makes a difference to a statement that is not understood: %s', sql => {
    expect(testsOf(sql, 'request')).toBeNull()
  })
})

describe('the rows of a statement that writes', () => {
  it('are those that its text names', () => {
    const insert = 'insert into nonet_history (id, entity, record, changes) values ($1, $2, $3, $4), ($5, $2, $6, $4)'
    expect(rowsWrittenBy(insert, ['h', 'Request', 'r1', '{"note":"secret"}', 'i', 'r2'])).toEqual([
      {entity: 'Request', record: 'r1'},
      {entity: 'Request', record: 'r2'},
    ])
    const upsert = `insert into nonet_state (entity, record, state) values ($1, $2, $3)
      on conflict (record) do update set state = excluded.state`
    expect(rowsWrittenBy(upsert, ['Request', 'r1', 'sent'])).toEqual([{record: 'r1'}])
    expect(rowsWrittenBy('delete from nonet_search where record = $1 and word in ($2)', ['r1', 'x'])).toEqual([
      {record: 'r1'},
    ])
    expect(rowsWrittenBy('update nonet_state set state = $1 where record = $2', ['x', 'r1'])).toEqual([{record: 'r1'}])
    expect(rowsWrittenBy('update nonet_state set record = $1 where record = $2', ['x', 'r1'])).toEqual([
      {record: 'r1'},
      {},
    ])
    expect(rowsWrittenBy('delete from nonet_search', [])).toEqual([{}])
    expect(rowsWrittenBy('insert into nonet_search (record) select id from "request"', [])).toBeNull()
  })
})
