/** The bullets of calendars and timelines: colours, half days, rows and days off. */

import {namesIn} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {suggest, suggestFor} from '../../document/near.ts'
import {type Bullet, sliceOf, type Text} from '../../document/raw.ts'
import type {Kind} from '../../feel/type.ts'
import {fieldOf, stateFieldOf, targetOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {canonicalName} from '../../points/entities/names.ts'
import {type Bullets, readPath, readWhere, type TimeContext} from '../../points/screens/details.ts'
import type {FieldPath, MarkedDays, Shows, TimeDetails} from '../../points/screens/model.ts'
import {hasColours, kindAt, pathOf, targetAt} from '../../points/screens/spread.ts'

const examples = {
  'days off': 'days off: Holiday by day per place',
  'closed days': 'closed days: Closure by first_day..last_day per team',
}
const openExample = 'open: building.opens..building.closes'

export function readTimeDetails(
  bullets: Bullets,
  entity: Entity,
  context: TimeContext,
  findings: Finding[],
): TimeDetails {
  const per = context.shows.kind === 'timeline' ? targetAt(context.entities, entity.name, context.shows.per) : null
  const rows = per === null ? null : (context.entities.entities.get(per) ?? null)
  const told = bullets.rows?.value ?? null
  if (told && !rows) findings.push(misplaced(told, '`rows` can only be used with a timeline.'))
  const marked = (key: keyof typeof examples) => {
    const value = bullets[key]?.value
    return value ? readMarkedDays(value, examples[key], {rows, context}, findings) : null
  }
  const closedDays = marked('closed days')
  const open = readOpen(bullets.open, {rows, context}, findings)
  const [closedPer, shutPer] = [closedDays?.per ?? null, open?.except?.per ?? null]
  if (bullets.open && closedPer !== null && shutPer !== null && closedPer !== shutPer)
    findings.push(misplaced(bullets.open.value, `\`open\` and \`closed days\` share \`${closedPer}\` with the rows.`))
  return {
    colourBy: readColourBy(bullets['colour by'], entity, context, findings),
    requested: readRequested(bullets.requested, entity, context, findings),
    halfDays: readHalfDays(bullets['half days'], entity, context, findings) ?? halfDaysOf(entity, context.shows),
    rows: rows ? readWhere(told, rows, context, findings) : null,
    daysOff: marked('days off'),
    closedDays,
    open,
  }
}

function elsewhere({key}: Bullet): Finding {
  const message = `\`${key.text}\` can only be used with a calendar, a timeline, a board or an inbox with a strip.`
  return finding('N236', key, {message, hint: 'Remove it.'})
}

/** `kind`: a reference to records with a colour, or a choice with colours. */
function readColourBy(
  bullet: Bullet | undefined,
  entity: Entity,
  context: TimeContext,
  findings: Finding[],
): FieldPath | null {
  if (!bullet) return null
  if (!context.coloured) findings.push(elsewhere(bullet))
  const [named] = namesIn(bullet.value)
  const path = named ? readPath(named, entity, context, findings) : null
  // An unknown field already has its finding.
  if (path === null || hasColours(context.entities, entity.name, path)) return path
  const message = `\`${path.join('.')}\` has no colours.`
  const hint = 'Name a reference to records with a `colour`, or a choice whose values have colours.'
  findings.push(finding('N236', bullet.value, {message, hint}))
  return null
}

/** `submitted, pre-approved`: states of the entity. */
function readRequested(
  bullet: Bullet | undefined,
  entity: Entity,
  {coloured}: TimeContext,
  findings: Finding[],
): TimeDetails['requested'] {
  if (!bullet) return null
  if (!coloured) findings.push(elsewhere(bullet))
  const state = stateFieldOf(entity)?.type.type
  const known = state?.kind === 'choice' ? state.words : []
  return namesIn(bullet.value).flatMap(({name, place}) => {
    const word = known.find(each => each === name || each === canonicalName(name))
    if (word !== undefined) return [word]
    const message = `${entity.name} has no state \`${name}\`.`
    findings.push(finding('N236', place, {message, ...suggestFor(place, [...known], 'Name states of point 4.')}))
    return []
  })
}

/** Those of the entity's span with the same dates. */
function halfDaysOf(entity: Entity, shows: Shows): TimeDetails['halfDays'] {
  if ((shows.kind !== 'calendar' && shows.kind !== 'timeline') || shows.to === null) return null
  const [from, to] = [canonicalName(shows.from), canonicalName(shows.to)]
  const span = [...entity.spans.values()].find(each => each.from === from && each.to === to)
  return span?.halfDays ? [[span.halfDays[0]], [span.halfDays[1]]] : null
}

/** `first_half, last_half`: two yes/no fields. */
function readHalfDays(
  bullet: Bullet | undefined,
  entity: Entity,
  context: TimeContext,
  findings: Finding[],
): TimeDetails['halfDays'] {
  if (!bullet) return null
  const [first, last, ...more] = namesIn(bullet.value).map(name => readPath(name, entity, context, findings))
  // An unknown field already has its finding.
  if (first === null || last === null) return null
  if (first && last && more.length === 0 && [first, last].every(path => says(context, entity, path)))
    return [first, last]
  const message = 'Half days need two yes/no fields: the first day starts at midday, the last day ends at midday.'
  findings.push(
    finding('N218', bullet.value, {message, hint: 'Write it like this: `half days: first_half, last_half`.'}),
  )
  return null
}

function says({entities}: TimeContext, {name}: Entity, path: FieldPath): boolean {
  return kindAt(entities, name, path) === 'boolean'
}

interface MarkedContext {
  readonly rows: Entity | null
  readonly context: TimeContext
}

const markedDays = /^(\w+)(?:\[(.+)\])? by ([a-z][\w ]*?)(?:\.\.([a-z][\w ]*?))?(?: per ([a-z][\w ]*))?$/d

/**
 * `Holiday by day`, or `Closure by first_day..last_day per team`, if rows have a field of that name too, or
 * `Day[not(open)] by day`.
 */
function readMarkedDays(
  value: Text,
  example: string,
  {rows, context}: MarkedContext,
  findings: Finding[],
): MarkedDays | null {
  const match = markedDays.exec(value.text)
  const [, named = '', condition, first = '', last = first, per = null] = match ?? []
  const {entities} = context.entities
  const entity = entities.get(named)
  const [from, to] = [canonicalName(first), canonicalName(last)]
  const isDate = (name: string) => entity && fieldOf(entity, name)?.type.type.kind === 'date'
  const shared = per === null ? null : canonicalName(per)
  const kindIn = (at: Entity | undefined): Kind | null =>
    shared === null || !at ? null : (fieldOf(at, shared)?.type.type.kind ?? null)
  // A calendar has no rows, so any reference is accepted.
  const fits = shared === null || (kindIn(entity) !== null && (!rows || kindIn(entity) === kindIn(rows)))
  if (entity && isDate(from) && isDate(to) && fits) {
    const [start, end] = match?.indices?.[2] ?? [0, 0]
    const text = condition === undefined ? null : sliceOf(value, start, end)
    return {entity: named, where: readWhere(text, entity, context, findings), from, to, per: shared}
  }
  if (entity && isDate(from) && isDate(to) && shared !== null) {
    findings.push(unshared(value, {entity, rows, shared}))
    return null
  }
  const hint = suggest(named, [...entities.keys()], `Write it like this: \`- ${example}\`.`)
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
  const itself = rows !== null && field?.type.type.kind === 'reference' && targetOf(field) === rows.name
  const of = rows?.name ?? 'the rows'
  const message = `\`per\` names a field that ${entity.name} and ${of} share${itself ? `; the rows are records of ${of} themselves` : ''}.`
  const write = itself
    ? `a computed field \`${shared}\` of the type \`= ${of}[id = this.id][1]\``
    : `a field \`${shared}\``
  const without = field ? of : entity.name
  return misplaced(value, message, `Add ${write} to ${without}, or leave out \`per\`.`)
}

const openTimes = /^([a-z][\w. ]*?)\.\.([a-z][\w. ]*?)(?: except (.+))?$/d

/**
 * `building.opens..building.closes except Day[not(open)] by day`: two times of the record of a row, and days on which
 * it is closed.
 */
function readOpen(
  bullet: Bullet | undefined,
  {rows, context}: MarkedContext,
  findings: Finding[],
): TimeDetails['open'] {
  if (!bullet) return null
  const {value} = bullet
  const match = openTimes.exec(value.text)
  const [, first, last] = match ?? []
  const [closed] = match?.indices?.[3] ?? []
  const timeAt = (written: string | undefined): FieldPath | null => {
    if (!rows || written === undefined) return null
    const path = pathOf(written)
    return kindAt(context.entities, rows.name, path) === 'time' ? path : null
  }
  const [from, to] = [timeAt(first), timeAt(last)]
  const days = closed === undefined ? null : sliceOf(value, closed)
  const except = days && readMarkedDays(days, openExample, {rows, context}, findings)
  if (from && to) return {from, to, except}
  const message = rows
    ? `\`${value.text}\` are not two times of ${rows.name}.`
    : '`open` can only be used with a timeline whose rows are records.'
  findings.push(misplaced(value, message, `Write it like this: \`- ${openExample}\`.`))
  return null
}

function misplaced(
  text: Text,
  message: string,
  hint = 'Remove it, or show `timeline of Booking by starts..ends per room`.',
) {
  return finding('N219', text, {message, hint})
}
