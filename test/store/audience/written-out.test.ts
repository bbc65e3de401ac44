/** Statements with the functions that they call written out, for deciding which changed rows matter to them. */
import {describe, expect, it, test} from 'vitest'
import {mayFulfil, type RowImage} from '../../../src/store/audience/decide.ts'
import {testsOf} from '../../../src/store/audience/row-tests.ts'
import {type FunctionText, writtenOut} from '../../../src/store/audience/written-out.ts'

const functions: Readonly<Record<string, FunctionText>> = {
  field_used: {
    table: 'allowance',
    value: `(select count(*) from "request" as "x1" where "x1"."person" = "r"."person" and "x1"."status" = 'approved')`,
  },
  field_left: {table: 'allowance', value: `"r"."days" - nonet.field_used("r"."id")`},
  field_since: {table: 'user', value: `(select count(*) from "request" as "x1" where "x1"."day" >= $2)`},
  field_team: {
    table: 'user',
    value: `(select sum(nonet.field_used("x2"."id")) from "allowance" as "x2" where "x2"."person" = "r"."id")`,
  },
}
const textOf = (name: string) => functions[name]

/** Whether a request can make a difference. */
function concerns(row: RowImage, sql: string, parameters: readonly unknown[]): boolean {
  const written = writtenOut(sql, textOf)
  const tests = written === null ? null : testsOf(written, 'request')
  return tests === null || tests.some(each => mayFulfil(each, {row, parameters, found: () => undefined}))
}

describe('a call is written out', () => {
  it('for the row that it names', () => {
    expect(writtenOut('select nonet.field_since("x1"."id", cast($3 as date)) as c0 from "user" as "x1"', textOf)).toBe(
      'select (select (select count(*) from "request" as "x1 1" where "x1 1"."day" >= cast($3 as date)) from "user" as "r 1" where "r 1"."id" = "x1"."id") as c0 from "user" as "x1"',
    )
  })

  it('with those that it calls', () => {
    const written = writtenOut('select nonet.field_left("r"."id") from "allowance" as r', textOf)
    expect(written).not.toContain('nonet.')
    expect(written).toContain('"x1 2"."person" = "r"."person"')
  })

  it('once for each row of a query', () => {
    const twice = 'select nonet.field_used("r"."id"), nonet.field_used("r"."id") from "allowance" as r'
    expect(writtenOut(twice, textOf)?.match(/nonet\./g)).toHaveLength(1)
    const apart = `select nonet.field_used("r"."id") from "allowance" as r union select nonet.field_used("r"."id") from (select * from "allowance" where id in (select nonet.field_used("r"."id") from "allowance" as r)) as r`
    expect(writtenOut(apart, textOf)).not.toContain('nonet.')
    // Functions that two functions call are called for the rows of two queries.
    const nested = `select nonet.field_left("r"."id") from "allowance" as r union select nonet.field_left("r"."id") from "allowance" as r`
    expect(writtenOut(nested, textOf)).not.toContain('nonet.')
  })

  it('not where tables and columns are named like its rows', () => {
    const named = {table: 'x1', value: `(select count("x1"."r") from "r" as "x1" where "x1"."x2" = "r"."id")`}
    expect(writtenOut('select nonet.field_odd("x1"."id") from "x1" as "x1"', () => named)).toContain(
      `(select count("x1 1"."r") from "r" as "x1 1" where "x1 1"."x2" = "x1"."id")`,
    )
  })

  it.each([
    'select nonet.field_unknown("r"."id") from "allowance" as r',
    'select nonet.field_used($1) from "allowance" as r',
    'select nonet.field_since("r"."id") from "user" as r',
    'select nonet.field_used("r"."id") from "allowance" as r)',
  ])('not in a statement that is not understood: %s', sql => {
    expect(writtenOut(sql, textOf)).toBeNull()
  })
})

test('a changed row matters only to those whose value it can change', () => {
  const own = 'select nonet.field_left("r"."id") as c0 from "allowance" as r where r.person = $1'
  const approved = {id: 'q', person: 'ada', status: 'approved'}
  expect(concerns(approved, own, ['ada'])).toBe(true)
  expect(concerns(approved, own, ['bo'])).toBe(false)
  expect(concerns({...approved, status: 'draft'}, own, ['ada'])).toBe(false)
  const ofTeam = 'select nonet.field_team("r"."id") from "user" as r where r.id = $1'
  expect(concerns(approved, ofTeam, ['ada'])).toBe(true)
  expect(concerns({...approved, status: 'draft'}, ofTeam, ['ada'])).toBe(false)
  const late = 'select 1 from "user" as r where nonet.field_since("r"."id", cast($1 as date)) > 0'
  expect(concerns({...approved, day: '2026-01-01'}, late, ['2026-02-01'])).toBe(false)
  expect(concerns({...approved, day: '2026-03-01'}, late, ['2026-02-01'])).toBe(true)
})
