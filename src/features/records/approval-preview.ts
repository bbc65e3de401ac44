/** The steps after a form is sent: who decides next and with which result, from the actions of point 4. */

import type {EvaluatedRecord} from '../../engine/query/hypothetical-record.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {type FieldValues, readStored} from '../../engine/query/stored.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Core} from '../../feel/core.ts'
import type {Messages} from '../../messages/index.ts'
import {languageOf, listInLanguage} from '../../messages/languages.ts'
import {refersToPerson} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {inSentence} from '../../points/entities/names.ts'
import type {Specification} from '../../points/specification.ts'
import type {Action, Transition, Who} from '../../points/states/model.ts'
import type {NextStep, PersonData} from '../forms/panel-data.ts'
import {type FilledRecord, isFilledFor} from '../forms/preview.ts'
import {asPerson, decidersOf, firstHolding, holding, membersOf, ownId, peopleOf} from './deciders.ts'

interface StepsRequest {
  readonly entity: Entity
  /** The action of the form. */
  readonly action: string
  readonly filled: FilledRecord
  readonly context: RecordContext
}

/** The maximum number of consecutive decisions. */
const mostSteps = 3

export async function nextSteps(reader: ReadContext, request: StepsRequest): Promise<NextStep[]> {
  const {entity, filled, context} = request
  const {specification} = context
  const machine = specification.states.machines.get(entity.name)
  const first = specification.actions.actions.get(entity.name)?.get(request.action)
  if (!machine?.starts || !first) return []
  const rows = first.rows.filter(row => isFrom(row, machine.starts))
  if (!rows.every(({when}) => isFilledFor(filled, when?.core))) return []
  const taken = await firstHolding(reader, filled, rows)
  if (!taken) return []
  // Where it never leads anywhere else, that no one decides is not news.
  const isUsual = new Set(rows.map(({to}) => to)).size === 1
  return stepsFrom(reader, request, {taken, state: taken.to ?? machine.starts, isUsual})
}

/** After an edit: what the system does with the change, where that leads to another state. */
export async function stepsOfChange(reader: ReadContext, request: Omit<StepsRequest, 'action'>): Promise<NextStep[]> {
  const taken = await rowThatFollows(reader, request.filled, request.context.specification)
  return taken?.to ? stepsFrom(reader, request, {taken, state: taken.to, isUsual: false}) : []
}

/** The row of the system that follows this change of a record to another state; null if it stays in its state. */
export async function rowThatFollows(
  reader: ReadContext,
  changed: EvaluatedRecord,
  {states, actions}: Specification,
): Promise<Transition | null> {
  const field = states.machines.get(changed.entity.name)?.field
  const state = field === undefined ? null : changed.before?.get(field)
  if (typeof state !== 'string') return null
  const rows = [...(actions.actions.get(changed.entity.name)?.values() ?? [])].flatMap(action => action.rows)
  const following = rows.filter(row => row.when?.readsOld === true && isFrom(row, state) && (row.to ?? state) !== state)
  return following.length === 0 ? null : firstHolding(reader, changed, following)
}

interface TakenRow {
  readonly taken: Transition
  /** Where it leads. */
  readonly state: string
  /** Whether it always leads there. */
  readonly isUsual: boolean
}

