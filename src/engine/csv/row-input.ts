/** The cells of a row → what the gate is asked with. */
import {sql} from 'kysely'
import {isList, isReference, type Value} from '../../feel/value.ts'
import {plainLocale} from '../../points/entities/field-type.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {ownFields} from '../../points/entities/own-fields.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {ReadContext} from '../read-context.ts'
import {tableOf} from '../select.ts'
import type {Input} from '../write/change.ts'
import {isTrusted} from '../write/context.ts'
import type {Column} from './columns.ts'
import type {KnownRecords} from './known-records.ts'
import {restored} from './write.ts'

export interface RowCells {
  readonly columns: readonly Column[]
  readonly cells: readonly string[]
  readonly known: KnownRecords
}

export async function inputOf(
  writing: ReadContext,
  {columns, cells, known}: RowCells,
): Promise<ReadonlyMap<string, Input>> {
  const fields = new Map<string, Input>()
  for (const [index, {field}] of columns.entries()) {
    const text = restored(cells[index] ?? '')
    if (text.trim() === '' && fillsItself(field)) continue
    const record = text === '' ? null : await known.named(field, text)
    if (record) fields.set(field.name, {value: record})
    else fields.set(field.name, leadsToFile(field) ? await fileInput(writing, field, text) : {csv: text})
  }
  return fields
}

/** Nothing said: a field that is never empty gets its default or its number; another one is empty, as the file says. */
function fillsItself(field: Field): boolean {
  const {keeps} = field.type
  return field.required || ownFields.has(field.name) || (keeps.kind === 'column' && keeps.counter !== null)
}

const leadsToFile = (field: Field): boolean => targetOf(field) === fileEntity

/** Whoever runs the machine may name files by their ids; for people that would be a way to read other people's files. */
async function fileInput(writing: ReadContext, field: Field, text: string): Promise<Input> {
  const judged = field.type.fromCsv(text, plainLocale)
  if (!isTrusted(writing) || !judged.ok) return {csv: text}
  return (await areFiles(writing, judged.value)) ? {value: judged.value} : {csv: text}
}

async function areFiles(writing: ReadContext, value: Value): Promise<boolean> {
  const ids = (isList(value) ? value : [value]).filter(isReference).map(({id}) => id)
  if (ids.length === 0) return true
  const {rows} =
    await sql`select id from ${sql.table(tableOf(writing, fileEntity))} where id in (${sql.join(ids)})`.execute(
      writing.db,
    )
  return rows.length === ids.length
}
