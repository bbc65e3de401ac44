/**
 * What is asked before an action is done to several records: a page of its own, with the records in its address and by name on it, and with
 * what the action asks for. Where it does not fit all of them, the page says which, and there is nothing to send.
 */

import type {FormData} from '../../contract/form.ts'
import type {Reader} from '../engine.ts'
import {namesOf} from '../list/names.ts'
import {type Form, Refused, type Reply, type Visit} from '../reply.ts'
import {calledOf} from './called.ts'
import {formFields} from './form-fields.ts'
import type {ListPlace, TriedOnList} from './list.ts'
import {bulkActions, bulkProblems, misfits, type Selected, selectedIn} from './list-bulk.ts'
import {stopsAt} from './record-actions.ts'
import {deletionIntro} from './record-delete.ts'
import {emptyForm} from './record-form.ts'
import {typedIn} from './sent.ts'

interface Asked {
  readonly action: string
  readonly tried: (TriedOnList & {readonly form: Form}) | null
}

export function bulkForm(place: ListPlace, visit: Visit, {action, tried}: Asked): Promise<Reply> {
  const selected = selectedIn(tried?.form ?? null, visit)
  const {named, entity, world} = place
  if (selected.length === 0) throw new Refused('BAD_INPUT')
  return world.engine.read(visit.actor, async reader => {
    const wanted = await wantedOf(reader, place, {action, selected})
    const problems = await misfits(reader, {entity, action, selected})
    const [first] = problems
    const outcome = {ok: false, code: first?.code ?? '', problems} as const
    const unfit = first ? await bulkProblems(reader, {entity, selected, outcome}, world) : null
    const fields = wanted.asks.map(({field, optional}) => ({...field, required: !optional}))
    const values = tried
      ? typedIn(
          fields.map(({name}) => name),
          tried.form,
        )
      : new Map<string, readonly string[]>()
    const back = listAddress(visit)
    const data: FormData = {
      ...emptyForm,
      ...headOf(place, wanted, selected.length),
      back: {label: named.name, href: back},
      about: await aboutOf(reader, place, selected),
      fields: unfit ? [] : await formFields(reader, fields, {values, address: visit.url}),
      problems: unfit?.problems ?? tried?.problems ?? [],
      actions: unfit ? [] : [{name: action, label: wanted.label, tone: wanted.stops ? 'stop' : 'lead'}],
      cancel: back,
    }
    return {kind: 'page', status: tried?.status ?? unfit?.status ?? 200, title: data.heading, screen: 'form', data}
  })
}

interface Wanted {
  readonly name: string
  readonly label: string
  readonly asks: Awaited<ReturnType<typeof bulkActions>>[number]['asks']
  readonly stops: boolean
}

async function wantedOf(
  reader: Reader,
  {entity, world}: ListPlace,
  {action, selected}: {action: string; selected: readonly Selected[]},
): Promise<Wanted> {
  const {specification, words} = world
  if (action === 'delete') return {name: action, label: words.forms.delete, asks: [], stops: true}
  const declared = specification.actions.actions.get(entity.name)?.get(action)
  if (!declared) throw new Refused('UNKNOWN_ACTION')
  const ids = selected.map(({id}) => id)
  const offered = (await bulkActions(reader, entity.name, ids)).find(({name}) => name === action)
  const stops = stopsAt(specification, entity.name, action)
  return {name: action, label: declared.label, asks: offered?.asks ?? [], stops}
}

function headOf({entity, world}: ListPlace, {name, label}: Wanted, count: number): Pick<FormData, 'heading' | 'intro'> {
  const {lists} = world.words
  const several = lists.onSeveral(count, calledOf(world.specification, entity.name)[count === 1 ? 'one' : 'several'])
  return name === 'delete'
    ? {heading: lists.deletingSeveral(several), intro: deletionIntro(world.words, entity)}
    : {heading: label, intro: several}
}

/** In the order in which they were chosen; what may not be seen is not named. */
async function aboutOf(reader: Reader, {entity}: ListPlace, selected: readonly Selected[]): Promise<FormData['about']> {
  const ids = selected.map(({id}) => id)
  const names = await namesOf(reader, reader.sight, {entity: entity.name, ids})
  return ids.flatMap(id => {
    const name = names.get(id)
    return name === undefined ? [] : [{id, name}]
  })
}

/** The list as it was asked for. */
export function listAddress({path, query}: Visit): string {
  const kept = new URLSearchParams([...query].filter(([name]) => name !== '_bulk' && name !== '_record'))
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** Where an action on these records is asked first. */
export function askingAddress({path, query}: Visit, action: string, selected: readonly Selected[]): string {
  const kept = [...query].filter(([name]) => name !== '_bulk' && name !== '_record')
  const records = selected.map(({id, version}) => ['_record', `${id}:${version}`])
  return `${path}?${new URLSearchParams([...kept, ['_bulk', action], ...records])}`
}
