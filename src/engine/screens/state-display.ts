/**
 * The states of an entity as they are displayed. The tone of each follows from its place among the others: not started, waiting, in
 * between, good, in progress, refused, over. The expected path is the longest one that leads to a good end.
 */
import type {Field} from '../../points/entities/model.ts'
import {wordText} from '../../points/entities/values/choices.ts'
import type {Specification} from '../../points/specification.ts'
import type {Action, ActionRow, Machine} from '../../points/states/model.ts'

/** The classes that give something a colour of the document. */
export const hueClass = (colour: string): string => `hue hue-${colour}`

/** How the states of an entity are displayed: the tone of each, and the path that is expected from it. */
export class StateDisplay {
  readonly machine: Machine
  /** The classes of each state: its tone, which has a shape, and the colour that the document gives it. */
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

  /** What people read. */
  label(state: string): string {
    return wordText(state, this.#field?.type.control.labels)
  }

  /** The states that follow if all goes well; from the start where no state is given. */
  ahead(from: string = this.machine.starts ?? ''): readonly string[] {
    const ahead = this.#ahead.get(from) ?? waysAhead(this.machine, this.#actions, from)
    this.#ahead.set(from, ahead)
    return ahead
  }
}

/** By entity. */
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

/** A state beside other texts of its record; null where the value is not a state. */
export function stateBadge(states: StateDisplay | undefined, state: unknown): {label: string; tone: string} | null {
  if (typeof state !== 'string') return null
  return {label: states?.label(state) ?? wordText(state), tone: states?.tones[state] ?? 'idle'}
}

export type Tone = 'idle' | 'wait' | 'info' | 'good' | 'live' | 'bad' | 'over'

type Tones = Readonly<Record<string, Tone>>

/** A state that follows another looks like something else than that one, as far as there are looks. */
const next: Readonly<Partial<Record<Tone, Tone>>> = {wait: 'info', info: 'live', good: 'live'}

export function tonesOf(whole: Machine): Tones {
  // What leaves the state as it is says nothing about it.
  const machine = {...whole, rows: whole.rows.filter(row => to(row) !== 'same')}
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
    // What can be gone back and forth between has no order.
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

/** Said by its name, like a refusal. */
const waiting = /^(?:wait|pending|on_hold)/

const granted = /^(?:approved|accepted|confirmed|granted|agreed|cleared)$/

/** Settled already, so that what comes next is in progress. */
function isGranted(state: string, machine: Machine): boolean {
  return state !== machine.starts && !machine.final.includes(state) && !isWaiting(state, machine)
}

/** People must act, other than by abandoning it; the system alone does not move it on. */
function isWaiting(state: string, machine: Machine): boolean {
  const leaving = machine.rows.filter(row => from(row).includes(state) && to(row) !== state && !isAbandoned(to(row)))
  return leaving.length > 0 && !leaving.some(row => bySystem(row) && !isGivenUp(to(row), machine))
}

/** The end that people can take at once, from the beginning. */
function isGivenUp(state: string, {rows, starts, final}: Machine): boolean {
  const isTaken = (row: ActionRow) => to(row) === state && !bySystem(row) && from(row).includes(starts ?? '')
  return final.includes(state) && rows.some(isTaken)
}

/** States whose name means that the record was abandoned. */
const givenUp = /^(?:cancell?ed|withdrawn|abandoned|revoked|expired|lapsed|void(?:ed)?)$/

export const isAbandoned = (state: string): boolean => givenUp.test(state)

const refusing = /^(?:reject|refus|declin|den(?:y|ied)|fail|invalid|spam)/

/** Refused by its name; over, where time or the person who began it leads there; otherwise what everyone hoped for. */
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
const bySystem = (row: ActionRow) => row.Who.text.trim() === 'system'

interface StateEdge {
  readonly from: string
  readonly to: string
}

/** What the rows of a document's actions lead from and to. */
function edgesOf(machine: Machine, actions: ReadonlyMap<string, Action>): StateEdge[] {
  const names = machine.states.map(({name}) => name)
  return [...actions.values()].flatMap(({rows}) =>
    rows.flatMap(({from, to}) => (to === null ? [] : (from ?? names).map(each => ({from: each, to})))),
  )
}

/** The states that follow if all goes well: as many as there are, without going back and without detours. */
export function waysAhead(machine: Machine, actions: ReadonlyMap<string, Action>, from: string): string[] {
  const edges = edgesOf(machine, actions)
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

/** One that leads back to where it came from, nearer to the start. */
function isDetour(state: string, edges: readonly StateEdge[], away: ReadonlyMap<string, number>): boolean {
  const isNearer = (other: string) => (away.get(other) ?? 0) < (away.get(state) ?? 0)
  const sources = edges.filter(({from, to}) => to === state && isNearer(from)).map(({from}) => from)
  return edges.some(({from, to}) => from === state && sources.includes(to))
}

/** Whether the end is reached without it: what can be reopened is on the way all the same. */
function canBeLeftOut(
  state: string,
  {from, end, edges}: {readonly from: string; readonly end: string | null; readonly edges: readonly StateEdge[]},
): boolean {
  const others = edges.filter(edge => edge.from !== state && edge.to !== state)
  return end !== null && distances(from, others).has(end)
}

/** The state that is farthest from the start, among final ones that are no refusal and nothing given up, or else among those that are settled. */
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
