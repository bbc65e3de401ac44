/** The columns of an export: what the actor may read and export of each field, as SQL and as the text of a cell. */
import {type RawBuilder, sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {type SqlContext, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import type {Value} from '../../feel/value.ts'
import {type Locale, plainLocale} from '../../points/entities/field-type.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {allFields} from '../../points/entities/scope.ts'
import {columnName} from '../../points/entities/table-names.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {both, fieldCore, isNo, thisCore} from '../core-build.ts'
import {keyFields, localeOf} from '../lookup.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {contextOf, tableOf} from '../query/select.ts'
import {allSeeing, type ReadContext} from '../read-context.ts'
import {isKept} from './import-rows.ts'

export interface ExportColumn {
  readonly field: Field
  /** Null for links, which are asked for apart. */
  readonly parts: readonly RawBuilder<unknown>[] | null
  /** When the field of a record may leave. */
  readonly seen: Core
  cell(raws: readonly unknown[], locale: Locale): string
}

interface Exporting {
  readonly entity: Entity
  readonly visibility: Visibility
  readonly context: SqlContext
  /** The row of the statement. */
  readonly alias: string
}

/** What an import takes back: not the version, nor what follows from something else. */
export function fieldsToExport(entity: Entity): Field[] {
  return allFields(entity).filter(field => isKept(field) && field.name !== 'version')
}

/** Null for a field that this actor never gets to see. */
export function exportColumn(exporting: Exporting, field: Field): ExportColumn | null {
  const {entity, visibility} = exporting
  const seen = both([
    visibility.seesField(entity.name, field.name),
    visibility.seesField(entity.name, field.name, 'export'),
  ])
  if (isNo(seen)) return null
  if (field.type.storage.kind === 'pairs') return {field, seen, parts: null, cell: () => ''}
  if (field.computed !== null) return computedColumn(exporting, field, seen)
  const target = targetOf(field)
  // Files have no permissions of their own: a person who may see the field may see which one it is.
  if (target === null || target === fileEntity) return storedColumn(exporting, field, seen)
  return referenceColumn(exporting, {field, seen, target})
}

function computedColumn({entity, context}: Exporting, field: Field, seen: Core): ExportColumn {
  const value = toValue(
    fieldCore(thisCore(entity.name), entity.name, {name: field.name, type: field.type.type}),
    context,
  )
  const cell = (raws: readonly unknown[], locale: Locale) => field.type.toCsv(value.read(raws[0]), locale)
  return {field, seen, parts: [sql`case when ${toPredicate(seen, context)} then ${value.sql} end`], cell}
}

/** The column itself, read by the field's own type: nothing is lost on the way. */
function storedColumn({context, alias}: Exporting, field: Field, seen: Core): ExportColumn {
  const own = sql.ref(`${alias}.${columnName(field.name)}`)
  const cell = ([raw]: readonly unknown[], locale: Locale) =>
    field.type.toCsv(field.type.fromColumn(raw, context.database), locale)
  return {field, seen, parts: [sql`case when ${toPredicate(seen, context)} then ${own} end`], cell}
}

interface ToRecord {
  readonly field: Field
  readonly seen: Core
  readonly target: string
}

/** By the key of the record it leads to, where the actor may read it; else by its id. */
function referenceColumn(exporting: Exporting, {field, seen, target}: ToRecord): ExportColumn {
  const {entity, visibility, context} = exporting
  const key = keyFieldOf(visibility, target)
  const paths = [[field.name], ...(key ? [[field.name, key.name]] : [])]
  const values = paths.flatMap(path => {
    const seenPath = visibility.path(entity.name, path)
    return seenPath ? [toValue(seenPath.value, context)] : []
  })
  const cell = (raws: readonly unknown[], locale: Locale) => {
    const [reference = null, named = null] = values.map((value, index) => value.read(raws[index]))
    return field.type.toCsv(reference, {...locale, keyOf: ({id}) => keyText(key, named) || id})
  }
  return {
    field,
    seen,
    parts: values.map(value => sql`case when ${toPredicate(seen, context)} then ${value.sql} end`),
    cell,
  }
}

/** Empty where the key may not be read. */
function keyText(key: Field | null, value: Value): string {
  return key && value !== null ? key.type.toCsv(value, plainLocale) : ''
}

/** What an import finds the record by again: never empty, and never another's. */
function keyFieldOf(visibility: Visibility, target: string): Field | null {
  const entity = visibility.entity(target)
  if (!entity) return null
  const keys = keyFields(entity).filter(({unique, required, type}) => {
    const counter = type.storage.kind === 'column' && type.storage.counter !== null
    return counter || (unique && required)
  })
  const [only] = entity.namedBy.parts
  const naming = only?.kind === 'path' ? only.path[0] : undefined
  return keys.find(({name}) => name === naming) ?? keys[0] ?? null
}

// The links of many records at once (`many Tag`, `files`), as far as the actor may see their targets.

/** The cell of each owner, by its id. */
export async function linkCells(
  reader: ReadContext,
  entity: Entity,
  {field, owners}: {field: Field; owners: readonly string[]},
): Promise<ReadonlyMap<string, string>> {
  const kept = reader.tables.get(entity.name)?.fields.get(field.name)
  const target = targetOf(field)
  if (kept?.kind !== 'many' || target === null || owners.length === 0) return new Map()
  // A person who may see the field may see which files are in it; files have no permissions of their own.
  const visibility = target === fileEntity ? allSeeing(reader) : reader.visibility
  const context = contextOf(reader, {this: {alias: 't'}})
  const key = keyFieldOf(visibility, target)
  const path = key ? visibility.path(target, [key.name]) : null
  const named = path ? toValue(path.value, context) : null
  const {rows} = await sql<Record<string, unknown>>`select p.${sql.ref(kept.owner)} as owner, t.id as id, ${
    named ? named.sql : sql`null`
  } as named from ${sql.table(kept.table)} as p join ${sql.table(tableOf(reader, target))} as t on t.id = p.${sql.ref(
    kept.target,
  )} where p.${sql.ref(kept.owner)} in (${sql.join(owners)}) and ${toPredicate(visibility.records(target).where, context)} order by p.${sql.ref(
    kept.owner,
  )}, t.id`.execute(reader.db)
  const keys = new Map(rows.map(row => [String(row['id']), keyText(key, named?.read(row['named']) ?? null)]))
  const locale = {...localeOf(reader.moment), keyOf: ({id}: {id: string}) => keys.get(id) || id}
  const byOwner = Map.groupBy(rows, row => String(row['owner']))
  return new Map(
    [...byOwner].map(([owner, links]) => {
      const references = links.map(({id}) => ({entity: target, id: String(id)}))
      return [owner, field.type.toCsv(references, locale)]
    }),
  )
}
