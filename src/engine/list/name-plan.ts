/**
 * What records are called, worked out in the statement that reads them: every part of a name is a column of it, also of
 * names within names, and each only as far as the actor sees it.
 */
import type {Core} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {NamePart} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import type {Sight} from '../sight.ts'
import type {ColumnSet} from './column-set.ts'

/** A text out of the values of one row. */
export type TextOf = (values: readonly Value[], locale: Locale) => string

/** Names of records that are named by records that are named by … */
const deepest = 4

/** What the record is called that `record` leads to; nothing where it leads to none. */
export function namePlan(
  sight: Sight,
  columns: ColumnSet,
  {entity, record, depth = 0}: {entity: string; record: Core; depth?: number},
): TextOf {
  const there = columns.add(record)
  const declared = sight.entity(entity)
  // Files, which no document declares, have a name of their own.
  const parts: readonly NamePart[] = declared?.namedBy.parts ?? [{kind: 'path', path: ['name']}]
  const texts = new Map<readonly string[], TextOf>()
  for (const part of depth < deepest ? parts : [])
    if (part.kind === 'path') texts.set(part.path, partPlan(sight, columns, {entity, record, path: part.path, depth}))
  const [first] = texts.values()
  return (values, locale) => {
    if ((values[there] ?? null) === null) return ''
    if (!declared) return first?.(values, locale) ?? ''
    return nameOfRecord(declared, path => texts.get(path)?.(values, locale) ?? '')
  }
}

interface Part {
  readonly entity: string
  readonly record: Core
  readonly path: readonly string[]
  readonly depth: number
}

function partPlan(sight: Sight, columns: ColumnSet, {entity, record, path, depth}: Part): TextOf {
  const seen = sight.path(entity, path, record)
  if (seen === null || seen.value.type.kind === 'list') return () => ''
  const {type} = seen.field.type
  if (type.kind === 'reference')
    return namePlan(sight, columns, {entity: type.entity, record: seen.value, depth: depth + 1})
  const index = columns.add(seen.value)
  return (values, locale) => seen.field.type.toText(values[index] ?? null, locale)
}
