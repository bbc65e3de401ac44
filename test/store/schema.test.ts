import {sql} from 'kysely'
import {describe, expect, test} from 'vitest'
import {columnName, pairsName, sqlTables, tableName} from '../../src/points/entities/table-names.ts'
import {schemaOf} from '../../src/store/document-schema.ts'
import {prepare} from '../../src/store/plan/prepare.ts'
import {schemaTable} from '../../src/store/schema.ts'
import {opened, stores} from '../kit/store-databases.ts'
import {addRecord, entitiesOf, entity, recordsOf} from '../kit/store-document.ts'
import {violationOf} from '../kit/violations.ts'

describe('names in the database', () => {
  test('are readable, and never reserved by a database', () => {
    expect(tableName('Ticket')).toBe('ticket')
    expect(tableName('PurchaseOrder')).toBe('purchase_order')
    expect(tableName('file')).toBe('nonet_file')
    expect(tableName('NonetFile')).not.toMatch(/^nonet_/)
    expect(tableName('SqliteMaster')).not.toMatch(/^sqlite_/)
    expect(columnName('due')).toBe('due')
    for (const name of ['xmin', 'oid', 'rowid', 'ctid']) expect(columnName(name)).not.toBe(name)
    expect(pairsName('ticket', 'tags')).toBe('ticket__tags')
  })

  test('differ for different entities, and fit into PostgreSQL', () => {
    const names = [
      'AB',
      'Ab',
      'A_b',
      'PurchaseOrder',
      'Purchase_order',
      'PurchaseOrder2',
      'X'.repeat(80),
      `${'X'.repeat(80)}y`,
    ]
    const tables = names.map(tableName)
    expect(new Set(tables).size).toBe(names.length)
    for (const table of tables) expect(Buffer.byteLength(table)).toBeLessThan(64)
    expect(columnName('a'.repeat(90)).length).toBeLessThan(64)
  })
})

describe('the schema of a document', () => {
  const document = entitiesOf(
    entity('Room', ['name | text | yes | | yes', 'tags | many Tag'], ['named by: name']),
    entity('Tag', ['name | text']),
    entity(
      'Booking',
      ['room | Room | yes', 'day | date', 'note | long text', 'state | one of a, b'],
      ['unique: room, day'],
    ),
    entity('Remark', ['booking | Booking | yes', 'text | text'], ['part of: Booking']),
  )
  const schema = schemaOf(document.entities, {currency: 'EUR'}, [
    {entity: 'Booking', fields: ['state', 'day']},
    {entity: 'Booking', fields: ['state']},
    {entity: 'Booking', fields: ['day', 'note', 'room']},
    {entity: 'Booking', fields: ['nothing']},
    {entity: 'Room', fields: ['name']},
    // Complete after its unique beginning, unless that may be empty.
    {entity: 'Room', fields: ['name', 'id']},
    {entity: 'Booking', fields: ['room', 'day', 'id']},
  ])
  const indexes = (table: string) =>
    schemaTable(schema, table).indexes.map(
      ({unique, columns}) => `${unique ? 'unique ' : ''}${columns.map(({name}) => name)}`,
    )

  test('has an index for every unique constraint, reference and requirement, and no duplicates', () => {
    expect(indexes('booking').toSorted()).toEqual(['day', 'room,day,id', 'state,day', 'unique room,day'])
    expect(indexes('room')).toEqual(['unique name'])
    expect(indexes('room__tags')).toEqual(['target'])
  })

  test('deletes line items with their record, and nothing else', () => {
    const keys = (table: string) =>
      schemaTable(schema, table).foreignKeys.map(({column, whenDeleted}) => [column, whenDeleted])
    expect(keys('remark')).toContainEqual(['booking', 'delete'])
    expect(keys('booking')).toContainEqual(['room', 'refuse'])
    expect(keys('room__tags')).toEqual([
      ['owner', 'delete'],
      ['target', 'refuse'],
    ])
  })

  test('is described to expressions by the same names', () => {
    const tables = sqlTables(document.entities)
    expect(tables.get('Room')?.fields.get('tags')).toMatchObject({kind: 'many', table: 'room__tags', owner: 'owner'})
    expect(tables.get('Booking')?.fields.get('room')).toMatchObject({kind: 'column', column: 'room', required: true})
    for (const [name, {table, fields}] of tables)
      for (const field of fields.values())
        if (field.kind === 'column')
          expect(
            schemaTable(schema, table).columns.map(column => column.name),
            name,
          ).toContain(field.column)
  })
})

