/** Fields that functions of own code set: at each write, from the records as the change leaves them. */

import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {entityOf} from '../../src/engine/query/read-context.ts'
import {readStored} from '../../src/engine/query/stored.ts'
import type {Input} from '../../src/engine/transaction/change.ts'
import {type CallFunctions, FunctionFailed} from '../../src/engine/transaction/context.ts'
import type {Json} from '../../src/feel/core.ts'
import {formatNum} from '../../src/feel/decimal.ts'
import {isNum} from '../../src/feel/value.ts'
import {type Actor, documentGrants, documentRules, operator} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done, engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Rooms

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Bookings | /bookings | list of Booking | Clerk |
| Booking | /bookings/:id | record of Booking | Clerk |

### Bookings

- columns: title, price
- sort: -price

## 3. Entities

### Functions

| Function | Takes | Gives |
|---|---|---|
| price | hours: number, seats: number | number |
| grade | price: number, kind: one of office, hall, day: date | one of low, high |

### Room
- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |
| kind | one of office, hall | yes |
| seats | number | yes |

### Line
- part of: Booking

| Field | Type | Required |
|---|---|---|
| booking | Booking | yes |
| hours | decimal 2 | yes |

### Booking
- named by: title

| Field | Type | Required | Default | Set by |
|---|---|---|---|---|
| title | text 1..40 | yes | | |
| room | Room | yes | | |
| day | date | | | |
| hours | decimal 2 | | | |
| lines | list of Line by booking | | | |
| worked | = hours + (if count(lines) = 0 then 0 else sum(lines.hours)) | | | |
| price | decimal 2 | | | price(worked, room.seats) |
| grade | one of low, high | | | grade(price, room.kind, day) |

## 4. States

### Booking

| Action | Who | Then |
|---|---|---|
| longer | Clerk | set hours = hours + 1 |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| affordable | Booking | price = null or price <= 1000 | TOO_DEAR |

## 6. Roles

| Role | Joins by |
|---|---|
| Clerk | invitation |

