/** Fields of stored records as cells or texts, restricted to the data the reader may see. */
import {sql} from 'kysely'
import {toPredicate} from '../../feel/sql/to-sql.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {ValueRow} from '../../store/sql.ts'
import {ColumnSet, cellPlan} from './cells.ts'
import type {Cell, Path} from './list-query.ts'
import {localeOf} from './lookup.ts'
import type {ReadContext} from './read-context.ts'
import {bindIds, listed, type RecordIds, rowsById} from './select.ts'
import {PlanKind, type Statement} from './statement.ts'

interface FieldTexts extends RecordIds {
  readonly paths: readonly Path[]
}

interface TextPlan {
  readonly statement: Statement
  readonly cellsOf: (row: ValueRow, locale: Locale) => Cell[]
}

const textsKind = new PlanKind<TextPlan>('field texts')

/** Keyed by id, in the order of the paths; hidden records are left out. */
export async function fieldCells(
  reader: ReadContext,
  {entity, ids, paths}: FieldTexts,
): Promise<ReadonlyMap<string, readonly Cell[]>> {
  if (paths.length === 0 || ids.length === 0 || !reader.entities.entities.has(entity)) return new Map()
  const {visibility} = reader
  const {plan, values} = bindIds(reader, visibility, {
    kind: textsKind,
    shape: `${entity} ${paths.map(path => path.join('.')).join(' ')}`,
    entity,
    ids,
    make(plain, write) {
      const {context, from} = rowsById(plain, {entity, ids})
      const columns = new ColumnSet(context)
      const cells = paths.map(path => cellPlan({visibility, columns, context}, entity, path))
      const selected = columns.columns.length === 0 ? sql`` : sql`, ${listed(columns.columns)}`
      const permitted = toPredicate(visibility.records(entity).where, context)
      const statement = write(sql`select r.id as id${selected} from ${from()} where ${permitted}`)
      const cellsOf = (row: ValueRow, locale: Locale) => {
        const read = columns.read(row)
        return cells.map(cell => cell(read, locale))
      }
      return {statement, cellsOf}
    },
  })
  const locale = localeOf(reader.moment)
  const rows = await plan.statement.run(reader, values)
  return new Map(rows.map(([id, ...row]) => [String(id), plan.cellsOf(row, locale)]))
}

export async function fieldTexts(
  reader: ReadContext,
  wanted: FieldTexts,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await fieldCells(reader, wanted)
  return new Map([...found].map(([id, cells]) => [id, cells.map(({text}) => text)]))
}
