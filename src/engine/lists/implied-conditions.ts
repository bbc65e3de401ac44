/** Conditions that follow from another one and that an index finds records by. */
import {type Core, type FieldCore, partsOf, termsOf} from '../../feel/core.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {booleanType, listOf} from '../../feel/type.ts'
import {compared, conjunction} from '../base/core-build.ts'

/**
 * `list contains(Deputy[person = this.person.manager and …].deputy, me)` can hold only for records whose
 * `person.manager` is in `Deputy[… and deputy = me].person`, which is the same list for every record. Null if there is
 * no such list.
 */
export function impliedBy(core: Core, tables: Tables): Core | null {
  if (core.op !== 'call' || core.name !== 'list contains') return null
  const [contained, element] = core.args
  const list = contained && expanded(contained, tables)
  if (!element || list?.op !== 'map' || list.list.op !== 'filter' || list.list.list.op !== 'all') return null
  const {list: filter, variable, body} = list
  if (isOfRecord(element) || isOfRecord(body)) return null
  const parts = termsOf(filter.condition)
  const link = parts.map(part => linkOf(part, filter.variable, tables)).find(found => found !== null)
  if (!link) return null
  const independent: Core = {...filter, condition: conjunction(parts.filter(part => !isOfRecord(part)))}
  const found: Core = {...filter, list: independent, variable, condition: compared(body, '=', element)}
  const item: Core = {op: 'variable', name: variable, type: filter.list.type}
  const field: FieldCore = {...link.field, of: item}
  const of: Core = {op: 'map', list: found, variable, body: field, type: listOf(field.type)}
  return {op: 'in', value: link.path, tests: [{test: 'member', of}], type: booleanType}
}

/** A computed field of the record is its expression. */
function expanded(core: Core, tables: Tables): Core {
  if (core.op !== 'field' || core.of.op !== 'this') return core
  const kept = tables.get(core.entity)?.fields.get(core.field)
  return kept?.kind === 'computed' ? kept.core : core
}

const isOfRecord = (core: Core): boolean => core.op === 'this' || core.op === 'old' || partsOf(core).some(isOfRecord)

interface ListLink {
  /** A required field of the listed records. */
  readonly field: FieldCore
  /** What it equals: a field of the record, or of one that it refers to. */
  readonly path: Core
}

function linkOf(core: Core, variable: string, tables: Tables): ListLink | null {
  if (core.op !== 'compare' || core.by !== '=') return null
  const sides = [core.left, core.right]
  const field = sides.find(side => side.op === 'field' && side.of.op === 'variable' && side.of.name === variable)
  const path = sides.find(isPath)
  if (field?.op !== 'field' || path === undefined) return null
  const kept = tables.get(field.entity)?.fields.get(field.field)
  return kept?.kind === 'column' && kept.required ? {field, path} : null
}

const isPath = (core: Core): boolean => core.op === 'field' && (core.of.op === 'this' || isPath(core.of))
