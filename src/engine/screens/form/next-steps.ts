/** What happens after a form is sent: who decides next, and where that leads, from the actions of point 4. */
import {sql} from 'kysely'
import type {NextStep, PersonData} from '../../../contract/form.ts'
import type {Core} from '../../../feel/core.ts'
import {type SqlContext, toPredicate} from '../../../feel/sql/to-sql.ts'
import type {Entity} from '../../../points/entities/model.ts'
import {userEntity} from '../../../points/entities/own-fields.ts'
import type {Action, Transition, Who} from '../../../points/states/model.ts'
import type {Path} from '../../query/list-query.ts'
import type {ReadContext} from '../../read-context.ts'
import type {RecordContext} from '../screen-context.ts'
import {cellsAt, type FilledRecord, isFilledFor, type WouldBe} from './preview.ts'

interface StepsRequest {
  readonly entity: Entity
  /** What the form does. */
  readonly action: string
  readonly filled: FilledRecord
  readonly context: RecordContext
}

/** So many people decide one after another. */
const mostSteps = 3

export async function nextSteps(reader: ReadContext, request: StepsRequest): Promise<NextStep[]> {
  const {entity, filled, context} = request
  const {specification, display, words} = context
  const machine = specification.states.machines.get(entity.name)
  const actions = specification.actions.actions.get(entity.name)
  const first = actions?.get(request.action)
  if (!machine?.starts || !actions || !first) return []
  const at = (state: string): SqlContext => filled.as(new Map([...filled.record, [machine.field, state]]))
  const rows = first.rows.filter(row => isFrom(row, machine.starts))
  const isFilled = ({when}: Transition) => isFilledFor(entity, filled, when?.core)
  if (!rows.every(isFilled)) return []
  const taken = await firstHolding(reader, filled.context, rows, null)
  if (!taken) return []
  const told = await peopleOf(reader, {entity, context: filled.context}, notified(taken))
  let state = taken.to ?? machine.starts
  const steps: NextStep[] = []
  const tones = display.states.get(entity.name)?.tones ?? {}
  // What is granted is the end, even if someone may take it back.
  while (steps.length < mostSteps && tones[state] !== 'good') {
    const decision = await decisionIn(reader, {entity, context: at(state), actions, state, isFilled})
    if (!decision) break
    const labels = new Intl.ListFormat(reader.moment.language, {type: 'disjunction'}).format(decision.labels)
    steps.push({person: decision.person, title: words.forms.decides(decision.name), text: labels})
    if (decision.to === null || decision.to === state) break
    state = decision.to
  }
  const label = display.states.get(entity.name)?.label(state) ?? state
  const known = new Set(steps.map(({person}) => person?.id))
  return [
    ...steps,
    {person: null, title: label, text: steps.length === 0 ? words.forms.noDecision : ''},
    ...told
      .filter(({id}) => !known.has(id) && id !== ownId(reader))
      .map(person => ({person, title: words.forms.isNotified(person.name), text: ''})),
  ]
}

const ownId = ({actor}: ReadContext): string | null => (actor.kind === 'person' ? actor.id : null)

const isFrom = ({from}: Transition, state: string | null): boolean =>
  from === null || (state !== null && from.includes(state))

const notified = ({effects}: Transition): Core[] =>
  effects.flatMap(effect => (effect.kind === 'notify' && isPerson(effect.people) ? [effect.people] : []))

const isPerson = ({type}: Core): boolean => type.kind === 'reference' && type.entity === userEntity

interface Decision {
  /** Null where it is anyone with a role. */
  readonly person: PersonData | null
  readonly name: string
  readonly labels: readonly string[]
  readonly to: string | null
}

interface StateRequest extends WouldBe {
  readonly actions: ReadonlyMap<string, Action>
  readonly state: string
  /** Everything that the condition reads is filled in. */
  readonly isFilled: (row: Transition) => boolean
}

/** The first of the actions by someone else that this state allows; others of the same person are named beside it. */
async function decisionIn(
  reader: ReadContext,
  {entity, context, actions, state, isFilled}: StateRequest,
): Promise<Decision | null> {
  const possible = [...actions.values()].flatMap(action => {
    const rows = action.rows.filter(row => row.from?.includes(state) && row.to !== null && row.to !== state)
    return rows.length === 0 ? [] : [{action, rows}]
  })
  for (const {rows} of possible) {
    const who = rows[0]?.who ?? []
    const core = personIn(who)
    const [person] = core ? await peopleOf(reader, {entity, context}, [core]) : []
    if (core && person && person.id !== ownId(reader)) {
      const taken = rows.find(row => !isFilled(row)) ?? (await firstHolding(reader, context, rows, core))
      if (!taken) continue
      const same = possible.filter(each => each.rows.some(row => isSame(personIn(row.who), core)))
      return {person, name: person.name, labels: same.map(each => each.action.label), to: taken.to}
    }
    const role = who.find(each => each.kind === 'role')
    if (core || !role || role.role === 'everyone' || role.role === 'signed in') continue
    const same = possible.filter(each => each.rows.some(row => row.who.some(other => isRole(other, role.role))))
    const [row] = rows
    if (row) return {person: null, name: role.role, labels: same.map(({action: each}) => each.label), to: row.to}
  }
  return null
}

const isRole = (who: Who, role: string): boolean => who.kind === 'role' && who.role === role

const isSame = (one: Core | null, other: Core): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The path to the one person who may act. */
function personIn(who: readonly Who[]): Core | null {
  const [core] = who.flatMap(each => (each.kind === 'person' && each.isMe.op === 'compare' ? [each.isMe.left] : []))
  return core && isPerson(core) ? core : null
}

/** The row that would be taken; `me` in its condition is the person who decides. */
async function firstHolding(
  reader: ReadContext,
  context: SqlContext,
  rows: readonly Transition[],
  me: Core | null,
): Promise<Transition | null> {
  const known = rows.filter(({when}) => when === null || (when.core !== null && !when.readsInputs))
  const columns = known.map(({when}, index) => {
    const core = when?.core ? (me ? as(when.core, me) : when.core) : null
    return sql`${core ? sql`case when ${toPredicate(core, context)} then 1 else 0 end` : sql`1`} as ${sql.ref(`c${index}`)}`
  })
  if (columns.length === 0) return null
  const {rows: found} = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(reader.db)
  return known.find((_, index) => Number(found[0]?.[`c${index}`] ?? 0) === 1) ?? null
}

/** The expression as another person would ask it. Core is plain JSON. */
function as(core: Core, me: Core): Core {
  const replaced: Core = JSON.parse(JSON.stringify(core), (_, node: unknown) => (isMe(node) ? me : node))
  return replaced
}

const isMe = (node: unknown): boolean => typeof node === 'object' && node !== null && 'op' in node && node.op === 'me'

/** As far as the person may read who it is. */
async function peopleOf(reader: ReadContext, at: WouldBe, cores: readonly Core[]): Promise<PersonData[]> {
  const paths = cores.flatMap(core => pathOf(core) ?? [])
  const cells = await cellsAt(reader, at, paths)
  return paths.flatMap(path => {
    const cell = cells.get(path.join('.'))
    return typeof cell?.value === 'string' && cell.text !== '' ? [{id: cell.value, name: cell.text}] : []
  })
}

/** `person.manager`; nothing for anything but fields from the record on. */
function pathOf(core: Core): Path[] | null {
  const path: string[] = []
  let at = core
  while (at.op === 'field') {
    path.unshift(at.field)
    at = at.of
  }
  return at.op === 'this' && path.length > 0 ? [path] : null
}
