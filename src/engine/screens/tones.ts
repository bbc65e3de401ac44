/**
 * The look of each state, from its place among the others: nothing yet, waiting for somebody, in between, good, under way, refused, over.
 * The same everywhere it is shown.
 */
import type {ActionRow, Machine} from '../../points/states/model.ts'

export type Tone = 'idle' | 'wait' | 'info' | 'good' | 'live' | 'bad' | 'over'

type Tones = Readonly<Record<string, Tone>>

/** A machine never changes, and every page with a state asks. */
const known = new WeakMap<Machine, Tones>()

export function tonesOf(machine: Machine): Tones {
  const tones = known.get(machine) ?? toldApart(machine)
  known.set(machine, tones)
  return tones
}

/** A state that follows another looks like something else than that one, as far as there are looks. */
const next: Readonly<Partial<Record<Tone, Tone>>> = {wait: 'info', info: 'live', good: 'live'}

function toldApart(machine: Machine): Tones {
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

/** Settled already, so that what comes next is under way. */
function isGranted(state: string, machine: Machine): boolean {
  return state !== machine.starts && !machine.final.includes(state) && !isWaiting(state, machine)
}

/** Somebody must do something, and not only give it up; time alone does not, or only gives it up. */
function isWaiting(state: string, machine: Machine): boolean {
  const leaving = machine.rows.filter(row => from(row).includes(state) && to(row) !== state && !isAbandoned(to(row)))
  return leaving.length > 0 && !leaving.some(row => bySystem(row) && !isGivenUp(to(row), machine))
}

/** The end that people can take at once, from the beginning. */
function isGivenUp(state: string, {rows, starts, final}: Machine): boolean {
  const isTaken = (row: ActionRow) => to(row) === state && !bySystem(row) && from(row).includes(starts ?? '')
  return final.includes(state) && rows.some(isTaken)
}

/** Given up by its name, whoever did it and from wherever. */
const givenUp = /^(?:cancell?ed|withdrawn|abandoned|revoked|expired|lapsed|void(?:ed)?)$/

export const isAbandoned = (state: string): boolean => givenUp.test(state)

const refusing = /^(?:reject|refus|declin|den(?:y|ied)|fail|invalid|spam)/

/** Refused by its name; over, where time or the person who began it leads there; otherwise what everybody hoped for. */
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
