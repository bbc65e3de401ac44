/** When functions of own code are called in a write, and what of the write remains if one of them fails. */
import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {recompute} from '../../src/engine/recompute.ts'
import {type CallFunctions, FunctionFailed, FunctionStopped} from '../../src/engine/transaction/context.ts'
import type {Json} from '../../src/feel/core.ts'
import {columnName, tableName} from '../../src/points/entities/table-names.ts'
import {documentGrants, documentRules, importCsv, operator} from '../../src/screens/testing.ts'
import {documentOf} from '../kit/documents.ts'
import {creating, done, engineOf} from '../kit/engine.ts'
import {stores} from '../kit/store-databases.ts'

const document = `# Orders

## 3. Entities

### Functions

| Function | Takes | Gives |
|---|---|---|
| price | hours: number | number |

### Line
- part of: Order

| Field | Type | Required | Set by |
|---|---|---|---|
| order | Order | yes | |
| hours | number | yes | |
| share | number | | price(order.price) |

### Order
- named by: title

| Field | Type | Required | Set by |
|---|---|---|---|
| title | text 1..40 | yes | |
| hours | number | | |
| price | number | | price(hours) |
| tax | number | | price(price) |
| agreed | number | | |
| lines | list of Line by order | | |
| total | number | | price(if count(lines) = 0 then 0 else sum(lines.share) + sum(lines.hours)) |

## 4. States

### Order

| Action | Who | When | Then |
|---|---|---|---|
| approve | everyone | price <= 100 | set agreed = price |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | create, read, update | Order |
| everyone | create, read, update, delete | Line |
`

async function orders(address: string, functions?: CallFunctions) {
  const asked: Json[] = []
  const usual: CallFunctions = async calls => {
    asked.push(calls.length)
    return calls.map(({values}) => Number(values['hours']) * 10)
  }
  const {engine} = await engineOf({
    document,
    address,
    grants: documentGrants,
    rules: documentRules(documentOf(document).specification),
    functions: functions ?? usual,
  })
  /** The columns of all orders, as numbers. */
  const stored = (...names: readonly string[]) => columnsOf('Order', names)
  const columnsOf = (entity: string, names: readonly string[]) =>
    engine.read(operator, async ({db}) => {
      const columns = names.map(name => sql.ref(columnName(name)))
      const from = sql.table(tableName(entity))
      const {rows} = await sql<object>`select ${sql.join(columns)} from ${from} order by id`.execute(db)
      return rows.map(row => Object.values(row).map(value => (value === null ? null : Number(value))))
    })
  return {engine, asked, stored, columnsOf}
}

/** Gives what is next in the list, and then tenfold values. */
function failing(...failures: readonly Error[]) {
  const left = [...failures]
  let calls = 0
  const functions: CallFunctions = async asked => {
    calls += 1
    const failure = left.shift()
    if (failure) throw failure
    return asked.map(({values}) => Number(values['hours']) * 10)
  }
  return {functions, calls: () => calls}
}

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}

const three = 'title,hours\nA,1\nB,2\nC,3\n'
const importing = (text: string) => ({entity: 'Order', open: () => bytesOf(text)})

describe.each(stores)('on $name, functions in a write', ({make: address}) => {
  test('are called before the action of the same request, whose condition and effects read their value', async () => {
    const {engine, stored} = await orders(await address())
    const {id} = done(await engine.change(operator, [creating('Order', {title: 'A', hours: 1})]))
    const perform = {action: 'approve', inputs: new Map()}
    const save = (hours: number) =>
      engine.change(operator, [
        {kind: 'update', entity: 'Order', id, fields: new Map([['hours', {json: hours}]]), perform},
      ])
    expect(await save(80)).toMatchObject({ok: false})
    expect(await stored('hours', 'price', 'agreed')).toEqual([[1, 10, null]])
    done(await save(9))
    expect(await stored('hours', 'price', 'agreed')).toEqual([[9, 90, 90]])
    done(await engine.change(operator, [{...creating('Order', {title: 'B', hours: 2}), perform}]))
    expect(await stored('price', 'agreed')).toEqual([
      [90, 90],
      [20, 20],
    ])
  })

  test('are called for a line item after its owner, and for the owner after that', async () => {
    const {engine, stored, columnsOf} = await orders(await address())
    const line = {kind: 'create', fields: new Map([['hours', {json: 3}]])} as const
    const order = {...creating('Order', {title: 'A', hours: 1}), parts: new Map([['lines', [line]]])}
    const {id} = done(await engine.change(operator, [order]))
    expect(await columnsOf('Line', ['hours', 'share'])).toEqual([[3, 100]])
    expect(await stored('price', 'tax', 'total', 'version')).toEqual([[10, 100, 1030, 1]])
    // On its own.
    const added = done(await engine.change(operator, [creating('Line', {order: id, hours: 2})]))
    expect(await columnsOf('Line', ['hours', 'share'])).toEqual([
      [3, 100],
      [2, 100],
    ])
    expect(await stored('price', 'tax', 'total', 'version')).toEqual([[10, 100, 2050, 2]])
    done(await engine.change(operator, [{kind: 'delete', entity: 'Line', id: added.id, version: 1, fields: new Map()}]))
    expect(await stored('total', 'version')).toEqual([[1030, 3]])
    const history = await engine.read(operator, ({db}) =>
      sql<{changes: string}>`select changes from nonet_history where record = ${id} order by version`.execute(db),
    )
    expect(history.rows.map(({changes}) => JSON.stringify(changes).includes('total'))).toEqual([true, true, true])
  })

  test('that fail once leave no rows of a batch twice', async () => {
    const {functions} = failing(new FunctionFailed('no price'))
    const {engine, stored} = await orders(await address(), functions)
    expect(await importCsv(engine, operator, importing(three))).toMatchObject({ok: true, count: 3})
    expect(await stored('price')).toEqual([[10], [20], [30]])
  })

  test('that fail for one record are called again for the others, which recompute changes', async () => {
    let factor = 10
    const functions: CallFunctions = async calls =>
      calls.map(({values}) => {
        if (values['hours'] === 2 && factor > 10) throw new FunctionFailed('no price')
        return Number(values['hours']) * factor
      })
    const {engine, stored} = await orders(await address(), functions)
    await importCsv(engine, operator, importing(three))
    factor = 20
    const entity = engine.specification.entities.entities.get('Order')
    const field = entity?.fields.get('price')
    if (!entity || !field) throw new Error('There is no price.')
    const result = await recompute(engine, {entity, field, functions})
    expect(result).toMatchObject({records: 3, changed: 2, refused: [{code: 'FUNCTION_FAILED'}]})
    expect(await stored('price')).toEqual([[20], [20], [60]])
  })

  test('that were stopped end the change, and an import, at once', async () => {
    const {functions, calls} = failing(...Array.from({length: 9}, () => new FunctionStopped('too long')))
    const {engine, stored} = await orders(await address(), functions)
    const one = await engine.change(operator, [creating('Order', {title: 'A', hours: 1})])
    expect(one).toMatchObject({ok: false, code: 'FUNCTION_FAILED', problems: [{field: 'price'}]})
    expect(calls()).toBe(1)
    const report = await importCsv(engine, operator, importing(three))
    expect(report).toMatchObject({ok: false, total: 1, problems: [{code: 'FUNCTION_FAILED'}]})
    expect(calls()).toBe(2)
    expect(await stored('price')).toEqual([])
  })
})
