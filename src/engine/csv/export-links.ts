/** The links of many records at once (`many Tag`, `files`), as far as an actor may see where they lead. */
import {sql} from 'kysely'
import {toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {localeOf} from '../lookup.ts'
import {allSeeing, type ReadContext} from '../read-context.ts'
import {contextOf, tableOf} from '../select.ts'
import {keyFieldOf, keyText} from './export-columns.ts'

/** The cell of each owner, by its id. */
export async function linkCells(
  reader: ReadContext,
  entity: Entity,
  {field, owners}: {field: Field; owners: readonly string[]},
): Promise<ReadonlyMap<string, string>> {
  const kept = reader.tables.get(entity.name)?.fields.get(field.name)
  const target = targetOf(field)
  if (kept?.kind !== 'many' || target === null || owners.length === 0) return new Map()
  // Whoever may see the field may see which files are in it; files have no permissions of their own.
  const sight = target === fileEntity ? allSeeing(reader) : reader.sight
  const context = contextOf(reader, {this: {alias: 't'}})
  const key = keyFieldOf(sight, target)
  const path = key ? sight.path(target, [key.name]) : null
  const named = path ? toValue(path.value, context) : null
  const {rows} = await sql<Record<string, unknown>>`select p.${sql.ref(kept.owner)} as owner, t.id as id, ${
    named ? named.sql : sql`null`
  } as named from ${sql.table(kept.table)} as p join ${sql.table(tableOf(reader, target))} as t on t.id = p.${sql.ref(
    kept.target,
  )} where p.${sql.ref(kept.owner)} in (${sql.join(owners)}) and ${toPredicate(sight.records(target).where, context)} order by p.${sql.ref(
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
