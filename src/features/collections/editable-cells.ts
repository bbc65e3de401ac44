/**
 * Which cells of a list are edited in place: whether a field fits into a cell, and in which columns this person may ever
 * change it. In which rows they may is decided with the actions (`engine/records/abilities.ts`), and again when it is saved.
 */

import type {ListDefinition} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {type Ability, RoleAbilities} from '../../engine/records/abilities.ts'
import {controls} from '../../points/entities/field-type.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import type {ListPanel} from './list-panels.ts'

export const fitsInCell = ({type}: Field): boolean => controls[type.control.control].fitsInCell

/** A column that can be edited in place: one field, or the two dates of a span. */
export type EditableColumn = Ability & {readonly key: string}

/** The fields edited in a cell: the two dates of a span are edited as one. */
export function fieldsOfCell({spans}: Entity, name: string): readonly string[] {
  const span = spans.get(name)
  return span ? [span.from, span.to] : [name]
}

/** The columns with fields that this person may ever change, as in the form of the record. */
export function editableColumns(
  {visibility}: Pick<ReadContext, 'visibility'>,
  {entity, columns}: ListDefinition,
  panel: ListPanel | null,
): readonly EditableColumn[] {
  if (!panel) return []
  const may = new RoleAbilities(visibility, entity)
  const editable = new Map(panel.compiled.editable.map(field => [field.name, field]))
  const isEditable = (name: string) => {
    const field = editable.get(name)
    return field !== undefined && fitsInCell(field) && may.ever('update', name)
  }
  return columns.flatMap(([key = '', ...more]) => {
    const fields = more.length === 0 ? fieldsOfCell(panel.compiled.entity, key) : []
    return fields.length > 0 && fields.every(isEditable) ? [{key, act: 'edit', fields}] : []
  })
}
