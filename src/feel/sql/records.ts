/** Records: fields, paths through references, and the record an expression stands at. */
import {sql} from 'kysely'
import type {Core, FieldCore} from '../core.ts'
import type {Compiler, RecordRow} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {booleanForm, type Form, idForm, MOST_IN_COLUMN, scaled, textForm} from './form.ts'
import type {EntityTable, FieldTable, Representation} from './tables.ts'
import {isNull, type Term, term} from './term.ts'

export function tableOf(entity: string, at: Compiler): EntityTable {
  const table = at.context.tables.get(entity)
  if (table === undefined) throw new Error(`No table is described for ${entity}.`)
  return table
}

export function fieldTable(entity: string, field: string, at: Compiler): FieldTable {
  const found = tableOf(entity, at).fields.get(field)
  if (found === undefined) throw new Error(`No column is described for ${entity}.${field}.`)
  return found
}

export const column = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`)

export const idOf = (row: RecordRow, at: Compiler): Term => ({
  sql: column(row.alias, tableOf(row.entity, at).id),
  form: idForm,
  nullable: false,
  simple: true,
})

export const fromTable = (row: RecordRow, at: Compiler): Sql =>
  sql`${sql.table(tableOf(row.entity, at).table)} as ${sql.id(row.alias)}`

/** A field of the record that `of` leads to: a column of a row at hand, or one subquery by id. */
export function fieldValue(core: FieldCore, at: Compiler): Term {
  const row = at.rowOf(core.of)
  if (row !== undefined) return fieldOfRow(row, core.field, at)
  const given = givenComputed(core, at)
  if (given !== undefined) return given
  const joined = joinedColumn(core, at)
  if (joined !== undefined) return joined
  const reference = at.value(core.of)
  if (isNull(reference)) return at.value({op: 'value', type: core.type, value: null})
  if (core.field === 'id') return {...reference, nullable: true}
  const other = {entity: core.entity, alias: at.alias()}
  const inner = fieldOfRow(other, core.field, at)
  const found = sql`(select ${inner.sql} from ${fromTable(other, at)} where ${idOf(other, at).sql} = ${reference.sql})`
  return term(found, inner.form, true)
}

/** A column of a record that the statement joins; a computed field of no record would not be nothing, so these are asked for. */
function joinedColumn(core: FieldCore, at: Compiler): Term | undefined {
  const kept = core.field === 'id' ? undefined : fieldTable(core.entity, core.field, at)
  const alias = kept?.kind === 'column' ? joinedAlias(core.of, at) : undefined
  return kept?.kind === 'column' && alias !== undefined ? {...columnTerm(alias, kept), nullable: true} : undefined
}

/** For a path of references that begins at the row of the statement. */
function joinedAlias(of: Core, at: Compiler): string | undefined {
  const {joins, this: here} = at.context
  if (joins === undefined || of.op !== 'field' || of.type.kind !== 'reference') return undefined
  const kept = fieldTable(of.entity, of.field, at)
  const row = at.rowOf(of.of)
  const isHere = of.of.op === 'this' && here !== undefined && 'alias' in here && row?.alias === here.alias
  const from = isHere ? row?.alias : joinedAlias(of.of, at)
  if (from === undefined || kept.kind !== 'column') return undefined
  return joins.aliasOf(`${from}.${kept.column}`, tableOf(of.type.entity, at))
}

/** A computed field of a record whose values are given: computed from these, not from what the tables hold. */
function givenComputed(core: FieldCore, at: Compiler): Term | undefined {
  const binding = at.bindingOf(core.of)
  if (binding === undefined || 'alias' in binding || binding.fields === undefined) return undefined
  const kept = core.field === 'id' ? undefined : fieldTable(core.entity, core.field, at)
  return kept?.kind === 'computed' ? at.standingAt(binding).value(kept.core) : undefined
}

export function fieldOfRow(row: RecordRow, field: string, at: Compiler): Term {
  if (field === 'id') return idOf(row, at)
  const kept = fieldTable(row.entity, field, at)
  if (kept.kind === 'column') return columnTerm(row.alias, kept)
  if (kept.kind === 'computed') return at.standingAt({alias: row.alias}).value(kept.core)
  return at.refuse({
    code: 'N091',
    message: `\`${field}\` is used as a single value, but it is a list.`,
    hint: 'Use `count(…)`, `some … satisfies`, or a filter.',
  })
}

const columnTerm = (alias: string, kept: FieldTable & {kind: 'column'}): Term => ({
  sql: column(alias, kept.column),
  form: formIn(kept.holds),
  nullable: !kept.required,
  simple: true,
})

function formIn(holds: Representation): Form {
  switch (holds.as) {
    case 'number':
      return scaled(holds.places, MOST_IN_COLUMN)
    case 'days duration':
    case 'months duration':
      return scaled(0, MOST_IN_COLUMN)
    case 'boolean':
      return booleanForm
    case 'text':
      return textForm
    case 'date and time':
      return {as: 'instant'}
    default:
      return {as: holds.as}
  }
}
