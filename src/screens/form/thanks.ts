/** The document's text on a form: under its heading, and after it was sent. */

import {fieldsInProse, renderProse} from '../../engine/base/prose.ts'
import {ledTo} from '../../engine/idempotency.ts'
import {recordPlace} from '../../engine/links/record-address.ts'
import type {ProseData} from '../../engine/page/frame.ts'
import {fieldTexts} from '../../engine/query/field-texts.ts'
import {allSeeing, type ReadContext} from '../../engine/query/read-context.ts'
import {readStored} from '../../engine/query/stored.ts'
import type {PageReply, Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {DateTime, toMillis} from '../../feel/calendar.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {ScreenOf} from '../../points/screens/model.ts'

export interface FormThanks {
  /** As HTML, with the values of its fields, or null where they are not known; null for the standard text. */
  readonly text: ((values: ReadonlyMap<string, string> | null) => string | null) | null
  /** The fields that it names. */
  readonly names: readonly string[]
}

export function compileThanks({details}: ScreenOf<'form'>, {specification}: RecordContext): FormThanks {
  const {thanks} = details
  if (thanks === null) return {text: null, names: []}
  const {constants} = specification.limits
  const names = fieldsInProse(thanks)
  return {
    names,
    text: values => (values || names.length === 0 ? renderProse(thanks, constants, values ?? new Map()) : null),
  }
}

export const sentKey = 'sent'

interface ThankingForm {
  readonly screen: ScreenOf<'form'>
  readonly context: RecordContext
  readonly entity: Entity
  readonly thanks: FormThanks
}

/** People who can see neither the record nor a list of such records get a thank-you at the form's own address. */
export async function placeAfter(
  form: ThankingForm,
  visit: Visit,
  id: string,
  within: ReadContext | null = null,
): Promise<string> {
  const place = await recordPlace({...form, visit}, id, within)
  if (place !== null) return place
  const {text, names} = form.thanks
  if (visit.actor.kind !== 'nobody' && !text) return '/'
  const {idempotency} = visit
  const isKnown = names.length > 0 && idempotency?.kind === 'own'
  return `${visit.path}?${sentKey}${isKnown ? `=${idempotency.key}.${id}` : ''}`
}

/**
 * What the sender has typed into the fields that the thanks name, although they may not read the record: for an hour,
 * at the address that only they were led to, and as long as no one has changed the record.
 */
async function thankedValues(
  {entity, thanks: {names}}: ThankingForm,
  {path, query}: Visit,
  reader: ReadContext,
): Promise<ReadonlyMap<string, string> | null> {
  const [key = '', id = ''] = (query.get(sentKey) ?? '').split('.')
  const sent = key === '' ? null : await ledTo(reader, {key, to: `${path}?${sentKey}=${key}.${id}`})
  if (sent === null) return null
  const whole = {...reader, visibility: allSeeing(reader)}
  const record = await readStored(whole, entity, id, whole.visibility.records(entity.name))
  const updated = record?.get('updated')
  if (!(updated instanceof DateTime) || toMillis(updated) > sent) return null
  const paths = names.map(name => [name])
  const texts = (await fieldTexts(whole, {entity: entity.name, ids: [id], paths})).get(id) ?? []
  return new Map(names.map((name, index) => [name, texts[index] || '…']))
}

export async function thanksPage(form: ThankingForm, visit: Visit): Promise<PageReply> {
  const {screen, context, thanks} = form
  const {forms} = context.words
  const values =
    thanks.names.length === 0
      ? null
      : await context.engine.read(visit.actor, reader => thankedValues(form, visit, reader))
  const again = `<p><a href="${screen.route.path}">${forms.again}</a></p>`
  const text = thanks.text?.(values) ?? `<p>${forms.received}</p>`
  const data: ProseData = {heading: forms.thanks, html: `${text}${again}`}
  return {kind: 'page', status: 200, title: `${forms.thanks} · ${screen.name}`, screen: 'page', data}
}
