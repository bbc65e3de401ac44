/**
 * The cards that show individual records: short rows, the next record with a countdown, and people with the day they
 * return.
 */

import {type Actor, personOf} from '../../engine/base/actor.ts'
import {compared, conjunction, no, parameterCore} from '../../engine/base/core-build.ts'
import {dayNumberOf, type RequestTime} from '../../engine/base/request-time.ts'
import {screenThat} from '../../engine/base/screens-that.ts'
import {stateBadge} from '../../engine/base/state-display.ts'
import {beginningOf, dateOfDay, dayText, readDay, wallOf, weekdayAt} from '../../engine/display/dates.ts'
import {fieldAtPath} from '../../engine/display/field-display.ts'
import {isOwn, namingPaths, restOfName, viewerNamingPaths} from '../../engine/display/record-names.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import {openedFrom} from '../../engine/page/frame.ts'
import type {Cell, ListDefinition, ListResult, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import {cellAt, recordHref} from '../../engine/records/properties.ts'
import {type RecordIn, records} from '../../engine/records/records.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {listDefinition} from '../../features/collections/list-definition.ts'
import type {Core} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import {isDayCount} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import {relativeFormat} from '../../points/entities/values/formats.ts'
import {showDayCount} from '../../points/entities/values/spans.ts'
import type {Card, CardDates, CardList} from '../../points/screens/model.ts'
import type {Specification} from '../../points/specification.ts'
import {type CardPlace, withList} from './card-groups.ts'
import type {CardRow, MoreRecords, NextRecord, PersonNow} from './data.ts'
import {timelineLink} from './strip-card.ts'

/** A figure reads like a list without an order; the records behind it use the filters and search of their list. */
export function cardList({shows}: Card, specification: Specification): ListDefinition {
  const usual = listDefinition({shows: {kind: 'list', entity: shows.entity}, details: null}, specification)
  return {...usual, condition: shows.where, ...(shows.kind === 'list' ? {sort: shows.sort} : {})}
}

// The records behind a card as a list: with the card's columns, or those of the entity's list and the fields it counts
// by.

export function behind({shows}: Card, {screens, specification}: RecordContext, actor: Actor): ListDefinition {
  const {entity} = shows
  const known = screenThat(screens, 'browse', {entity, actor})
  const usual = listDefinition({shows: {kind: 'list', entity}, details: known?.details ?? null}, specification)
  const own = shows.kind === 'list' ? shows : {columns: [], sort: []}
  return {
    ...usual,
    condition: shows.where,
    columns: own.columns.length > 0 ? own.columns : withCounted(usual.columns, shows),
    sort: own.sort.length > 0 ? own.sort : usual.sort,
    groupBy: null,
  }
}

/** The columns include the field that a figure sums and the one it groups by. */
function withCounted(columns: readonly Path[], shows: Card['shows']): readonly Path[] {
  const counted = shows.kind === 'figure' ? [shows.by?.path, ...shows.parts] : []
  const known = new Set(columns.map(path => path.join('.')))
  return [...columns, ...counted.flatMap(path => (path && !known.has(path.join('.')) ? [path] : []))]
}

const usual = 5

/** How many more records there are than the card shows. */
export function moreIn({next, count}: Pick<ListResult, 'next' | 'count'>, {moment}: ReadContext): MoreRecords {
  if (next === null) return null
  const format = new Intl.NumberFormat(moment.language)
  return {count: 'exact' in count ? format.format(count.exact) : `${format.format(count.moreThan)}+`}
}

// The condition of a card about the present: records that have not ended; for people, records that have started.

export function nowCondition(reader: ReadContext, {shows, as}: Card): Narrowing | null {
  if (shows.kind !== 'list' || !shows.dates) return null
  return as === 'people' ? during(reader, shows, 'now') : as === 'next' ? during(reader, shows, 'not ended') : null
}

function during(reader: ReadContext, {entity, dates}: CardList, when: 'now' | 'not ended' | 'later'): Narrowing {
  const {visibility, moment} = reader
  const seen = (path: Path) => visibility.visibleField(entity, path)?.value
  const from = dates && seen(dates.from)
  const to = dates && (dates.to ? seen(dates.to) : from)
  if (!from || !to) return {shape: 'never', where: no}
  const startOf = ({type}: Core, day: number) => (type.kind === 'date' ? dateOfDay(day) : beginningOf(day, moment.zone))
  const today = dayNumberOf(moment)
  const [start, end] = [parameterCore('start of the day', to.type), parameterCore('end of the day', from.type)]
  const notEnded = compared(to, '>=', start)
  const wheres = {
    later: compared(from, '>=', end),
    'not ended': notEnded,
    now: conjunction([notEnded, compared(from, '<', end)]),
  }
  return {
    shape: `${when} ${[dates.from, dates.to ?? []].map(path => path.join('.'))}`,
    where: wheres[when],
    parameters: new Map<string, Value>([
      ['start of the day', startOf(to, today)],
      ['end of the day', startOf(from, today + 1)],
    ]),
  }
}

// Records in one or two lines.

type CardRecord = RecordIn<ReturnType<typeof cardRecords>>

/** `at`: its name, its dates and the columns of the card. */
const cardRecords = (entity: Entity, {dates, said}: {dates: CardDates | null; said: readonly Path[]}) =>
  records(entity, {
    href: recordHref,
    at: cellAt([...said, ...viewerNamingPaths(entity), ...(dates ? [dates.from, dates.to, dates.per] : [])]),
  })

async function recordsOn(
  reader: ReadContext,
  {card, context, visit}: CardPlace,
  asked: {readonly when: Narrowing | null; readonly size: number},
) {
  const shown = behind(card, context, visit.actor)
  const entity = reader.visibility.entity(shown.entity)
  if (!entity) return null
  const dates = card.shows.kind === 'list' ? card.shows.dates : null
  const said = card.shows.kind === 'list' ? card.shows.columns : []
  const sort = dates ? [{path: dates.from, descending: false}] : shown.sort
  const narrowed = asked.when ? [asked.when] : []
  const result = await cardRecords(entity, {dates, said}).page(reader, {
    list: {...shown, sort},
    size: asked.size,
    narrowed,
  })
  return {result, entity, said}
}

interface CardColumns {
  readonly entity: Entity
  /** The columns of the card. */
  readonly said: readonly Path[]
}

/** The first column comes first, followed by the rest of the record's name; the viewer's own name is left out. */
function cardRow(record: CardRecord, {entity, said}: CardColumns, place: CardPlace): Omit<CardRow, 'actions'> {
  const {id, href, at} = record
  const {display} = place.context
  const {shows} = place.card
  const dates = shows.kind === 'list' ? shows.dates : null
  // A card by other dates than those of the name does not show both.
  const isOtherSpan = ([name = '', ...more]: Path) =>
    dates !== null && more.length === 0 && (entity.spans.get(name)?.from ?? dates.from[0]) !== dates.from[0]
  const textAt = (path: Path) => (isOtherSpan(path) ? '' : at(path).text)
  const shown = (path: Path) => display.field(entity.name, path)
  const stated = said.find(path => shown(path)?.display === 'state') ?? null
  const [first] = said
  const leads = first && first !== stated && shown(first)?.display !== 'number' ? first : null
  const forOwner = isOwn(entity, place.visit.actor, at) ? nameOfRecord(entity, textAt, true) : ''
  const own = ownPaths(record, entity, place)
  const known = [...said, ...own]
  const rest = restOfName(entity, known, textAt)
  const title = [leads ? textAt(leads) : '', rest].filter(text => text !== '').join(', ')
  const naming = new Set(namingPaths(entity).map(path => path.join('.')))
  const texts = said
    .filter(path => path !== stated && path !== leads && (leads || !naming.has(path.join('.'))))
    .flatMap(path => {
      const text = textAt(path)
      const label = shown(path)?.label ?? ''
      if (text === '') return []
      if (isDayCount(entity, path)) return [dayCountText(at(path), place.context)]
      const isClear = naming.has(path.join('.')) || ['text', 'long'].includes(shown(path)?.display ?? '')
      if (isClear) return [text]
      const {dashboards} = place.context.words
      if (shown(path)?.display === 'number') return [dashboards.measured(label, Number(at(path).value), text)]
      return [`${label}: ${text}`]
    })
  const person = leads && shown(leads)?.display === 'person' ? at(leads) : null
  const colour = said.map(path => at(path).mark?.colour).find(each => each !== undefined)
  return {
    id,
    href,
    title: forOwner || title || nameOfRecord(entity, textAt),
    person: person && typeof person.value === 'string' ? {id: person.value, name: person.text} : null,
    texts,
    ...(colour === undefined ? {} : {colour}),
    state: stateBadge(display.states.get(entity.name), at(stated).value),
  }
}

/** `5 days`. */
function dayCountText({value}: Cell, {specification}: CardPlace['context']): string {
  return showDayCount(Number(value), specification.limits.settings.LANGUAGE)
}

/** The parts of the name that refer to the viewer. */
function ownPaths({at}: CardRecord, entity: Entity, {visit, context}: CardPlace): Path[] {
  const me = personOf(visit.actor)?.id
  return namingPaths(entity).filter(path => {
    const type = fieldAtPath(context.specification.entities, entity.name, path)?.field.type.type
    return type?.kind === 'reference' && type.entity === 'User' && at(path).value === me
  })
}

export const loadRows = withList(async (reader, place, {limit, actions, entity}) => {
  const empty = place.context.words.dashboards.nothingNow
  const found = await recordsOn(reader, place, {when: null, size: limit ?? usual})
  if (!found) return {as: 'rows', rows: [], more: null, empty}
  const {rows} = found.result
  const offered = actions.length === 0 ? new Map() : await abilities(reader, entity).actions(rows.map(({id}) => id))
  return {
    as: 'rows',
    rows: rows.map(row => {
      const data = cardRow(row, found, place)
      return {
        ...data,
        actions: actionLinks(
          data.href,
          offered.get(row.id) ?? [],
          actions.map(({name}) => name),
          place.visit.url,
        ),
      }
    }),
    more: moreIn(found.result, reader),
    empty,
  }
})

/** Each action links to the page that asks for confirmation, which leads back to the card. */
function actionLinks(
  href: string | null,
  offered: readonly {readonly name: string; readonly label: string}[],
  names: readonly string[],
  url: string,
): CardRow['actions'] {
  if (href === null) return []
  return offered
    .filter(({name}) => names.includes(name))
    .map(({name, label}) => ({label, href: openedFrom(`${href}?action=${encodeURIComponent(name)}`, url)}))
}

// The next record, with a countdown.

export const loadNext = withList(async (reader, place, shows) => {
  const empty = place.context.words.dashboards.nothingNext
  const size = shows.limit ?? 1
  const found = await recordsOn(reader, place, {when: during(reader, shows, 'not ended'), size})
  const {dates} = shows
  if (!found || !dates) return {as: 'next', next: null, following: [], empty}
  const {language} = reader.moment
  const [first, ...others] = found.result.rows.flatMap(row => {
    const days = daysOf(row, dates, reader.moment)
    return days ? [{...days, row: cardRow(row, found, place)}] : []
  })
  return {
    as: 'next',
    next: first ? nextOf(first, {today: dayNumberOf(reader.moment), language, several: size > 1}) : null,
    following: others.map(({row: {id, href, title}, first: day}) => ({
      id,
      href,
      title,
      day: dayText(day, language, {day: 'numeric', month: 'short'}),
      weekday: dayText(day, language, {weekday: 'short'}),
    })),
    empty,
  }
})

function nextOf(
  {row, first, last}: {row: Omit<CardRow, 'actions'>; first: number; last: number},
  {today, language, several}: {today: number; language: string; several: boolean},
): NextRecord {
  const begun = first <= today
  const part = (options: Intl.DateTimeFormatOptions) => dayText(first, language, options)
  return {
    ...row,
    days: begun ? null : first - today,
    day: dayText(begun ? last : first, language, shortDay),
    date: several
      ? {
          month: part({month: 'short'}),
          number: part({day: 'numeric'}),
          when: `${part({weekday: 'long'})}, ${relativeFormat(language).format(first - today, 'day')}`,
        }
      : null,
  }
}

const shortDay = {weekday: 'short', day: 'numeric', month: 'short'} as const

function daysOf({at}: CardRecord, dates: CardDates, {zone}: RequestTime): {first: number; last: number} | null {
  const dayAt = (path: Path) => {
    const {value} = at(path)
    return typeof value === 'string' ? (readDay(value) ?? wallOf(value, zone)?.day ?? null) : null
  }
  const first = dayAt(dates.from)
  return first === null ? null : {first, last: Math.max(first, (dates.to && dayAt(dates.to)) ?? first)}
}

// People, with the day they return.

const mostPeople = 8
/** Several records of a person are one: more than these are not read to count the people. */
const mostPresent = 500

export const loadPeople = withList(async (reader, place, shows) => {
  const {words, display} = place.context
  const empty = words.dashboards.noOne
  const {dates, limit} = shows
  const found = await recordsOn(reader, place, {when: during(reader, shows, 'now'), size: mostPresent})
  const timeline = timelineLink(shows.entity, place)
  if (!found || !dates?.per) return {as: 'people', people: [], following: '', more: null, timeline, empty}
  const {said, entity} = found
  const {per} = dates
  const absences = found.result.rows.flatMap(row => {
    const days = daysOf(row, dates, reader.moment)
    const who = row.at(per)
    return days && who.text !== '' ? [{row, who, last: days.last}] : []
  })
  // A person with two records today is named once, with the one that ends last.
  const everyone = [...Map.groupBy(absences, ({who}) => who.value).values()].map(theirs =>
    theirs.reduce((one, other) => (other.last > one.last ? other : one)),
  )
  const people = everyone.slice(0, limit ?? mostPeople).map(
    ({row, who, last}): PersonNow => ({
      id: String(who.value),
      name: who.text,
      href: row.href,
      texts: said
        .filter(path => path.join('.') !== per.join('.') && row.at(path).text !== '')
        .map(path => {
          const field = display.field(entity.name, path)
          const {text} = row.at(path)
          return field?.display === 'person' ? words.dashboards.labelled(field.label, text) : text
        }),
      back: words.dashboards.back(backText(last, reader.moment)),
    }),
  )
  const later = await recordsOn(reader, place, {when: during(reader, shows, 'later'), size: 1})
  return {
    as: 'people',
    people,
    following: followingIn(later?.result.rows[0], dates, reader, place),
    more: everyone.length > people.length ? moreIn({next: '', count: {exact: everyone.length}}, reader) : null,
    timeline,
    empty,
  }
})

function followingIn(
  next: CardRecord | undefined,
  dates: CardDates,
  {moment}: ReadContext,
  {context}: CardPlace,
): string {
  const days = next ? daysOf(next, dates, moment) : null
  if (!next || !days || !dates.per) return ''
  const name = next.at(dates.per).text
  return name === '' ? '' : context.words.dashboards.following(name, dayText(days.first, moment.language, shortDay))
}

/** The next working day, as a weekday if it is within a week. */
function backText(last: number, moment: RequestTime): string {
  let day = last + 1
  for (let tried = 0; tried < 7 && !moment.workingWeek.includes(weekdayAt(day)); tried += 1) day += 1
  const near = day - dayNumberOf(moment) < 7
  return dayText(day, moment.language, near ? {weekday: 'short'} : shortDay)
}
