/** How a field is displayed: its label, the renderer that fits its type, and the tones of states. */
import type {ShownField} from '../../contract/record.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entities, Field} from '../../points/entities/model.ts'
import {spokenField} from '../../points/entities/names.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {Specification} from '../../points/specification.ts'
import type {ActionRow, Machine} from '../../points/states/model.ts'
import type {Path} from '../list/request.ts'
import {isRich} from '../rich-text.ts'

// The look of each state, from its place among the others: nothing yet, waiting for somebody, in between, good, under
// way, refused, over. The same everywhere it is shown.

export type Tone = 'idle' | 'wait' | 'info' | 'good' | 'live' | 'bad' | 'over'

type Tones = Readonly<Record<string, Tone>>

/** A machine never changes, and every page with a state asks. */
const tonesKnown = new WeakMap<Machine, Tones>()

export function tonesOf(machine: Machine): Tones {
  const tones = tonesKnown.get(machine) ?? toldApart(machine)
  tonesKnown.set(machine, tones)
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

// How a field is shown: its label, and the look that fits its type.

/** The last field of a path and whose it is. */
export function fieldAt({entities}: Entities, entity: string, path: Path): {field: Field; entity: string} | null {
  const [name = '', ...rest] = path
  const declared = entities.get(entity)
  const field = declared && fieldOf(declared, name)
  if (!field) return null
  if (rest.length === 0) return {field, entity}
  return field.type.type.kind === 'reference' ? fieldAt({entities}, field.type.type.entity, rest) : null
}

const known = new WeakMap<Specification, Map<string, ShownField | null>>()

/** The same for everybody, as long as the document is the same. */
export function shownField(specification: Specification, entity: string, path: Path): ShownField | null {
  const fields = known.get(specification) ?? new Map<string, ShownField | null>()
  known.set(specification, fields)
  const key = `${entity} ${path.join('.')}`
  const found = fields.get(key)
  if (found !== undefined) return found
  const made = lookOf(specification, entity, path)
  // Paths are the document's, but for what people ask for in addresses.
  if (fields.size < mostKnown) fields.set(key, made)
  return made
}

const mostKnown = 5000

function namesAlone({entities}: Specification, entity: string, path: Path): Pick<ShownField, 'isName'> {
  const [part, ...more] = entities.entities.get(entity)?.namedBy.parts ?? []
  return part?.kind === 'path' && more.length === 0 && part.path.join('.') === path.join('.') ? {isName: true} : {}
}

function lookOf(specification: Specification, entity: string, path: Path): ShownField | null {
  const found = fieldAt(specification.entities, entity, path)
  if (!found) return null
  const field = spokenField(found.field, specification.limits.settings.LANGUAGE)
  const shown = {
    key: path.join('.'),
    label: field.label,
    help: field.meaning,
    ...namesAlone(specification, entity, path),
  }
  const {type} = field.type
  if (field.state) {
    const machine = specification.states.machines.get(found.entity)
    return {...shown, display: 'state', tones: machine ? tonesOf(machine) : {}}
  }
  if (type.kind === 'reference' && type.entity === userEntity) return {...shown, display: 'person'}
  if (entity === userEntity && found.field.name === 'name') return {...shown, display: 'who'}
  // A serial is what a record is called by, not something to add up.
  const isName = field.type.keeps.kind === 'column' && field.type.keeps.counter !== null
  if (type.kind === 'number' && !isName) return {...shown, display: 'number'}
  if (type.kind === 'date' || type.kind === 'date and time' || type.kind === 'time') return {...shown, display: 'time'}
  if (type.kind === 'boolean') return {...shown, display: 'yes/no'}
  if (isRich(field.type)) return {...shown, display: 'rich'}
  if (field.type.control.control === 'area') return {...shown, display: 'long'}
  return {...shown, display: 'text'}
}
