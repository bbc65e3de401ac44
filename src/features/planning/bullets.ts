/** The bullets of screens that show records in time: undecided states, half days, rows and marked days. */
import {placedNames} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor, suggestWord} from '../../document/spelling.ts'
import type {Kind} from '../../feel/type.ts'
import {entityReferredTo, fieldOf, stateFieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {canonicalName} from '../../points/entities/names.ts'
import {
  bullet,
  bulletOf,
  type Reading,
  type Unwritten,
  type Valued,
  variant,
} from '../../points/screens/bullets/bullet.ts'
import {colourBy} from '../../points/screens/bullets/colours.ts'
import {conditionOf} from '../../points/screens/bullets/names.ts'
import {groupBy} from '../../points/screens/bullets/shared.ts'
import {spread} from '../../points/screens/bullets/spread.ts'
import {fieldPath, kindAt, targetAt} from '../../points/screens/field-paths.ts'
import type {Screen} from '../../points/screens/model.ts'
import {
  type FieldPath,
  type PathContext,
  readScreenPath,
  readWhere,
  type ScreenCondition,
} from '../../points/screens/paths.ts'

type NeedsSpread = {readonly spread: typeof spread}

/** Where a calendar or a timeline shows its records in time. */
export const spreadShown = variant(spread, {
  needs: {},
  usual: ({shows}) =>
    'from' in shows ? {from: shows.from, to: shows.to, per: 'per' in shows ? shows.per : null} : null,
})

/** The entity of the rows; null if there are none, or if they are choices. */
function rowEntity({needs, entity, context}: Unwritten<NeedsSpread>): Entity | null {
  const per = needs.spread?.per ?? null
  const led = per === null ? null : targetAt(context.entities, entity.name, per)
  return led === null ? null : (context.entities.entities.get(led) ?? null)
}

export const requested = bullet({
  name: 'requested',
  example: 'requested: submitted, pre-approved',
  describe: 'The states in which nothing is decided yet; by default those that wait for people.',
  absent: null,
  read: ({value, entity, findings}): readonly string[] | null => {
    const state = stateFieldOf(entity)?.type.type
    const known = state?.kind === 'choice' ? state.words : []
    return placedNames(value).flatMap(({name, place}) => {
      const word = known.find(each => each === name || each === canonicalName(name))
      if (word !== undefined) return [word]
      const message = `${entity.name} has no state \`${name}\`.`
      findings.push(finding('N236', place, {message, ...suggestFor(place, [...known], 'Name states of point 4.')}))
      return []
    })
  },
})

export const halfDays = bullet({
  name: 'halfDays',
  example: 'half days: first_half, last_half',
  describe: 'Two yes/no fields: the first day starts at midday, the last day ends at midday.',
  absent: null,
  needs: {spread},
  /** Those of the entity's span with the same dates. */
  usual: ({entity, needs: {spread: at}}): readonly [FieldPath, FieldPath] | null => {
    if (!at || at.to === null) return null
    const [from, to] = [canonicalName(at.from), canonicalName(at.to)]
    const span = [...entity.spans.values()].find(each => each.from === from && each.to === to)
    return span?.halfDays ? [[span.halfDays[0]], [span.halfDays[1]]] : null
  },
  read: ({value, entity, context, findings}): readonly [FieldPath, FieldPath] | null => {
    const [first, last, ...more] = placedNames(value).map(name => readScreenPath(name, entity, context, findings))
    // An unknown field already has its finding.
    if (first === null || last === null) return null
    const isYesNo = (path: FieldPath) => kindAt(context.entities, entity.name, path) === 'boolean'
    if (first && last && more.length === 0 && isYesNo(first) && isYesNo(last)) return [first, last]
    const message = 'Half days need two yes/no fields: the first day starts at midday, the last day ends at midday.'
    findings.push(finding('N218', value, {message, hint: 'Write it like this: `half days: first_half, last_half`.'}))
    return null
  },
})

export const rows = bullet({
  name: 'rows',
  example: 'rows: active',
  describe: 'Only the rows whose record meets the condition.',
  absent: null,
  needs: {spread},
  read: (at): ScreenCondition | null => {
    const entity = rowEntity(at)
    if (entity) return conditionOf({...at, entity})
    at.findings.push(misplaced(at.value, '`rows` can only be used with a timeline.'))
    return null
  },
})

/** The days from one date of a record to another (or the same): for everyone, or for the rows with the same value in a field. */
export interface MarkedDays {
  readonly entity: string
  /** The condition on the records whose days are marked: `Day[not(open)] by day`. */
  readonly where: ScreenCondition | null
  readonly from: string
  readonly to: string
  readonly per: string | null
}

/** Days on which no work is expected. */
export const daysOff = bullet({
  name: 'daysOff',
  example: 'days off: Holiday by day per place',
  describe: 'Days on which no work is expected, for everyone or for the rows with the same value.',
  absent: null,
  needs: {spread},
  read: (at): MarkedDays | null => readMarkedDays(at.value, 'days off: Holiday by day per place', at),
})

/** Days that cannot be booked. */
export const closedDays = bullet({
  name: 'closedDays',
  example: 'closed days: Closure by first_day..last_day per team',
  describe: 'Days that cannot be booked, for everyone or for the rows with the same value.',
  absent: null,
  needs: {spread},
  read: (at): MarkedDays | null => readMarkedDays(at.value, 'closed days: Closure by first_day..last_day per team', at),
})

/** The times of a row's record from which and until which it can be used each day, except on some days. */
export interface OpenTimes {
  readonly from: FieldPath
  readonly to: FieldPath
  readonly except: MarkedDays | null
}

const openExample = 'open: building.opens..building.closes'

export const open = bullet({
  name: 'open',
  example: 'open: building.opens..building.closes except Day[not(open)] by day',
  describe: 'The times between which a row can be used each day, and the days on which it cannot.',
  absent: null,
  needs: {spread, closedDays},
  read: at => readOpen(at),
})

const markedPattern = /^(\w+)(?:\[(.+)\])? by ([a-z][\w ]*?)(?:\.\.([a-z][\w ]*?))?(?: per ([a-z][\w ]*))?$/d

/**
 * `Holiday by day`, or `Closure by first_day..last_day per team`, if rows have a field of that name too, or
 * `Day[not(open)] by day`.
 */
function readMarkedDays(value: Text, example: string, at: Unwritten<NeedsSpread>): MarkedDays | null {
  const {context, findings} = at
  const rowsOf = rowEntity(at)
  const match = markedPattern.exec(value.text)
  const [, named = '', condition, first = '', last = first, per = null] = match ?? []
  const {entities} = context.entities
  const entity = entities.get(named)
  const [from, to] = [canonicalName(first), canonicalName(last)]
  const isDate = (name: string) => entity && fieldOf(entity, name)?.type.type.kind === 'date'
  const shared = per === null ? null : canonicalName(per)
  const kindIn = (of: Entity | undefined): Kind | null =>
    shared === null || !of ? null : (fieldOf(of, shared)?.type.type.kind ?? null)
  // A calendar has no rows, so any reference is accepted.
  const fits = shared === null || (kindIn(entity) !== null && (!rowsOf || kindIn(entity) === kindIn(rowsOf)))
  if (entity && isDate(from) && isDate(to) && fits) {
    const [start, end] = match?.indices?.[2] ?? [0, 0]
    const text = condition === undefined ? null : sliceOf(value, start, end)
    return {entity: named, where: readWhere(text, entity, context, findings), from, to, per: shared}
  }
  if (entity && isDate(from) && isDate(to) && shared !== null) {
    findings.push(unshared(value, {entity, rows: rowsOf, shared}))
    return null
  }
  const hint = suggestWord(named, [...entities.keys()], `Write it like this: \`- ${example}\`.`)
  const message = `\`${value.text}\` is not an entity with one or two dates, and optionally a field that the rows share.`
  findings.push(misplaced(value, message, hint))
  return null
}

interface Unshared {
  readonly entity: Entity
  readonly rows: Entity | null
  readonly shared: string
}

/** Closed days of the records that are the rows themselves need a field of the rows that leads to the row. */
function unshared(value: Text, {entity, rows, shared}: Unshared): Finding {
  const field = fieldOf(entity, shared)
  const itself = rows !== null && field?.type.type.kind === 'reference' && entityReferredTo(field) === rows.name
  const of = rows?.name ?? 'the rows'
  const message = `\`per\` names a field that ${entity.name} and ${of} share${itself ? `; the rows are records of ${of} themselves` : ''}.`
  const write = itself
    ? `a computed field \`${shared}\` of the type \`= ${of}[id = this.id][1]\``
    : `a field \`${shared}\``
  const without = field ? of : entity.name
  return misplaced(value, message, `Add ${write} to ${without}, or leave out \`per\`.`)
}

const openPattern = /^([a-z][\w. ]*?)\.\.([a-z][\w. ]*?)(?: except (.+))?$/d

/**
 * `building.opens..building.closes except Day[not(open)] by day`: two times of the record of a row, and days on which
 * it is closed.
 */
function readOpen(at: Reading<NeedsSpread & {readonly closedDays: typeof closedDays}>): OpenTimes | null {
  const {value, context, findings, needs} = at
  const rowsOf = rowEntity(at)
  const match = openPattern.exec(value.text)
  const [, first, last] = match ?? []
  const [closed] = match?.indices?.[3] ?? []
  const timeAt = (written: string | undefined): FieldPath | null =>
    rowsOf && written !== undefined ? timeOf(written, rowsOf, context) : null
  const [from, to] = [timeAt(first), timeAt(last)]
  const days = closed === undefined ? null : sliceOf(value, closed)
  const except = days && readMarkedDays(days, openExample, at)
  const [closedPer, shutPer] = [needs.closedDays?.per ?? null, except?.per ?? null]
  if (from && to && closedPer !== null && shutPer !== null && closedPer !== shutPer)
    findings.push(misplaced(value, `\`open\` and \`closed days\` share \`${closedPer}\` with the rows.`))
  if (from && to) return {from, to, except}
  const message = rowsOf
    ? `\`${value.text}\` are not two times of ${rowsOf.name}.`
    : '`open` can only be used with a timeline whose rows are records.'
  findings.push(misplaced(value, message, `Write it like this: \`- ${openExample}\`.`))
  return null
}

function timeOf(written: string, {name}: Entity, {entities}: PathContext): FieldPath | null {
  const path = fieldPath(written)
  return kindAt(entities, name, path) === 'time' ? path : null
}

function misplaced(
  text: Text,
  message: string,
  hint = 'Remove it, or show `timeline of Booking by starts..ends per room`.',
): Finding {
  return finding('N219', text, {message, hint})
}

/** A timeline is grouped by a field of its rows. */
export const groupByRow = variant(groupBy, {
  needs: {spread},
  read(at) {
    const path = groupBy.read({...at, needs: {}})
    const per = fieldPath(at.needs.spread?.per ?? '').join('.')
    if (path === null || path.join('.').startsWith(`${per}.`)) return path
    const message = `A timeline can only be grouped by a field of its rows, not by \`${path.join('.')}\`.`
    at.findings.push(finding('N217', at.value, {message, hint: `Start it with \`${per}.\`.`}))
    return path
  },
})

/** What a strip draws as a calendar or a timeline of the same records does. */
export function inTime(screen: Pick<Screen, 'details'> | null): object {
  const drawn = [spread, colourBy, requested, halfDays, rows, daysOff, closedDays, open]
  return Object.fromEntries(drawn.map(({name, absent}: Valued<unknown>) => [name, bulletOf(screen, {name, absent})]))
}
