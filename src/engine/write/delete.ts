/** Deletes a record with its line items. A record that others refer to is not deleted, and the error names them. */

import {sql} from 'kysely'
import type {Core} from '../../feel/core.ts'
import {languageOf, listInLanguage} from '../../messages/languages.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {columnName} from '../../points/entities/table-names.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {limitTo} from '../../store/sql.ts'
import {compared, fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import {recipientsOf} from '../notifications/notify.ts'
import type {ReadContext} from '../query/read-context.ts'
import {select, tableOf} from '../query/select.ts'
import {abilities} from '../records/abilities.ts'
import {endAccess} from '../transaction/access.ts'
import {type ChangeRequest, passed, problem, refusedWrite} from '../transaction/change.ts'
import {type ExistingRecord, findRecord} from '../transaction/find-record.ts'
import {isLastAdministrator} from '../transaction/last-administrator.ts'
import {type ChangePart, deleteParts} from '../transaction/parts.ts'
import {deleteRow} from '../transaction/rows.ts'
import type {WriteOperation} from './pipeline.ts'

export function removeRecord(
  request: ChangeRequest,
  changePart: ChangePart,
): WriteOperation<ExistingRecord, ExistingRecord, ExistingRecord> {
  return {
    find: context => findRecord(context, request),

    async may(context, found) {
      const may = await abilities(context, found.entity.name).can(found.id, {act: 'delete'})
      return may ? passed(found) : refusedWrite(problem('FORBIDDEN'))
    },

    async validate(context, found) {
      const record = {entity: found.entity.name, id: found.id}
      if (found.entity.name === userEntity) {
        if (await isLastAdministrator(context, found)) return refusedWrite(problem('LAST_ADMINISTRATOR'))
        if (await hasWritten(context, found.id)) return refusedWrite(problem('PERSON_IN_USE'))
      }
      const referrers = await referrersOf(context, record)
      if (referrers.length === 0) return passed(found)
      return refusedWrite(problem('REFERRED_TO', null, {by: await namedReferrers(context, referrers, record)}))
    },

    async change(context, {entity, id, before}) {
      const people = await recipientsOf(context, {kind: 'delete', entity, id, before, after: null})
      const parts = await deleteParts(context, entity, {id, change: changePart})
      if (!parts.ok) return parts
      await deleteRow(context, entity, {id, before})
      if (entity.name === userEntity) await endAccess(context, id, 'deletion')
      const version = Number(before.get('version'))
      const action = request.action ?? null
      return passed([
        {
          record: {entity: entity.name, id, version, values: null},
          change: {kind: 'delete', entity, id, version, before, after: null, action, people},
        },
      ])
    },
  }
}

/**
 * Whether a person has created or changed another record, or a file. Such a person is deactivated and not deleted, so
 * that people can still read who it was. Parts of the person do not count: they are deleted, too.
 */
export async function hasWritten(context: ReadContext, person: string): Promise<boolean> {
  const {entities} = context.entities
  const written = [...entities.keys(), fileEntity].map(name => {
    const partOf = entities.get(name)?.partOf ?? null
    const own = name === userEntity ? 'id' : partOf?.entity === userEntity ? columnName(partOf.field) : null
    const others = own === null ? sql`` : sql` and ${sql.ref(own)} <> ${person}`
    return sql`exists (select 1 from ${sql.table(tableOf(context, name))}
      where (created_by = ${person} or updated_by = ${person})${others})`
  })
  const {rows} = await sql`select 1 where ${sql.join(written, sql` or `)}`.execute(context.db)
  return rows.length > 0
}

interface Referrer {
  readonly entity: Entity
  readonly field: Field
  readonly count: number
}

const most = 1000

/** Line items of the record do not count: they are deleted with it. */
async function referrersOf(context: ReadContext, record: {entity: string; id: string}): Promise<Referrer[]> {
  const found: Referrer[] = []
  for (const entity of context.entities.entities.values())
    for (const field of entity.fields.values()) {
      if (storedTarget(field) !== record.entity) continue
      if (entity.partOf?.entity === record.entity && entity.partOf.field === field.name) continue
      const count = await countReferences(context, {entity, field}, record)
      if (count > 0) found.push({entity, field, count})
    }
  return found
}

function storedTarget({type: {storage}}: Field): string | null {
  return storage.kind === 'column' ? storage.references : storage.kind === 'pairs' ? storage.entity : null
}

async function countReferences(
  context: ReadContext,
  {entity, field}: {entity: Entity; field: Field},
  record: {entity: string; id: string},
): Promise<number> {
  const kept = context.tables.get(entity.name)?.fields.get(field.name)
  if (kept?.kind === 'many') return counted(context, kept.table, kept.target, record.id)
  // A record's references to itself do not count.
  return kept?.kind === 'column'
    ? counted(context, tableOf(context, entity.name), kept.column, record.id, entity.name === record.entity)
    : 0
}

async function counted(
  context: ReadContext,
  table: string,
  column: string,
  id: string,
  exceptItself = false,
): Promise<number> {
  const others = exceptItself ? sql` and id <> ${id}` : sql``
  const {rows} = await sql<{
    count: unknown
  }>`select count(*) as count from (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}${others} ${limitTo(most)}) as found`.execute(
    context.db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** What refers to a record, so that it cannot be deleted: `8 bookings`. Empty if nothing does. */
export async function usersOf(context: ReadContext, record: {entity: string; id: string}): Promise<string> {
  const referrers = await referrersOf(context, record)
  return referrers.length === 0 ? '' : namedReferrers(context, referrers, record)
}

/**
 * Names the referring records that the actor may see. The existence of others cannot be hidden, but their number can.
 */
async function namedReferrers(
  context: ReadContext,
  referrers: readonly Referrer[],
  record: {entity: string; id: string},
): Promise<string> {
  const {language} = context.moment
  const named: string[] = []
  let unseen = false
  for (const {entity, field, count} of referrers) {
    const seen = await countSeen(context, {entity, field}, record)
    if (seen > 0) named.push(`${seen} ${inSentence(seen === 1 ? entity.label : entity.plural, language)}`)
    if (seen < count) unseen = true
  }
  return listInLanguage([...named, ...(unseen ? [languageOf(language).events.unseen] : [])], language)
}

async function countSeen(
  context: ReadContext,
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
  const where = [leads, context.visibility.seesField(name, field.name)]
  return (await select(context, {from: context.visibility.records(name), where, columns: [own], limit: most})).length
}
