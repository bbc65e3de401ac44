/** Who refers to a record: a record that others refer to is not deleted, and the refusal says who they are. */
import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {limitTo} from '../../store/sql.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import type {ReadContext} from '../read-context.ts'
import {select, tableOf} from '../select.ts'

export interface Referrer {
  readonly entity: Entity
  readonly field: Field
  readonly count: number
}

const most = 1000

/** Parts of the record itself do not count: they go with it. */
export async function referrersOf(writing: ReadContext, record: {entity: string; id: string}): Promise<Referrer[]> {
  const found: Referrer[] = []
  for (const entity of writing.entities.entities.values())
    for (const field of entity.fields.values()) {
      if (entity.partOf?.entity === record.entity && entity.partOf.field === field.name) continue
      const count = await countReferences(writing, {entity, field}, record)
      if (count > 0) found.push({entity, field, count})
    }
  return found
}

async function countReferences(
  writing: ReadContext,
  {entity, field}: {entity: Entity; field: Field},
  record: {entity: string; id: string},
): Promise<number> {
  const kept = writing.tables.get(entity.name)?.fields.get(field.name)
  const leads =
    field.type.keeps.kind === 'column'
      ? field.type.keeps.references
      : field.type.keeps.kind === 'pairs'
        ? field.type.keeps.entity
        : null
  if (leads !== record.entity || !kept) return 0
  if (kept.kind === 'many') return counted(writing, kept.table, kept.target, record.id)
  // A record that refers to itself alone is no reason to keep it.
  return kept.kind === 'column'
    ? counted(writing, tableOf(writing, entity.name), kept.column, record.id, entity.name === record.entity)
    : 0
}

async function counted(
  writing: ReadContext,
  table: string,
  column: string,
  id: string,
  exceptItself = false,
): Promise<number> {
  const others = exceptItself ? sql` and id <> ${id}` : sql``
  const {rows} = await sql<{
    count: unknown
  }>`select count(*) as count from (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}${others} ${limitTo(most)}) as found`.execute(
    writing.db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** Who they are, as far as the actor may see them: that there are others cannot be hidden, but how many can. */
export async function namedReferrers(
  writing: ReadContext,
  referrers: readonly Referrer[],
  record: {entity: string; id: string},
): Promise<string> {
  const named: string[] = []
  let unseen = false
  for (const {entity, field, count} of referrers) {
    const seen = await countSeen(writing, {entity, field}, record)
    if (seen > 0) named.push(`${seen} ${seen === 1 ? entity.label : entity.plural}`)
    if (seen < count) unseen = true
  }
  return [...named, ...(unseen ? ['records that you may not see'] : [])].join(', ')
}

async function countSeen(
  writing: ReadContext,
  {entity, field}: {entity: Entity; field: Field},
  record: {entity: string; id: string},
): Promise<number> {
  const {name} = entity
  const at = thisCore(name)
  const type = field.type.type
  const leads: Core =
    type.kind === 'list'
      ? {
          op: 'in',
          value: valueCore(type.of, record),
          tests: [{test: 'member', of: {op: 'relation', of: at, entity: name, field: field.name, type}}],
          type: {kind: 'boolean'},
        }
      : compared(fieldCore(at, name, {name: field.name, type}), '=', valueCore(type, record))
  const own = fieldCore(at, name, {name: 'id', type: {kind: 'text'}})
  const where = [leads, writing.sight.seesField(name, field.name)]
  return (await select(writing, {from: writing.sight.records(name), where, columns: [own], limit: most})).length
}