async function stepsFrom(
  reader: ReadContext,
  {entity, filled, context}: Omit<StepsRequest, 'action'>,
  {taken, isUsual, ...first}: TakenRow,
): Promise<NextStep[]> {
  const {specification, display, words} = context
  const machine = specification.states.machines.get(entity.name)
  const actions = specification.actions.actions.get(entity.name)
  if (!machine || !actions) return []
  const as = (state: string): EvaluatedRecord => ({
    ...filled,
    record: new Map([...filled.record, [machine.field, state]]),
  })
  const isFilled = ({when}: Transition) => isFilledFor(filled, when?.core)
  const told = await peopleOf(reader, filled, notified(taken, refersToPerson))
  let {state} = first
  const steps: NextStep[] = []
  const tones = display.states.get(entity.name)?.tones ?? {}
  // A state with the tone `good` is the end, even if the decision can be reversed.
  while (steps.length < mostSteps && tones[state] !== 'good') {
    const decision = await decisionIn(reader, {
      ...as(state),
      actions,
      state,
      isFilled,
      specification,
      words: words.forms,
    })
    if (!decision) break
    const {language} = reader.moment
    const labels = listInLanguage(
      (await decision.labels()).map(languageOf(language).grammar.buttonInSentence),
      language,
      'disjunction',
    )
    const text = [decision.note, labels && words.forms.mayDo(labels)].filter(each => each !== '').join(' · ')
    steps.push({person: decision.person, title: decision.title, text})
    if (decision.to === null || decision.to === state) break
    state = decision.to
  }
  const label = display.states.get(entity.name)?.label(state) ?? state
  const known = new Set(steps.map(({person}) => person?.id))
  const isAlways = steps.length === 0 && isUsual
  // Where someone decides, it is mostly they who decide for others.
  const lists = steps.length > 0 ? [] : notified(taken, type => type.kind === 'list' && refersToPerson(type.of))
  const members: PersonData[] = []
  for (const list of lists) members.push(...(await membersOf(reader, filled, list)))
  const others = [...new Map([...told, ...members].map(person => [person.id, person])).values()]
    .filter(({id}) => !known.has(id) && id !== ownId(reader))
    .map(person => ({person, title: words.forms.isNotified(person.name), text: ''}))
  const end = isAlways ? [] : [{person: null, title: label, text: steps.length === 0 ? words.forms.noDecision : ''}]
  // They are notified at once, which is before any decision.
  return steps.length > 0 ? [...others, ...steps, ...end] : [...end, ...others]
}

interface AheadRequest {
  readonly entity: Entity
  readonly id: string
  readonly state: string
  /** The states that usually follow. */
  readonly ahead: readonly string[]
  readonly context: RecordContext
}

/** The next states of a record, without those that an action skips for it: short leave needs one approval only. */
export async function statesAhead(reader: ReadContext, request: AheadRequest): Promise<readonly string[]> {
  const {entity, id, context, ahead} = request
  const {specification, words} = context
  const actions = specification.actions.actions.get(entity.name)
  const machine = specification.states.machines.get(entity.name)
  if (!machine || !actions) return ahead
  const isForked = (state: string, rest: readonly string[]) =>
    [...actions.values()].some(({rows}) => {
      const ways = rows.flatMap(({from, to}) => (from?.includes(state) && to !== null && rest.includes(to) ? [to] : []))
      return new Set(ways).size > 1
    })
  const rest = [...ahead]
  const way: string[] = []
  const stateOf = async (state: string): Promise<FieldValues> => {
    const stored = await readStored(reader, entity, id, reader.visibility.records(entity.name))
    return new Map([...(stored ?? []), [machine.field, state]])
  }
  for (let state = request.state, next = rest[0]; next !== undefined; next = rest[0]) {
    if (isForked(state, rest)) {
      const record = state === request.state ? null : await stateOf(state)
      const at = {entity, id, record, before: null, actions, state, specification, words: words.forms}
      const decision = await decisionIn(reader, {...at, isFilled: () => true, withOwn: true})
      const place = decision?.to ? rest.indexOf(decision.to) : -1
      if (place > 0) rest.splice(0, place)
    }
    state = rest.shift() ?? next
    way.push(state)
  }
  return way
}

const isFrom = ({from}: Transition, state: string | null): boolean =>
  from === null || (state !== null && from.includes(state))

const notified = ({effects}: Transition, isMeant: (type: Core['type']) => boolean): Core[] =>
  effects.flatMap(effect => (effect.kind === 'notify' && isMeant(effect.people.type) ? [effect.people] : []))

interface Decision {
  /** Null if anyone with a role decides, or no one. */
  readonly person: PersonData | null
  /** Of the people or the role; null if no one decides. */
  readonly name: string | null
  readonly title: string
  /** The people they act for; empty if they decide in their own right. */
  readonly note: string
  /** Of their actions. */
  readonly labels: () => Promise<readonly string[]>
  readonly to: string | null
}

