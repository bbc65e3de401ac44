/** A field that the earlier document did not have, and what the records that are there already get in it. */
import type {ColumnChange, Fill} from './change.ts'
import type {Column, EntitySchema, FieldSchema} from './schema.ts'
import {checked, count, type Step, safe, safeCounted} from './step.ts'
import type {Target} from './target.ts'

export interface Changed {
  readonly columns: readonly ColumnChange[]
  readonly steps: readonly Step[]
}

export interface AddedField {
  readonly entity: EntitySchema
  /** As it is called before the plan. */
  readonly table: string
  readonly field: FieldSchema
  readonly column: Column
}

export function fieldAdded(added: AddedField, target: Target): Changed {
  const {entity, field, column} = added
  // A default is for new records; those that are there get it only where they may not be without.
  const fill: Fill = column.required ? target.fill(entity.name, field.name) : {kind: 'nothing', why: null}
  return {columns: [{kind: 'added', to: column, fill}], steps: [stepOf(added, fill)]}
}

function stepOf({entity, table, field, column}: AddedField, fill: Fill): Step {
  const sentence = getsField(entity, field)
  const probe = {probe: 'rows', table} as const
  if (!column.required) return safe(sentence)
  if (fill.kind === 'value') return safeCounted(sentence, probe, rows => gets(rows, fill.shown))
  if (fill.kind === 'numbers') return safeCounted(sentence, probe, rows => gets(rows, `numbers from ${fill.from} on`))
  return needsValues({entity, field, table}, fill.why)
}

export function getsField({name}: EntitySchema, field: FieldSchema): string {
  return `${name} gets the field ${field.name} (\`${field.written}\`).`
}

/** It is required, and nobody knows what the records that are there have in it. */
export function needsValues({entity, field, table}: Omit<AddedField, 'column'>, why: string | null = null): Step {
  return checked(
    getsField(entity, field),
    {probe: 'rows', table},
    {
      counted: rows =>
        rows === 0 ? '' : `It is required, and ${count(rows, 'record has', 'records have')} no value for it.`,
      advice: why ?? 'Give it a default, or make it optional.',
    },
  )
}

function gets(rows: number, what: string): string {
  return rows === 0 ? '' : `${count(rows, 'record gets', 'records get')} ${what}.`
}
