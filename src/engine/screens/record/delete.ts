/** Deleting a record: confirmed on a page of its own, and refused while others refer to it. */
import type {Messages} from '../../../messages/index.ts'
import type {Entity} from '../../../points/entities/model.ts'
import {readId} from '../../../points/entities/values/id.ts'
import {both, isNo} from '../../core-build.ts'
import type {ListRow} from '../../query/list-query.ts'
import {holdsForAll} from '../../query/select.ts'
import {hasId} from '../../query/stored.ts'
import type {ReadContext} from '../../read-context.ts'
import {type Form, Refused} from '../../reply.ts'
import {excerptOf} from '../../rich-text.ts'
import type {Outcome} from '../../write/change.ts'
import {answered} from '../answered.ts'
import type {FormReply} from '../form/fields.ts'
import {versionIn} from '../form/form-input.ts'
import {isMayDelete, type OnRecord, recordForm} from './forms.ts'
import {addressWith, findRecord, type RecordVisit, rowsOf} from './record-address.ts'
import {commentFieldsOf, referringTo} from './related.ts'

/** What stays of a record that is deleted. */
export function deletionIntro({forms}: Messages, entity: Entity | null): string {
  const labels = (entity?.personal ?? []).flatMap(name => entity?.fields.get(name)?.label ?? [])
  return labels.length === 0 ? forms.deletingIntro : forms.deletingPersonal(labels.join(', '))
}

export async function deletePage(at: OnRecord): Promise<FormReply> {
  if (!(await isMayDelete(at))) throw new Refused('FORBIDDEN')
  const {forms} = at.context.words
  return recordForm(at, {
    heading: forms.deleting(at.record.name),
    intro: deletionIntro(at.context.words, at.entity),
    actions: [{name: 'delete', label: forms.delete, tone: 'stop'}],
  })
}

/** Those of some records that the person may delete. */
export async function removableAmong(
  reader: ReadContext,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const permitted = reader.visibility.records(entity, 'delete')
  const {where} = permitted
  if (isNo(where) || ids.length === 0) return new Set()
  const held = await holdsForAll(reader, {entity, ids, conditions: [where], held: {roles: permitted, name: 'covers'}})
  return new Set(ids.filter(id => held.get(id)?.[0] === true))
}

/** A comment is removed on a page of the record. */
export const removeHref = (at: Pick<RecordVisit, 'visit' | 'here'>, entity: string, id: string): string =>
  addressWith(at, `remove=${encodeURIComponent(entity)}&record=${id}`)

export const removeAction = (entity: string): string => `remove ${entity}`

interface Said {
  readonly entity: string
  readonly by: string
  readonly id: string
}

/** One of the comments on this record; null for any other record, and for one that the person may not delete. */
async function findSaid({reader, record, ...at}: OnRecord, {entity: name, by, id}: Said): Promise<ListRow | null> {
  const entity = reader.visibility.entity(name)
  const field = entity?.fields.get(by)
  const comment = entity && commentFieldsOf(entity, by)
  if (!entity || !field || !comment || readId(id) === null) return null
  const leads = referringTo({entity, by: field}, {entity: at.entity.name, id: record.id})
  const where = both([hasId(name, id), leads])
  const [row] = await rowsOf(reader, {entity: name, where, columns: [[comment.text.name]], size: 1})
  return row && (await removableAmong(reader, name, [row.id])).has(row.id) ? row : null
}

const saidIn = ({screen}: RecordVisit, name: string, id: string): Said | null => {
  const related = screen.details.related.find(({entity}) => entity === name)
  return related ? {...related, id} : null
}

export async function removePage(at: OnRecord, {name, id}: {name: string; id: string}): Promise<FormReply> {
  const said = saidIn(at, name, id)
  const row = said && (await findSaid(at, said))
  if (!row) throw new Refused('NOT_FOUND')
  const {forms} = at.context.words
  return recordForm(at, {
    heading: forms.deleting(excerptOf(row.cells[0]?.text ?? '')),
    intro: deletionIntro(at.context.words, at.reader.visibility.entity(name)),
    version: row.version,
    actions: [{name: removeAction(name), label: forms.delete, tone: 'stop'}],
  })
}

export async function removeSent(at: RecordVisit, form: Form, name: string): Promise<Outcome> {
  const {context, visit} = at
  const said = saidIn(at, name, visit.query.get('record') ?? '')
  const row = await context.engine.read(visit.actor, async reader => {
    const record = await findRecord(reader, at)
    return record && said ? findSaid({...at, reader, record, tried: null}, said) : null
  })
  if (!row) throw new Refused('NOT_FOUND')
  const request = {kind: 'delete', entity: name, id: row.id, version: versionIn(form), fields: new Map()} as const
  return context.engine.change(visit.actor, [request], answered(visit, addressWith(at, '')))
}

/** `to`: where it leads. */
export async function deleteSent(at: RecordVisit, form: Form, to: string): Promise<Outcome> {
  const {context, entity, visit} = at
  const record = await context.engine.read(visit.actor, reader => findRecord(reader, at))
  if (!record) throw new Refused('NOT_FOUND')
  const request = {kind: 'delete', entity: entity.name, id: record.id, version: versionIn(form), fields: new Map()}
  return context.engine.change(visit.actor, [{...request, kind: 'delete'}], answered(visit, to))
}
