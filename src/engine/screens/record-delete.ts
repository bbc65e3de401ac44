/** Deleting a record: asked once more on a page of its own, refused where others refer to it. */
import type {Outcome} from '../change.ts'
import {repeatable} from '../idempotency.ts'
import {type Form, Refused} from '../reply.ts'
import type {FormReply} from './form-lookup.ts'
import {isMayDelete, type OnRecord, recordForm} from './record-form.ts'
import {findRecord, type RecordVisit} from './record-place.ts'
import {versionIn} from './sent.ts'

export async function deletePage(at: OnRecord): Promise<FormReply> {
  if (!(await isMayDelete(at))) throw new Refused('FORBIDDEN')
  const {forms} = at.world.words
  return recordForm(at, {
    heading: forms.deleting(at.record.name),
    intro: forms.deletingIntro,
    actions: [{name: 'delete', label: forms.delete, tone: 'stop'}],
  })
}

/** `to`: where it leads. */
export async function deleteSent(at: RecordVisit, form: Form, to: string): Promise<Outcome> {
  const {world, entity, visit} = at
  const record = await world.engine.read(visit.actor, reader => findRecord(reader, at))
  if (!record) throw new Refused('NOT_FOUND')
  const request = {kind: 'delete', entity: entity.name, id: record.id, version: versionIn(form), fields: new Map()}
  return world.engine.change(visit.actor, [{...request, kind: 'delete'}], repeatable(visit, to))
}
