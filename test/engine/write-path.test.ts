/** The one write path: the steps of a write, what a rejected one leaves behind, and who may write at all. */

import {sql} from 'kysely'
import {describe, expect, it} from 'vitest'
import type {ReadContext} from '../../src/engine/query/read-context.ts'
import type {WriteContext} from '../../src/engine/transaction/context.ts'
import {changeRecord} from '../../src/engine/write/change-record.ts'
import {performOnAll, writeAll, writeOne} from '../../src/engine/write/write.ts'
import {type Engine, operator, readHistory, runSystemActions} from '../../src/screens/testing.ts'
import {creating, deleting, done, engineOf, person, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument} from '../kit/time-off.ts'

const document = `# Orders

## 3. Entities

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| name | text 1..60 | yes | |
| checks | number | yes | 0 |
| buyer | User | | |
| lines | list of Line by order | | |

### Line
- part of: Order

| Field | Type | Required |
|---|---|---|
| order | Order | yes |
| name | text | yes |

### Claim

| Field | Type | Required |
|---|---|---|
| line | Line | yes |

## 4. States

### Order

- starts: draft
- final: sent

| Action | From | To | Who | When | Then | Error |
|---|---|---|---|---|---|---|
| check | draft | same | everyone | | set checks = count(Order[name = "seen"]); set name = "seen"; set checks = checks + count(Order[name = "seen"]) | |
| send | draft | sent | everyone | | notify buyer; call shop | |
| tidy | draft | same | system | name = "first" | set name = "first done" | |
| tidy | draft | same | system | name = "second" | set name = "second done" | |

## 5. Rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
| not forbidden | Order send | | name != "forbidden" | FORBIDDEN_NAME |
| two at most | Order | status = "sent" | count(Order[status = "sent"]) <= 2 | TOO_MANY |

## 7. Calls

- hosts: shop.example.com

| Event | Method | URL | Sends |
|---|---|---|---|
| shop | POST | "https://shop.example.com/orders" | name |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| FORBIDDEN_NAME | 422 | {name} may not be sent. |
| TOO_MANY | 422 | Too many. |
`

async function countIn(engine: Engine, table: string): Promise<number> {
  const {rows} = await engine.read(operator, ({db}) =>
    sql<{count: unknown}>`select count(*) as count from ${sql.table(table)}`.execute(db),
  )
  return Number(rows[0]?.count)
}

const numbered = `# Tickets

## 3. Entities

### Ticket

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| title | text 1..60 | yes |

### Visit

| Field | Type |
|---|---|
| number | serial from 1 |

## 4. States

### Ticket

- starts: open
- final: closed

| Action | From | To | Who | When | Then |
|---|---|---|---|---|---|
| close | open | closed | signed in | | |
| note | any | same | system | title = "watched" | create Visit(); set title = "visited" |
`

describe.each(stores)('a write on $name', ({make}) => {
  it('attack: finds no record by a text that is not an id, as for one that does not exist', async () => {
    const {engine} = await engineOf({document, address: await make(document)})
    const {id} = done(await engine.change(operator, [creating('Order', {name: 'first', checks: 0})]))
    for (const odd of ['x', '', '1', `${id} `, `${id}:1`, id.toUpperCase(), `{${id}}`, 'null']) {
      const record = {id: odd, version: 1}
      const send = {kind: 'action', entity: 'Order', id: odd, action: 'send', inputs: new Map(), version: 1} as const
      for (const request of [updating('Order', record, {name: 'x'}), deleting('Order', record), send])
        expect([odd, refusals(await engine.change(operator, [request]))]).toEqual([odd, ['NOT_FOUND']])
    }
  })
})

describe.each(stores)('a rehearsal on $name', ({make}) => {
  it('code 15: shows the numbers that would be next, and takes none', async () => {
    const {engine} = await engineOf({document: numbered, address: await make(numbered)})
    const ada = person(
      done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'a@example.com'})])).id,
    )
    const shown = async ({db}: ReadContext, table: string) =>
      (await sql<{number: unknown}>`select number from ${sql.table(table)} order by number`.execute(db)).rows.map(
        ({number}) => Number(number),
      )
    const preview = () =>
      engine.dryRun(
        ada,
        context => writeAll(context, [creating('Ticket', {title: 'first'}), creating('Ticket', {title: 'watched'})]),
        async context => [await shown(context, 'ticket'), await shown(context, 'visit')],
      )
    for (let time = 0; time < 3; time += 1) expect(await preview()).toEqual({ok: true, value: [[1, 2], [1]]})
    done(await engine.change(ada, [creating('Ticket', {title: 'watched'})]))
    const real = await engine.read(operator, async reader => [
      await shown(reader, 'ticket'),
      await shown(reader, 'visit'),
    ])
    expect(real).toEqual([[1], [1]])
  })
})