describe.each(stores)('tables on $name', ({make}) => {
  const begin = async (document: ReturnType<typeof entitiesOf>) => {
    const store = await opened(await make())
    await prepare(store, document)
    const add = (name: string, values: Parameters<typeof addRecord>[3]) => addRecord(store, document, name, values)
    const refusal = async (name: string, values: Parameters<typeof addRecord>[3]) =>
      violationOf(await add(name, values).catch((error: unknown) => error))?.kind
    return {store, add, refusal}
  }

  test('a unique field may be empty many times, but holds no value twice', async () => {
    const {add, refusal} = await begin(entitiesOf(entity('Thing', ['code | text | | | yes'])))
    await add('Thing', {code: null})
    await add('Thing', {code: null})
    await add('Thing', {code: 'A'})
    await add('Thing', {code: 'a'})
    expect(await refusal('Thing', {code: 'A'})).toBe('unique')
  })

  test('in a unique combination empty equals empty, unless all of it is', async () => {
    const {add, refusal} = await begin(entitiesOf(entity('Thing', ['a | text', 'b | number'], ['unique: a, b'])))
    await add('Thing', {})
    await add('Thing', {})
    await add('Thing', {a: 'x'})
    expect(await refusal('Thing', {a: 'x'})).toBe('unique')
    await add('Thing', {b: 1})
    expect(await refusal('Thing', {b: 1})).toBe('unique')
    await add('Thing', {a: 'x', b: 1})
    await add('Thing', {a: 'x', b: 2})
    expect(await refusal('Thing', {a: 'x', b: 1})).toBe('unique')
  })

  test('reject values that no type allows', async () => {
    const document = entitiesOf(entity('Thing', ['a | text 0..3', 'b | one of x, y | yes', 'c | number 0..5']))
    const {store} = await begin(document)
    const insert = async (a: string | null, b: string | null, c: number | null) => {
      const now = '2026-01-01T00:00:00.000Z'
      const row = {id: '01900000-0000-7000-8000-000000000001', created: now, updated: now, version: 1, a, b, c}
      const failed = await store
        .transaction(db => db.insertInto('thing').values(row).execute())
        .catch((error: unknown) => error)
      return violationOf(failed)?.kind
    }
    expect(await insert('long', 'x', 1)).toBe('check')
    expect(await insert('ok', 'z', 1)).toBe('check')
    expect(await insert('ok', 'x', 6)).toBe('check')
    expect(await insert('ok', null, 1)).toBe('required')
    expect(await insert('ok', 'x', null)).toBeUndefined()
  })

  test('a record that another one needs is kept; its line items are deleted with it', async () => {
    const document = entitiesOf(
      entity('Order', ['name | text']),
      entity('Line', ['order | Order | yes'], ['part of: Order']),
      entity('Invoice', ['order | Order']),
    )
    const {store, add} = await begin(document)
    const [one, other] = [await add('Order', {name: 'one'}), await add('Order', {name: 'other'})]
    await add('Line', {order: one})
    await add('Invoice', {order: other})
    const remove = (id: string) => store.transaction(db => sql`delete from "order" where id = ${id}`.execute(db))
    await remove(one)
    expect(await recordsOf(store, document, 'Line')).toEqual({})
    expect(violationOf(await remove(other).catch((error: unknown) => error))?.kind).toBe('reference')
  })
})
