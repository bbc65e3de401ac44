/** The confirmation of a person's change: a sentence in the words of the document, and a link to the record. */
import {grammarOf, languageOf} from '../../messages/languages.ts'
import {stateFieldOf} from '../../points/entities/lookup.ts'
import {inSentence} from '../../points/entities/names.ts'
import type {Action} from '../../points/states/model.ts'
import {saysOf} from '../base/sentence-templates.ts'
import {fillSentences} from '../display/fill-sentences.ts'
import {type Repeatable, repeatable} from '../idempotency.ts'
import {entityOf, type ReadContext} from '../query/read-context.ts'
import type {Visit} from '../reply.ts'
import type {ChangedRecord} from '../transaction/change.ts'
import type {WriteContext} from '../transaction/context.ts'
import type {ChangeJournal} from '../transaction/journal.ts'
import type {ConfirmedPerson} from '../write/undo.ts'
import {hrefsOf} from './record-address.ts'

export interface AnsweredOptions {
  readonly repeatable?: Repeatable
  readonly told?: ConfirmedPerson
  readonly alongside?: (context: WriteContext) => Promise<void>
}

/** What a change without an action has changed, continuing “You”; empty if it cannot be said. */
export type AnsweredText = (context: ReadContext, net: NonNullable<ReturnType<ChangeJournal['of']>>) => Promise<string>

interface SavedText {
  /** The state of a new record that is only saved. */
  readonly savedAs?: string | null
  readonly changed?: AnsweredText
}

/** The options for a change of this visit: it is performed once, confirmed, and can be undone. */
export function confirmedOptions(
  visit: Visit,
  leadsTo: string | Repeatable['leadsTo'],
  {savedAs = null, changed: changedText}: SavedText = {},
): AnsweredOptions {
  const {done, url, alongside} = visit
  const once = {...repeatable(visit, leadsTo), ...(alongside && {alongside})}
  if (!done || visit.actor.kind !== 'person') return once
  const describe: ConfirmedPerson['describe'] = async (context, written, journal) => {
    // A form that creates a record and performs an action on it has written it twice.
    const changed = [...new Map(written.map(each => [`${each.entity} ${each.id}`, each])).values()]
    const [first] = changed
    const net = first && journal.of(first)
    const {done: words, changedByYou} = languageOf(context.moment.language).events
    if (!first || !net) return {text: words.saved(null), href: null, back: null}
    const {entity, before, after, action: name} = net
    const isNew = before === null
    const isGone = after === null
    const href = isGone ? null : ((await hrefsOf(context, first.entity, [first.id])).get(first.id) ?? null)
    // Undoing removes a new record, so the link then leads back to the form.
    const back = isNew ? url : null
    const action = context.specification.actions.actions.get(first.entity)?.get(name)
    const {label, plural: several} = entityOf(context, first.entity)
    if (changed.length > 1) {
      const plural = inSentence(several, context.moment.language)
      const text = isGone
        ? words.deletedSeveral(changed.length, plural)
        : action
          ? words.several({
              action: action.label,
              verb: verbOf(context, action),
              state: sharedState(context, changed, journal),
              several: `${changed.length} ${plural}`,
            })
          : words.savedSeveral(changed.length, plural)
      return {text, href: null, back}
    }
    if (isGone) return {text: words.deleted(label), href, back}
    const state = stateFieldOf(entity)?.name ?? ''
    const wordOf = (values: typeof before) => {
      const word = values?.get(state)
      return typeof word === 'string' ? word : null
    }
    const says = action && saysOf(action, {from: wordOf(before), to: wordOf(after)})
    if (!says) {
      const changes = isNew ? '' : ((await changedText?.(context, net)) ?? '')
      const saved = savedAs === null ? words.saved(label) : words.savedAs(label, savedAs)
      return {text: changes === '' ? saved : changedByYou(changes), href, back}
    }
    const [sentence = ''] = await fillSentences(context, [
      {entity: first.entity, record: first.id, template: says, byReader: true},
    ])
    return {text: words.did(sentence), href, back}
  }
  return {...once, told: {describe, done}}
}

/** What was done to one record, as the document says it with the word on the button. Other sentences are about more than the record. */
function verbOf({specification, moment}: ReadContext, action: Action): string | null {
  const label = action.label.toLowerCase()
  const says = saysOf(action)
  if (says === null || /\s/.test(label)) return null
  const said = specification.translation.text(says).replace(/\{[^{}]*\}/g, ' ')
  return grammarOf(moment.language).verbOf(label, said.match(/[\p{L}-]+/gu) ?? [])
}

/** The label of the state that all records were moved to; null where they were not, or to several. */
function sharedState(
  {states}: ReadContext,
  changed: readonly ChangedRecord[],
  journal: Pick<ChangeJournal, 'of'>,
): string | null {
  const [first] = changed
  const display = first && states.get(first.entity)
  const field = display?.machine.field ?? ''
  const reached = new Set(
    changed.map(each => {
      const net = journal.of(each)
      const now = net?.after?.get(field)
      return typeof now === 'string' && now !== net?.before?.get(field) ? now : null
    }),
  )
  const [state] = reached
  return reached.size === 1 && display && state ? display.label(state) : null
}