describe.each(stores)('the write path on $name', ({make}) => {
  const orders = async () => {
    const {engine} = await engineOf({document, address: await make(document), rules: rulesOfDocument})
    const buyer = done(await engine.change(operator, [creating('User', {name: 'Ada', email: 'ada@example.com'})])).id
    const order = async (name: string) => done(await engine.change(operator, [creating('Order', {name, buyer})]))
    return {engine, buyer, order}
  }

  it('rolls back an action whose rules are broken: no change, history, notification or call', async () => {
    const {engine, order} = await orders()
    const forbidden = await order('forbidden')
    const before = await countIn(engine, 'nonet_history')
    expect(refusals(await act(engine, operator, forbidden, 'send'))).toEqual(['FORBIDDEN_NAME'])
    expect(await countIn(engine, 'nonet_history')).toBe(before)
    expect(await countIn(engine, 'nonet_notification')).toBe(0)
    expect(await countIn(engine, 'nonet_outbox')).toBe(0)
    done(await act(engine, operator, await order('allowed'), 'send'))
    expect(await countIn(engine, 'nonet_notification')).toBe(1)
    expect(await countIn(engine, 'nonet_outbox')).toBe(1)
  })

  it('records an action as one history entry, even if its effects write the record several times', async () => {
    const {engine, order} = await orders()
    const made = await order('plain')
    const acted = done(await act(engine, operator, made, 'check'))
    expect(acted.version).toBeGreaterThan(made.version + 1)
    const [latest, first, ...others] = await engine.read(operator, reader => readHistory(reader, made))
    expect(others).toEqual([])
    expect(first?.action).toBe('create')
    expect(latest).toMatchObject({action: 'check', version: acted.version})
    expect(latest?.changes).toEqual([
      {field: 'name', before: 'plain', after: 'seen'},
      {field: 'checks', before: 0, after: 1},
    ])
  })

  it('keeps a record whose line item others refer to, and reports it', async () => {
    const {engine, order} = await orders()
    const made = await order('with a line')
    const line = done(await engine.change(operator, [creating('Line', {order: made.id, name: 'one'})]))
    const claim = done(await engine.change(operator, [creating('Claim', {line: line.id})]))
    expect(refusals(await engine.change(operator, [deleting('Order', made)]))).toEqual(['REFERRED_TO'])
    expect(await countIn(engine, 'line')).toBe(1)
    done(await engine.change(operator, [deleting('Claim', claim)]))
    done(await engine.change(operator, [deleting('Order', made)]))
    expect(await countIn(engine, 'line')).toBe(0)
  })

  it('applies each row of a system action by its own condition', async () => {
    const {engine, order} = await orders()
    await order('first')
    await order('second')
    expect((await runSystemActions(engine)).performed).toBe(2)
    const {rows} = await engine.read(operator, ({db}) =>
      sql<{name: string}>`select name from ${sql.table('order')} order by id`.execute(db),
    )
    expect(rows.map(({name}) => name)).toEqual(['first done', 'second done'])
  })

  it('checks the rules of several actions one after the other, and rolls back all of them if one is rejected', async () => {
    const {engine, order} = await orders()
    const records = [await order('a'), await order('b'), await order('c')]
    const request = {entity: 'Order', action: 'send', records, inputs: new Map()}
    const outcome = await engine.unitOfWork(operator, context => performOnAll(context, request))
    expect(outcome).toMatchObject({ok: false, problems: [{at: 2, code: 'TOO_MANY'}]})
    expect(await countIn(engine, 'nonet_notification')).toBe(0)
  })

  it('continues after a rejected request, if the caller sends one at a time', async () => {
    const {engine, buyer} = await orders()
    const outcome = await engine.unitOfWork(operator, async context => {
      const refused = await writeOne(context, creating('Order', {name: ''}))
      expect(refused).toMatchObject({ok: false, problems: [{field: 'name'}]})
      return writeAll(context, [creating('Order', {name: 'after', buyer})])
    })
    expect(outcome.ok).toBe(true)
    expect(await countIn(engine, 'order')).toBe(1)
  })
})

it('rejects read contexts and writes outside a unit of work at compile time', () => {
  const request = creating('Order', {name: 'x'})
  const attempts = (read: ReadContext, write: WriteContext) => [
    writeOne(write, request),
    // @ts-expect-error: a context that reads cannot write
    writeOne(read, request),
    // @ts-expect-error: outside a unit of work, its rules and history would be missing
    changeRecord(write, request),
  ]
  expect(attempts).toBeTypeOf('function')
})