| Role | May | On | Fields |
|---|---|---|---|
| Clerk | read | Booking, Line | |
| Clerk | read | Room | name |
| Clerk | create, update | Booking | title, room, day, hours |
| Clerk | create, update | Line | |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_DEAR | 422 | That is too expensive. |
`

const changing = (id: string, version: number, fields: Values) => ({
  kind: 'update' as const,
  entity: 'Booking',
  id,
  version,
  fields: new Map(Object.entries(fields).map(([name, json]) => [name, {json}] as const)),
})

type Values = Readonly<Record<string, Json>>
type Functions = Readonly<Record<string, (values: Values) => Json>>

const usual: Functions = {
  price: ({hours, seats}) => Number(hours) * Number(seats) * 1.5,
  grade: ({price, kind, day}) => (Number(price) > 100 && kind === 'hall' && String(day) > '2026' ? 'high' : 'low'),
}

async function bookings(address: string, functions: Functions | null = usual) {
  const calls: string[] = []
  const caller: CallFunctions = async asked => {
    calls.push(asked.map(({name, values}) => `${name} ${JSON.stringify(values)}`).join('; '))
    return asked.map(({name, values}) => functions?.[name]?.(values) ?? null)
  }
  const {engine} = await engineOf({
    document,
    address,
    grants: documentGrants,
    rules: documentRules(documentOf(document).specification),
    ...(functions && {functions: caller}),
  })
  const make = async (entity: string, fields: Record<string, Json>) =>
    done(await engine.change(operator, [creating(entity, fields)])).id
  const hall = await make('Room', {name: 'Hall', kind: 'hall', seats: 10})
  const ada = await make('User', {email: 'ada@example.com', name: 'Ada', roles: ['Clerk']})
  const clerk: Actor = {kind: 'person', id: ada, name: 'Ada', roles: ['Clerk']}
  /** Its title, price, grade and version. */
  const stored = (id: string) =>
    engine.read(operator, async reader => {
      const entity = entityOf(reader, 'Booking')
      const values = await readStored(reader, entity, id, reader.visibility.records('Booking'))
      return ['price', 'grade', 'version'].map(name => {
        const value = values?.get(name) ?? null
        return isNum(value) ? Number(formatNum(value)) : value
      })
    })
  return {engine, make, hall, clerk, calls, stored}
}

describe.each(stores)('on $name, a field that a function sets', ({make: address}) => {
  test('has its value with the record, and again after each write, also in an action', async () => {
    const {engine, make, hall, clerk, calls, stored} = await bookings(await address())
    const id = await make('Booking', {title: 'Fair', room: hall, day: '2026-05-01', hours: 8})
    expect(calls).toEqual(['price {"hours":8,"seats":10}', 'grade {"price":120,"kind":"hall","day":"2026-05-01"}'])
    expect(await stored(id)).toEqual([120, 'high', 1])
    const saved = await engine.change(clerk, [changing(id, 1, {hours: 2})])
    expect(saved).toMatchObject({ok: true, records: [{version: 2}]})
    expect(await stored(id)).toEqual([30, 'low', 2])
    await engine.change(clerk, [
      {kind: 'action', entity: 'Booking', id, version: 2, action: 'longer', inputs: new Map()},
    ])
    expect(await stored(id)).toEqual([45, 'low', 3])
    done(await engine.change(clerk, [changing(id, 3, {hours: 0.75})]))
    expect(calls.at(-2)).toBe('price {"hours":0.75,"seats":10}')
    expect(await stored(id)).toEqual([11.25, 'low', 4])
    // The history has it in the entry of the change.
    const history = await engine.read(operator, ({db}) =>
      sql<{changes: unknown}>`select changes from nonet_history where record = ${id} order by version`.execute(db),
    )
    expect(history.rows.map(({changes}) => JSON.stringify(changes).includes('price'))).toEqual([true, true, true, true])
  })

  test('includes line items, many records at once, and is empty where a value is missing', async () => {
    const {engine, hall, clerk, calls, stored} = await bookings(await address())
    const fields = new Map<string, Input>(
      Object.entries({title: 'Fair', room: hall, hours: 1}).map(([name, json]) => [name, {json}]),
    )
    const line = {kind: 'create', fields: new Map([['hours', {json: 3}]])} as const
    const made = done(
      await engine.change(clerk, [{kind: 'create', entity: 'Booking', fields, parts: new Map([['lines', [line]]])}]),
    )
    // Without a day there is no grade, and the function is not asked.
    expect(await stored(made.id)).toEqual([60, null, 1])
    expect(calls).toEqual(['price {"hours":4,"seats":10}'])
    const several = await engine.change(
      clerk,
      [1, 2].map(hours => creating('Booking', {title: `${hours}`, room: hall, hours})),
    )
    if (!several.ok) throw new Error('They were refused.')
    expect(calls.at(-1)).toBe('price {"hours":1,"seats":10}; price {"hours":2,"seats":10}')
    expect(await Promise.all(several.records.map(({id}) => stored(id)))).toEqual([
      [15, null, 1],
      [30, null, 1],
    ])
  })

  test('is seen by rules, and is filled in by no one', async () => {
    const {engine, hall, clerk} = await bookings(await address())
    const dear = await engine.change(clerk, [creating('Booking', {title: 'Fair', room: hall, hours: 80})])
    expect(dear).toMatchObject({ok: false, problems: [{code: 'TOO_DEAR'}]})
    const forged = await engine.change(clerk, [creating('Booking', {title: 'Fair', room: hall, hours: 8, price: 1})])
    expect(forged).toMatchObject({ok: false})
  })

  test.each<[string, (values: Values) => Json]>([
    [
      'throws',
      () => {
        throw new FunctionFailed('no price')
      },
    ],
    ['gives a text', () => '120'],
    ['gives no finite number', () => Number.POSITIVE_INFINITY],
    ['gives a list', () => [120]],
    ['gives an object', () => ({valueOf: 120})],
    ['gives too many places', () => 1e300],
  ])('whose function %s refuses the change as a whole', async (_, price) => {
    const {engine, hall, clerk} = await bookings(await address(), {...usual, price})
    const outcome = await engine.change(clerk, [creating('Booking', {title: 'Fair', room: hall, hours: 8})])
    expect(outcome).toMatchObject({
      ok: false,
      code: 'FUNCTION_FAILED',
      problems: [{field: 'price', values: {field: 'Price'}}],
    })
    expect(
      await engine.read(operator, ({db}) => sql`select id from nonet_history where entity = 'Booking'`.execute(db)),
    ).toMatchObject({rows: []})
  })

  test('is empty without own code, and never out of date', async () => {
    const {engine, make, hall, clerk, stored} = await bookings(await address(), null)
    const id = await make('Booking', {title: 'Fair', room: hall, hours: 8})
    expect(await stored(id)).toEqual([null, null, 1])
    done(await engine.change(clerk, [changing(id, 1, {hours: 2})]))
    expect(await stored(id)).toEqual([null, null, 2])
  })
})
