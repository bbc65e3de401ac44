import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {compareValues, type Value} from '../../src/feel/value.ts'
import type {FieldUse, Stored} from '../../src/points/entities/field-type.ts'
import {databases, type OpenDatabase} from '../kit/databases.ts'
import {typeOf} from '../kit/field-types.ts'
import {fieldValues} from '../kit/field-values.ts'

const columns = fieldValues
  .map(({type, values}) => ({type, use: typeOf(type), values}))
  .filter(({use}) => use.storage.kind === 'column')
  .map((each, index) => ({...each, name: `c${index}`}))

describe.each(databases)('a column on $name', ({name, open}) => {
  let database: OpenDatabase

  const definition = ({use, name: column}: {use: FieldUse; name: string}) => {
    const sqlType = use.storage.kind === 'column' ? use.storage[name] : ''
    const check = use.check(`"${column}"`, name)
    return `"${column}" ${sqlType}${check === null ? '' : ` check (${check})`}`
  }

  beforeAll(async () => {
    database = await open()
    const strict = name === 'sqlite' ? ' strict' : ''
    await database.run(`create table kept (row_number integer, ${columns.map(definition).join(', ')})${strict}`)
  })
  afterAll(() => database.close())

  test.each(columns)('of $type gives every value back, in its order', async ({use, values, name: column}) => {
    const kept = fc.sample(values, {numRuns: 100, seed: 4})
    await database.run('delete from kept')
    for (const [number, value] of kept.entries())
      await database.db
        .insertInto('kept')
        .values({row_number: BigInt(number), [column]: use.toColumn(value, name)})
        .execute()
    const rows = await database.rows(
      `select row_number, "${column}" as value from kept order by "${column}", row_number`,
    )
    expect(rows).toHaveLength(kept.length)
    for (const row of rows) {
      const value = kept[Number(row.row_number)] ?? null
      expect(use.fromColumn(row.value, name)).toEqual(value ?? use.empty)
    }
    if (use.sort.sort === 'value' && use.type.kind !== 'boolean')
      expectOrder(rows.map(row => use.fromColumn(row.value, name)))
  })

  test.each<[string, Stored, Stored]>([
    ['number -50..50', 51n, '51'],
    ['yes/no', 2n, 'perhaps'],
    ['one of low, in progress, high', 'medium', 'medium'],
    ['text', 'x'.repeat(251), 'x'.repeat(251)],
    ['text', '', ''],
    ['date', '31.12.2026', '12026-01-01'],
    ['time', '9:00', '25:00:00'],
    ['date and time', '2026-01-01', '2026-01-01T00:00:00.000 Mars'],
    ['money', 9007199254740992n, '90071992547409.92'],
  ])('of %s rejects values that the type does not allow', async (type, sqlite, postgres) => {
    const column = columns.find(each => each.type === type)?.name ?? ''
    const value = name === 'sqlite' ? sqlite : postgres
    await expect(
      database.db
        .insertInto('kept')
        .values({[column]: value})
        .execute(),
    ).rejects.toThrow()
  })
})

function expectOrder(values: readonly Value[]): void {
  const present = values.filter(value => value !== null)
  for (const [index, value] of present.entries()) {
    const next = present[index + 1]
    if (next !== undefined) expect(compareValues(value, next)).toBeLessThanOrEqual(0)
  }
}
