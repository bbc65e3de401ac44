/** The form of an action on its own page. An action that asks for dates has the calendar and the summary of the form for new records. */

import {readDay} from '../../engine/display/dates.ts'
import {fillSentences} from '../../engine/display/sentences.ts'
import {Refused} from '../../engine/reply.ts'
import type {HintsData} from '../forms/data.ts'
import {type FormReply, soughtIn} from '../forms/fields.ts'
import {inputsOf} from '../forms/form-input.ts'
import {daysKey} from '../forms/periods.ts'
import type {Hinted} from '../forms/preview.ts'
import {declaredAction} from './action-preview.ts'
import {actionsData, askedBy} from './actions.ts'
import {calendarAt, firstDay} from './edit.ts'
import {hintsAt, type OnRecord, recordForm} from './record-forms.ts'

export async function actionPage(at: OnRecord, name: string): Promise<FormReply> {
  const action = (await actionsData(at)).find(each => each.name === name)
  if (!action) throw new Refused('NOT_NOW')
  const hinted = action.onPage ? await askedBy(at, name) : null
  const months = readDay(at.visit.query.get(daysKey))
  if (hinted && months !== null)
    return recordForm(at, {
      heading: action.label,
      actions: [],
      ...(await calendarAt(at, hinted, {around: months, lookup: action.href})),
    })
  const typed = new Map(action.inputs.map(({name: field, values}) => [field, values]))
  const isLookup = soughtIn(at.visit) !== null
  const isFirst = declaredAction(at, name)?.form?.previews && !at.tried?.preview
  const label = isFirst ? at.context.words.shell.asksMore(action.label) : action.label
  // What the action would do has been said by now.
  const about = at.tried?.preview ? null : (declaredAction(at, name)?.form?.text ?? null)
  const [intro = ''] = about
    ? await fillSentences(at.reader, [{entity: at.entity.name, record: at.record.id, template: about.text}])
    : []
  return recordForm(at, {
    heading: action.label,
    intro,
    ...at.tried?.preview,
    fields: action.inputs,
    ...(hinted ? {hints: await hintsOfAction(at, hinted)} : {}),
    ...(hinted && !isLookup ? await calendarAt(at, hinted, {around: firstDay(at, typed), lookup: action.href}) : {}),
    actions: [{name, label, tone: action.tone === 'stop' ? 'stop' : 'lead'}],
  })
}

async function hintsOfAction(at: OnRecord, hinted: Hinted): Promise<HintsData | null> {
  const sent = hinted.actions.includes(at.tried?.action ?? '') ? at.tried?.form : null
  return hintsAt(at, hinted, sent ? inputsOf(sent) : new Map())
}
