/**
 * How the states of an entity are displayed. The tone of each is derived from its position: not started, waiting, in
 * between, good, in progress, rejected, over. The expected path is the longest one that leads to a good end.
 */
import type {Field} from '../../points/entities/model.ts'
import {wordText} from '../../points/entities/values/choices.ts'
import type {Specification} from '../../points/specification.ts'
import type {Action, ActionRow, Machine} from '../../points/states/model.ts'

/** The CSS classes for a colour of the document. */
export const hueClass = (colour: string): string => `hue hue-${colour}`

/** How the states of an entity are displayed: the tone of each, and the expected path from it. */
export class StateDisplay {
  readonly machine: Machine
  /** The CSS classes of each state: its tone, and the colour that the document gives it. */
  readonly tones: Readonly<Record<string, string>>
  readonly #field: Field | undefined
  readonly #actions: ReadonlyMap<string, Action>
  readonly #ahead = new Map<string, readonly string[]>()

  constructor(machine: Machine, {actions, field}: {actions: ReadonlyMap<string, Action>; field: Field | undefined}) {
    this.machine = machine
    this.#field = field
    this.#actions = actions
    this.tones = Object.fromEntries(
      Object.entries(tonesOf(machine)).map(([state, tone]) => {
        const colour = field?.looks?.get(state)?.colour
        return [state, colour ? `${tone} ${hueClass(colour)}` : tone]
      }),
    )
  }

  /** The label of a state. */
  label(state: string): string {
    return wordText(state, this.#field?.type.control.labels)
  }

  /** The states that follow if all goes well, by default from the initial state. */
  ahead(from: string = this.machine.starts ?? ''): readonly string[] {
    const ahead = this.#ahead.get(from) ?? expectedPath(this.machine, this.#actions, from)
    this.#ahead.set(from, ahead)
    return ahead
  }

  /** Whether an action ends a record because that was asked for, such as approving the cancellation of approved leave. */
  leadsToSuccess(action: string): boolean {
    const targets = this.#actions.get(action)?.rows.map(row => row.to) ?? []
    const ends = (state: string | null) => state !== null && this.machine.final.includes(state) && isAbandoned(state)
    return targets.length > 0 && targets.every(ends) && this.#startsAt(action, state => this.#isAside(state))
  }

  /** Whether an action declines or takes back what another one would grant: it is no step forward. */
  leadsToRejection(action: string): boolean {
    const granting = [...this.#actions.keys()].filter(name => this.leadsToSuccess(name))
    return this.#startsAt(action, state => granting.some(name => this.#startsAt(name, each => each === state)))
  }

  #startsAt(action: string, isOne: (state: string) => boolean): boolean {
    const rows = this.#actions.get(action)?.rows ?? []
    return rows.length > 0 && rows.every(({from}) => from?.every(isOne) ?? false)
  }

  /** A state beside the expected path, which only decided records enter. */
  #isAside(state: string): boolean {
    const entered = this.machine.rows.filter(row => to(row) === state).flatMap(from)
    const way = this.ahead()
    return !way.includes(state) && entered.length > 0 && entered.every(each => isGranted(each, this.machine))
  }
}

/** Keyed by entity. */
export function stateDisplays({states, actions, entities}: Specification): ReadonlyMap<string, StateDisplay> {
  return new Map(
    [...states.machines].map(([entity, machine]) => [
      entity,
      new StateDisplay(machine, {
        actions: actions.actions.get(entity) ?? new Map(),
        field: entities.entities.get(entity)?.fields.get(machine.field),
      }),
    ]),
  )
}

/** A state next to other texts of its record; null if the value is not a state. */
export function stateBadge(states: StateDisplay | undefined, state: unknown): {label: string; tone: string} | null {
  if (typeof state !== 'string') return null
  return {label: states?.label(state) ?? wordText(state), tone: states?.tones[state] ?? 'idle'}
}

export type Tone = 'idle' | 'wait' | 'info' | 'good' | 'live' | 'bad' | 'over'

type Tones = Readonly<Record<string, Tone>>

