/** The path of a record through its states: past, current, and the expected ones ahead. */
import type {StepData} from '../../../contract/record.ts'
import type {Action, Machine} from '../../../points/states/model.ts'
import type {HistoryEntry} from '../../write/history.ts'
import {isAbandoned, type Tone, tonesOf} from '../field-display.ts'
import {wordLabel} from '../form/fields.ts'

interface Edge {
  readonly from: string
  readonly to: string
}

/** What the rows of a document's actions lead from and to. */
function edgesOf(machine: Machine, actions: ReadonlyMap<string, Action>): Edge[] {
  const names = machine.states.map(({name}) => name)
  return [...actions.values()].flatMap(({rows}) =>
    rows.flatMap(({from, to}) => (to === null ? [] : (from ?? names).map(each => ({from: each, to})))),
  )
}

const known = new WeakMap<Machine, Map<string, readonly string[]>>()

/** The states that follow if all goes well: as many as there are, without going back and without detours. */
export function waysAhead(machine: Machine, actions: ReadonlyMap<string, Action>, from: string): readonly string[] {
  const byState = known.get(machine) ?? new Map<string, readonly string[]>()
  known.set(machine, byState)
  const ways = byState.get(from) ?? goneThrough(machine, actions, from)
  byState.set(from, ways)
  return ways
}

function goneThrough(machine: Machine, actions: ReadonlyMap<string, Action>, from: string): string[] {
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

/** Beyond so many, going through all ways takes longer than anybody would look. */
const mostStates = 24

/** One that leads back to where it came from, nearer to the start. */
function isDetour(state: string, edges: readonly Edge[], away: ReadonlyMap<string, number>): boolean {
  const isNearer = (other: string) => (away.get(other) ?? 0) < (away.get(state) ?? 0)
  const sources = edges.filter(({from, to}) => to === state && isNearer(from)).map(({from}) => from)
  return edges.some(({from, to}) => from === state && sources.includes(to))
}

/** Whether the end is reached without it: what can be reopened is on the way all the same. */
function canBeLeftOut(
  state: string,
  {from, end, edges}: {readonly from: string; readonly end: string | null; readonly edges: readonly Edge[]},
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

function distances(start: string, edges: readonly Edge[]): ReadonlyMap<string, number> {
  const found = new Map([[start, 0]])
  for (const [state, distance] of found)
    for (const edge of edges) if (edge.from === state && !found.has(edge.to)) found.set(edge.to, distance + 1)
  return found
}

interface Standing {
  readonly machine: Machine
  readonly actions: ReadonlyMap<string, Action>
  readonly state: string
  /** As far as it may be read, the newest first. */
  readonly history: readonly HistoryEntry[]
}

export function pathData({machine, actions, state, history}: Standing): StepData[] {
  const tones: Readonly<Record<string, Tone>> = tonesOf(machine)
  const been = statesBefore(machine, state, history)
  const ahead = waysAhead(machine, actions, state).filter(each => !been.includes(each))
  const step = (at: StepData['at']) => (name: string) => ({label: wordLabel(name), at, tone: tones[name] ?? 'idle'})
  return [...been.map(step('done')), step('now')(state), ...ahead.map(step('ahead'))]
}

/** A state that was come back to is where the way went on from. */
function statesBefore({field, starts}: Machine, state: string, history: readonly HistoryEntry[]): string[] {
  const entered = history
    .toReversed()
    .flatMap(({changes}) =>
      changes.flatMap(change => (change.field === field && typeof change.after === 'string' ? [change.after] : [])),
    )
  const way: string[] = []
  for (const each of [...(starts === null ? [] : [starts]), ...entered, state]) {
    const earlier = way.indexOf(each)
    if (earlier >= 0) way.splice(earlier + 1)
    else way.push(each)
  }
  return way.slice(0, -1)
}