interface StateRequest extends EvaluatedRecord {
  readonly actions: ReadonlyMap<string, Action>
  readonly state: string
  /** Whether everything that the condition reads is filled in. */
  readonly isFilled: (row: Transition) => boolean
  /** In the reader's language. */
  readonly specification: Specification
  readonly words: Messages['forms']
  /** Whether the reader may be the one who decides. */
  readonly withOwn?: boolean
}

/**
 * The first action by other people that this state allows, with the labels of their other actions. Says so if no one
 * could perform any.
 */
export async function decisionIn(reader: ReadContext, request: StateRequest): Promise<Decision | null> {
  const {actions, state, isFilled, words, entity} = request
  const kind = inSentence(entity.label, reader.moment.language)
  const possible = [...actions.values()].flatMap(action => {
    const rows = action.rows.filter(row => row.from?.includes(state) && row.to !== null && row.to !== state)
    return rows.length === 0 ? [] : [{action, rows}]
  })
  const tones = reader.states.get(entity.name)?.tones ?? {}
  const isEarlyEnd = ({to}: Transition) => ['bad', 'over'].includes(tones[to ?? ''] ?? '')
  // What moves the record on comes before what ends it early, whatever their order in the document.
  const endsOnly = (rows: readonly Transition[]) => Number(rows.every(isEarlyEnd))
  possible.sort((one, other) => endsOnly(one.rows) - endsOnly(other.rows))
  const missing: (readonly Who[])[] = []
  for (const {rows} of possible) {
    const who = rows[0]?.who ?? []
    const labelsOf = async (as: ReadContext, theirs: Who, role: string | null = null) => {
      const known = possible.flatMap(each => each.rows).filter(row => row.who.some(each => isSameWho(each, theirs)))
      const open = known.filter(row => !isFilled(row))
      const closed = known.filter(row => isFilled(row))
      const offered = [...open, ...(await holding(as, request, closed, role))]
      const theirActions = possible.filter(each => each.rows.some(row => offered.includes(row)))
      // Another way to the same states is not another decision: “Approve anyway” beside “Approve”.
      const targets = ({rows: all}: {rows: readonly Transition[]}) => [...new Set(all.map(({to}) => to))].sort().join()
      return [...new Map(theirActions.toReversed().map(each => [targets(each), each])).values()]
        .toReversed()
        .map(({action}) => action.label)
    }
    const open = rows.find(row => !isFilled(row))
    const {deciders, own} = await decidersOf(reader, request, who)
    for (const decider of deciders) {
      const [person] = decider.people
      const as = asPerson(reader, person)
      const taken = open ?? (await firstHolding(as, request, rows))
      if (!taken) continue
      const name = listInLanguage(
        decider.people.map(each => each.name),
        reader.moment.language,
        'disjunction',
      )
      const note = decider.standsIn ? words.standsInFor(decider.standsIn.as, decider.standsIn.for.name) : ''
      return {
        person,
        name,
        title: words.decides(name, kind),
        note,
        labels: () => labelsOf(as, decider.who),
        to: taken.to,
      }
    }
    const role = who.find(each => each.kind === 'role')
    if (role?.role === 'everyone' || role?.role === 'signed in') continue
    const taken = role && (open ?? (await firstHolding(reader, request, rows, role.role)))
    if (role && taken) {
      const labels = () => labelsOf(reader, role, role.role)
      return {person: null, name: role.role, title: words.decides(role.role, kind), note: '', labels, to: taken.to}
    }
    if (!own && who.some(({kind}) => kind !== 'system')) missing.push(who)
  }
  const [first] = missing
  if (!first) return null
  const role = first.find(each => each.kind === 'role')
  const note = role ? words.noOneElseHas(role.role) : words.noOneNamed
  return {person: null, name: null, title: words.noOneDecides, note, labels: async () => [], to: null}
}

const isSameWho = (one: Who, other: Who): boolean => JSON.stringify(one) === JSON.stringify(other)