/** A state should look different from the one before it, as far as there are tones. */
const next: Readonly<Partial<Record<Tone, Tone>>> = {wait: 'info', info: 'live', good: 'live'}

export function tonesOf(whole: Machine): Tones {
  // Actions that keep the state do not affect its tone, nor does what follows a change of the record.
  const machine = {...whole, rows: whole.rows.filter(row => to(row) !== 'same' && !followsChange(row))}
  const tones = new Map(machine.states.map(({name}) => [name, toneOf(name, machine)]))
  const isOpen = (state: string) => !machine.final.includes(state) && state !== machine.starts
  for (const {name} of machine.states) {
    const tone = tones.get(name)
    const before = machine.rows
      .filter(row => to(row) === name)
      .flatMap(from)
      .filter(each => each !== name && isOpen(each))
    const other = tone && next[tone]
    if (!other || !isOpen(name) || isSaid(name) || !before.some(each => tones.get(each) === tone)) continue
    // States that lead to each other have no order.
    const back = machine.rows.some(row => from(row).includes(name) && before.includes(to(row)))
    if (!back && !before.some(each => tones.get(each) === other)) tones.set(name, other)
  }
  return Object.fromEntries(tones)
}

const isSaid = (state: string): boolean => waiting.test(state) || granted.test(state)

function toneOf(state: string, machine: Machine): Tone {
  if (state === machine.starts) return 'idle'
  if (machine.final.includes(state)) return finalTone(state, machine)
  if (granted.test(state)) return 'good'
  const cameFrom = machine.rows.filter(row => to(row) === state).flatMap(from)
  if (!isWaiting(state, machine))
    return cameFrom.length > 0 && cameFrom.every(each => isGranted(each, machine)) ? 'live' : 'good'
  if (waiting.test(state)) return 'wait'
  return cameFrom.some(each => each !== machine.starts && isWaiting(each, machine)) ? 'info' : 'wait'
}

/** Derived from its name, like a rejection. */
const waiting = /^(?:wait|pending|on_hold)/

const granted = /^(?:approved|accepted|confirmed|granted|agreed|cleared)$/

/** Already decided, so that the next state is in progress. */
function isGranted(state: string, machine: Machine): boolean {
  return state !== machine.starts && !machine.final.includes(state) && !isWaiting(state, machine)
}

/**
 * People must act, other than by abandoning it; the system alone does not move it on. Where people decide, the system
 * may do the same for some records.
 */
function isWaiting(state: string, machine: Machine): boolean {
  if (machine.final.includes(state)) return false
  const leaving = machine.rows.filter(row => from(row).includes(state) && to(row) !== state && !isAbandoned(to(row)))
  const isDecided = (next: string) =>
    !machine.final.includes(next) && leaving.some(row => to(row) === next && !bySystem(row))
  return (
    leaving.length > 0 && !leaving.some(row => bySystem(row) && !isGivenUp(to(row), machine) && !isDecided(to(row)))
  )
}

/** An end that people can reach directly from the initial state. */
function isGivenUp(state: string, {rows, starts, final}: Machine): boolean {
  const isTaken = (row: ActionRow) => to(row) === state && !bySystem(row) && from(row).includes(starts ?? '')
  return final.includes(state) && rows.some(isTaken)
}

/** States whose name means that the record was abandoned. */
const givenUp = /^(?:cancell?ed|withdrawn|abandoned|revoked|expired|lapsed|void(?:ed)?)$/

const isAbandoned = (state: string): boolean => givenUp.test(state)

const refusing = /^(?:reject|refus|declin|den(?:y|ied)|fail|invalid|spam)/

/** Rejected if its name says so; over if time or its author leads there; otherwise good. */
function finalTone(state: string, {rows, starts}: Machine): Tone {
  if (refusing.test(state)) return 'bad'
  if (isAbandoned(state)) return 'over'
  const arriving = rows.filter(row => to(row) === state)
  const isOwn = arriving.some(row => bySystem(row) || from(row).includes(starts ?? ''))
  return arriving.length === 0 || isOwn ? 'over' : 'good'
}

