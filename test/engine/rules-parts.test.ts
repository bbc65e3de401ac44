/** Rules of an owner about its line items, however they are written, and rules over several requests of one change. */

import {describe, expect, it} from 'vitest'
import {type ChangeRequest, operator} from '../../src/screens/testing.ts'
import {creating, deleting, done, engineOf, refusals, updating} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'
import {act, rulesOfDocument, shown} from '../kit/time-off.ts'

const document = `# Orders

## 3. Entities

### Project

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| orders | list of Order by project | |
| lines | = count(Line[order.project = this]) | |

### Order
- part of: Project

| Field | Type | Required | Default |
|---|---|---|---|
| project | Project | yes | |
| name | text | yes | |
| due | date | | |
| lines | list of Line by order | | |
| total | = sum(lines.amount) | | |

### Line
- part of: Order

| Field | Type | Required |
|---|---|---|
| order | Order | yes |
| quantity | number | yes |
| price | decimal 2 | yes |
| amount | = quantity * price | |

### Account

| Field | Type | Required | Default |
|---|---|---|---|
| owner | text | yes | |
| other | Account | | |
| balance | number | yes | 0 |

## 4. States

### Order

- starts: draft
- final: sent

| Action | From | To | Who | Asks | Then |
|---|---|---|---|---|---|
| send | draft | sent | Member | | |
| double | draft | same | Member | price: decimal 2 | create Line(order: this, quantity: 1, price: price) |

## 5. Rules

| Rule | On | When | Must hold | Error |
|---|---|---|---|---|
| not too dear | Order.name | | total <= 100 | TOO_DEAR |
| nothing without lines | Order | status = "sent" | count(Line[order = this]) > 0 | NO_LINES |
| due in time | Order.due | | due = null or due >= today() | OVERDUE |
| new orders have no past | Order create | | old.name = null | NOT_NEW |
| lines of a project | Project | | lines <= 4 | TOO_MANY |
| sold in dozens | Line.quantity | | quantity != 13 | UNLUCKY |
| books agree | Account | other != null | balance + other.balance = 0 | UNEVEN |

## 8. Errors

| Code | Status | Message |
|---|---|---|
| TOO_DEAR | 422 | {name} costs {total}. |
| NO_LINES | 422 | Nothing is ordered. |
| NOT_NEW | 422 | Not new. |
| OVERDUE | 422 | Too late. |
| TOO_MANY | 422 | Too many lines in {name}. |
| UNLUCKY | 422 | Not thirteen. |
| UNEVEN | 422 | The books do not agree. |
`

describe.each(stores)('rules about line items on $name', ({make}) => {
  async function office() {
    const made = await engineOf({document, address: await make(document), rules: rulesOfDocument})
    const change = (...requests: ChangeRequest[]) => made.engine.change(operator, requests)
    const project = done(await change(creating('Project', {name: 'Bridge'})))
    const order = done(await change(creating('Order', {project: project.id, name: 'Steel'})))
    const line = (price: number, more: Readonly<Record<string, string | number>> = {}) =>
      creating('Line', {order: order.id, quantity: 1, price, ...more})
    return {...made, change, project, order, line}
  }

  it('are checked when a line item is written, moved or removed on its own, and then concern the whole record', async () => {
    const {engine, change, project, order, line} = await office()
    const first = done(await change(line(60)))
    const second = done(await change(line(40)))
    const dear = await change(line(0.01))
    expect(refusals(dear)).toEqual(['TOO_DEAR'])
    expect(dear.ok ? null : dear.problems[0]?.values).toEqual({name: 'Steel', total: '100.01'})
    expect(refusals(await change(updating('Line', second, {quantity: 2})))).toEqual(['TOO_DEAR'])
    const other = done(await change(creating('Order', {project: project.id, name: 'Wood'})))
    const third = done(await change(line(50, {order: other.id})))
    expect(refusals(await change(updating('Line', third, {order: order.id})))).toEqual(['TOO_DEAR'])
    expect(await shown(engine, order, 'total')).toBe('100')
    done(await act(engine, operator, other, 'send'))
    expect(refusals(await change(deleting('Line', third)))).toEqual(['NO_LINES'])
    expect(refusals(await change(updating('Line', third, {order: order.id, price: 0})))).toEqual(['NO_LINES'])
    done(await change(deleting('Line', first)))
  })

  it('reach the owner of an owner, and are reported once however many items break them', async () => {
    const {change, line} = await office()
    expect(refusals(await change(line(1), line(1), line(1), line(1), line(1)))).toEqual(['TOO_MANY'])
    done(await change(line(1), line(1), line(1), line(1)))
    expect(refusals(await change(line(1)))).toEqual(['TOO_MANY'])
  })

  it('do not check rules of the owner that do not concern its items', async () => {
    const {change, clock, order, line} = await office()
    done(await change(updating('Order', order, {due: '2026-03-10'})))
    clock.now = Date.parse('2026-03-12T09:00:00Z')
    done(await change(line(5)))
    expect(refusals(await change(updating('Order', {...order, version: 2}, {name: 'Iron'})))).toEqual(['due: OVERDUE'])
  })

  it('let an owner be deleted with its items', async () => {
    const {change, engine, order, line} = await office()
    done(await change(line(5)))
    const sent = done(await act(engine, operator, order, 'send'))
    done(await change(deleting('Order', sent)))
  })

  it('are reported at the line item in the form of its owner, also if an action follows', async () => {
    const {engine, change, project} = await office()
    const parts = new Map([
      ['lines', [creating('Line', {quantity: 1, price: 1}), creating('Line', {quantity: 13, price: 10})]],
    ])
    const create = creating('Order', {project: project.id, name: 'Nails'}, {parts})
    const both = ['name: TOO_DEAR', 'lines.1.quantity: UNLUCKY']
    expect(refusals(await change(create))).toEqual(both)
    const sent = await engine.change(operator, [{...create, perform: {action: 'send', inputs: new Map()}}])
    expect(refusals(sent)).toEqual(both)
  })

  it('apply to records created by an action', async () => {
    const {engine, change, order, line} = await office()
    done(await change(line(60)))
    expect(refusals(await act(engine, operator, order, 'double', {price: 41}))).toEqual(['name: TOO_DEAR'])
    done(await act(engine, operator, order, 'double', {price: 40}))
    expect(await shown(engine, order, 'total')).toBe('100')
  })

  it('are checked on the records after all requests of a change', async () => {
    const {change, line} = await office()
    const dear = done(await change(line(100)))
    done(await change(line(30), updating('Line', dear, {price: 70})))
    const one = done(await change(creating('Account', {owner: 'One'})))
    const two = done(await change(creating('Account', {owner: 'Two', other: one.id})))
    const uneven = await change(updating('Account', two, {balance: -5}))
    expect(refusals(uneven)).toEqual(['UNEVEN'])
    done(await change(updating('Account', two, {balance: -5}), updating('Account', one, {balance: 5})))
    const [two2, one2] = [
      {...two, version: 2},
      {...one, version: 2},
    ]
    const second = await change(updating('Account', one2, {owner: 'First'}), updating('Account', two2, {balance: 1}))
    expect(second).toMatchObject({ok: false, code: 'UNEVEN', problems: [{at: 1, field: null, code: 'UNEVEN'}]})
  })
})
