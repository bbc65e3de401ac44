/** The bullets of calendars and timelines: colours, half days, rows and days off. */

import {namesIn} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {suggest, suggestFor} from '../../document/near.ts'
import type {Bullet, Text} from '../../document/raw.ts'
import type {Kind} from '../../feel/type.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {type Bullets, readPath, readWhere, type TimeContext} from './details.ts'
import type {FieldPath, MarkedDays, Shows, TimeDetails} from './model.ts'
import {hasColours, kindAt, pathOf, targetAt} from './spread.ts'

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
  return {
    colourBy: readColourBy(bullets['colour by'], entity, context, findings),
    requested: readRequested(bullets.requested, entity, context, findings),
    halfDays: readHalfDays(bullets['half days'], entity, context, findings) ?? halfDaysOf(entity, context.shows),
    rows: rows ? readWhere(told, rows, context, findings) : null,
    daysOff: readMarkedDays(bullets['days off'], {rows, context}, findings),
    closedDays: readMarkedDays(bullets['closed days'], {rows, context}, findings),
    open: readOpen(bullets.open, {rows, context}, findings),
  }
}

const coloured: readonly Shows['kind'][] = ['calendar', 'timeline', 'board', 'inbox']

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
  if (!coloured.includes(context.shows.kind)) findings.push(elsewhere(bullet))
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
  {shows}: TimeContext,
  findings: Finding[],
): TimeDetails['requested'] {
  if (!bullet) return null
  if (!coloured.includes(shows.kind)) findings.push(elsewhere(bullet))
  const state = [...entity.fields.values()].find(field => field.state)?.type.type
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

const markedDays = /^(\w+) by ([a-z][\w ]*?)(?:\.\.([a-z][\w ]*?))?(?: per ([a-z][\w ]*))?$/

/** `Holiday by day`, or `Closure by first_day..last_day per team`, if rows have a field of that name too. */
function readMarkedDays(
  bullet: Bullet | undefined,
  {rows, context}: MarkedContext,
  findings: Finding[],
): MarkedDays | null {
  if (!bullet) return null
  const {key, value} = bullet
  const [, named = '', first = '', last = first, per = null] = markedDays.exec(value.text) ?? []
  const {entities} = context.entities
  const entity = entities.get(named)
  const [from, to] = [canonicalName(first), canonicalName(last)]
  const isDate = (name: string) => entity && fieldOf(entity, name)?.type.type.kind === 'date'
  const shared = per === null ? null : canonicalName(per)
  const kindIn = (at: Entity | undefined): Kind | null =>
    shared === null || !at ? null : (fieldOf(at, shared)?.type.type.kind ?? null)
  // A calendar has no rows, so any reference is accepted.
  const fits = shared === null || (kindIn(entity) !== null && (!rows || kindIn(entity) === kindIn(rows)))
  if (isDate(from) && isDate(to) && fits) return {entity: named, from, to, per: shared}
  const example = key.text === 'days off' ? 'Holiday by day per place' : 'Closure by first_day..last_day per team'
  const hint = suggest(named, [...entities.keys()], `Write it like this: \`- ${key.text}: ${example}\`.`)
  const message = `\`${value.text}\` is not an entity with one or two dates, and optionally a field that the rows share.`
  findings.push(misplaced(value, message, hint))
  return null
}

const openTimes = /^([a-z][\w. ]*?)\.\.([a-z][\w. ]*)$/

/** `building.opens..building.closes`: two times of the record of a row. */
function readOpen(
  bullet: Bullet | undefined,
  {rows, context}: MarkedContext,
  findings: Finding[],
): TimeDetails['open'] {
  if (!bullet) return null
  const {value} = bullet
  const [, first, last] = openTimes.exec(value.text) ?? []
  const timeAt = (written: string | undefined): FieldPath | null => {
    if (!rows || written === undefined) return null
    const path = pathOf(written)
    return kindAt(context.entities, rows.name, path) === 'time' ? path : null
  }
  const [from, to] = [timeAt(first), timeAt(last)]
  if (from && to) return {from, to}
  const message = rows
    ? `\`${value.text}\` are not two times of ${rows.name}.`
    : '`open` can only be used with a timeline whose rows are records.'
  findings.push(misplaced(value, message, 'Write it like this: `- open: building.opens..building.closes`.'))
  return null
}

function misplaced(
  text: Text,
  message: string,
  hint = 'Remove it, or show `timeline of Booking by starts..ends per room`.',
) {
  return finding('N219', text, {message, hint})
}