const canonical = (name: string) => name.trim().replace(/\s+/g, '_')
const from = (row: ActionRow) => row.From.text.split(',').map(canonical)
const to = (row: ActionRow) => canonical(row.To.text)
const followsChange = (row: ActionRow) => bySystem(row) && /\bold\b/.test(row.When.text)
const bySystem = (row: ActionRow) => row.Who.text.trim() === 'system'

interface StateEdge {
  readonly from: string
  readonly to: string
}

/** The transitions of the document's actions. */
function edgesOf(machine: Machine, actions: ReadonlyMap<string, Action>): StateEdge[] {
  const names = machine.states.map(({name}) => name)
  return [...actions.values()].flatMap(({rows}) =>
    rows.flatMap(({from, to, when}) =>
      to === null || when?.readsOld ? [] : (from ?? names).map(each => ({from: each, to})),
    ),
  )
}

/** The longest sequence of states to a good end, without going back and without detours. */
export function expectedPath(machine: Machine, actions: ReadonlyMap<string, Action>, from: string): string[] {
  // What leads back from such an end, as restoring a cancelled record does, is an exception.
  const isAnEnd = (state: string) => machine.final.includes(state) && isAbandoned(state)
  const edges = edgesOf(machine, actions).filter(edge => !isAnEnd(edge.from))
  const away = distances(machine.starts ?? '', edges)
  const end = happyEnd(machine, away)
  const detours = new Set(
    [...away.keys()].filter(state => isDetour(state, edges, away) && canBeLeftOut(state, {from, end, edges})),
  )
  const walk = (at: string, seen: readonly string[]): string[] | null => {
    if (at === end) return []
    const ways = edges.flatMap(edge => {
      if (edge.from !== at || seen.includes(edge.to) || detours.has(edge.to)) return []
      const rest = walk(edge.to, [...seen, edge.to])
      return rest ? [[edge.to, ...rest]] : []
    })
    return ways.reduce<string[] | null>((best, way) => (best && best.length >= way.length ? best : way), null)
  }
  return machine.states.length > mostStates || end === null ? [] : (walk(from, [from]) ?? [])
}

/** With more states than this, searching all paths takes too long. */
const mostStates = 24

/** A state that leads back to one nearer to the start. */
function isDetour(state: string, edges: readonly StateEdge[], away: ReadonlyMap<string, number>): boolean {
  const isNearer = (other: string) => (away.get(other) ?? 0) < (away.get(state) ?? 0)
  const sources = edges.filter(({from, to}) => to === state && isNearer(from)).map(({from}) => from)
  return edges.some(({from, to}) => from === state && sources.includes(to))
}

/** Whether the end can be reached without it. A state that can be reopened still counts. */
function canBeLeftOut(
  state: string,
  {from, end, edges}: {readonly from: string; readonly end: string | null; readonly edges: readonly StateEdge[]},
): boolean {
  const others = edges.filter(edge => edge.from !== state && edge.to !== state)
  return end !== null && distances(from, others).has(end)
}

/**
 * The state farthest from the start, among final ones that are neither rejected nor abandoned, or else among decided
 * ones.
 */
function happyEnd(machine: Machine, away: ReadonlyMap<string, number>): string | null {
  const tones = tonesOf(machine)
  const isGood = (state: string) => tones[state] === 'good' || tones[state] === 'live'
  const ends = machine.final.filter(state => tones[state] !== 'bad' && !isAbandoned(state) && away.has(state))
  const good = ends.filter(isGood)
  const settled = machine.states.map(({name}) => name).filter(state => isGood(state) && away.has(state))
  const [some = []] = [good, ends, settled].filter(states => states.length > 0)
  const [best = null] = some.toSorted((a, b) => (away.get(b) ?? 0) - (away.get(a) ?? 0))
  return best
}

function distances(start: string, edges: readonly StateEdge[]): ReadonlyMap<string, number> {
  const found = new Map([[start, 0]])
  for (const [state, distance] of found)
    for (const edge of edges) if (edge.from === state && !found.has(edge.to)) found.set(edge.to, distance + 1)
  return found
}
