/**
 * Finds unique values that are already taken. Runs inside the transaction: if another one takes a value before this one
 * ends, the store repeats the work, which then finds it.
 */
import {sql} from 'kysely'
import {listInLanguage} from '../../messages/languages.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {columnName} from '../../points/entities/table-names.ts'
import type {ReadContext} from '../query/read-context.ts'
import {tableOf} from '../query/select.ts'
import {runNamed} from '../query/statement.ts'
import type {FieldValues} from '../query/stored.ts'
import {problem, type WriteProblem} from './change.ts'

export async function takenUniques(
  context: ReadContext,
  entity: Entity,
  record: {values: FieldValues; id: string | null},
  /** The fields that may have changed; null for all. */
  changed: ReadonlySet<string> | null = null,
): Promise<WriteProblem[]> {
  const problems: WriteProblem[] = []
  for (const names of uniquesOf(entity)) {
    if (changed && !names.some(name => changed.has(name))) continue
    const fields = names.flatMap(name => fieldOf(entity, name) ?? [])
    if (fields.every(field => isEmptyValue(record.values.get(field.name) ?? null))) continue
    if ((await takenBy(context, entity, {fields, ...record})) !== null) problems.push(notUnique(fields, context))
  }
  return problems
}

/** Several fields are named: `person, type and year`. */
export function notUnique(fields: readonly Field[], {moment: {language}}: Pick<ReadContext, 'moment'>): WriteProblem {
  const labels = fields.map(({label}) => inSentence(label, language))
  return problem(
    'NOT_UNIQUE',
    fields.at(-1)?.name ?? null,
    fields.length > 1 ? {fields: listInLanguage(labels, language)} : {},
  )
}

/** The one record with the same unique values; null if no record has them, or if the values belong to several records. */
export async function recordWith(context: ReadContext, entity: Entity, values: FieldValues): Promise<string | null> {
  const ids = new Set<string>()
  for (const names of uniquesOf(entity)) {
    const fields = names.flatMap(name => fieldOf(entity, name) ?? [])
    if (fields.some(field => isEmptyValue(values.get(field.name) ?? null))) continue
    const id = await takenBy(context, entity, {fields, values, id: null})
    if (id !== null) ids.add(id)
  }
  const [only, ...more] = ids
  return only !== undefined && more.length === 0 ? only : null
}

export function uniquesOf({fields, unique}: Entity): (readonly string[])[] {
  const single = [...fields.values()].filter(field => field.unique).map(field => [field.name])
  return [...single, ...unique]
}

interface Sought {
  readonly fields: readonly Field[]
  readonly values: FieldValues
  readonly id: string | null
}

/** Compares the stored columns, as the unique index does. */
async function takenBy(context: ReadContext, entity: Entity, {fields, values, id}: Sought): Promise<string | null> {
  const filled = fields.filter(({name}) => (values.get(name) ?? null) !== null)
  const stored = filled.map(({name, type}) => type.toColumn(values.get(name) ?? null, context.database))
  const rows = await runNamed(context, {
    key: `taken ${entity.name} ${fields.map(({name}) => name)} ${filled.map(({name}) => name)} ${id === null}`,
    values: id === null ? stored : [...stored, id],
    written(given) {
      const same = fields.map(field => {
        const column = sql.ref(columnName(field.name))
        const at = filled.indexOf(field)
        return at < 0 ? sql`${column} is null` : sql`${column} = ${given[at]}`
      })
      const other = id === null ? [] : [sql`id != ${given.at(-1)}`]
      const table = sql.table(tableOf(context, entity.name))
      return sql`select id from ${table} where ${sql.join([...same, ...other], sql` and `)} limit 1`
    },
  })
  const [found] = rows
  return found ? String(found[0]) : null
}
