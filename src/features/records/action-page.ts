/** The form of an action on its own page. An action that asks for dates has the calendar and the summary of the form for new records. */

import {fillSentences} from '../../engine/display/fill-sentences.ts'
import {Refused} from '../../engine/reply.ts'
import {formInputs} from '../forms/form-input.ts'
import type {FormReply} from '../forms/form-page.ts'
import {besideFields, monthsAsked} from '../forms/record-form.ts'
import {declaredAction} from './action-preview.ts'
import {actionsData, inputForm, offeredOn} from './actions.ts'
import {type OnRecord, recordForm} from './record-forms.ts'

export async function actionPage(at: OnRecord, name: string): Promise<FormReply> {
  const {reader, tried} = at
  const action = (await actionsData(at, await offeredOn(at))).find(each => each.name === name)
  if (!action) throw new Refused('NOT_NOW')
  const {inputs: fields, href: address} = action
  const form = action.onPage ? await inputForm(at, name) : null
  const months = form && (await monthsAsked(reader, form, address))
  if (months) return recordForm(at, {heading: action.label, actions: [], ...months})
  const texts = new Map(fields.map(field => [field.name, field.values]))
  const inputs = tried?.action === name ? formInputs(tried.form) : new Map()
  const isFirst = declaredAction(at, name)?.form?.previews && !tried?.preview
  const label = isFirst ? at.context.words.shell.asksMore(action.label) : action.label
  // What the action would do has been said by now.
  const about = tried?.preview ? null : (declaredAction(at, name)?.form?.text ?? null)
  const [intro = ''] = about
    ? await fillSentences(reader, [{entity: at.entity.name, record: at.record.id, template: about.text}])
    : []
  return recordForm(at, {
    heading: action.label,
    intro,
    ...tried?.preview,
    fields,
    ...(form ? await besideFields(reader, form, {texts, inputs, fields, address}) : {}),
    actions: [{name, label, tone: action.tone === 'danger' ? 'danger' : 'primary'}],
  })
}
