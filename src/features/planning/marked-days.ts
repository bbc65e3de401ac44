/**
 * Days that the document marks in calendars and timelines: `days off: Holiday by day per place`, when no work is
 * expected, and `closed days: Closure by first_day..last_day per team`, which cannot be booked.
 */

import {personOf} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {compared, conjunction, parameterCore} from '../../engine/base/core-build.ts'
import type {RequestTime} from '../../engine/base/request-time.ts'
import {type Days, dateOfDay, daysText, readDay} from '../../engine/display/dates.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import {plainList} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {caption, cell, commonName, value} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {Core} from '../../feel/core.ts'
import {dateType} from '../../feel/type.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {MarkedDays} from './bullets.ts'
import {closedDays as closedDaysBullet, daysOff as daysOffBullet, open} from './bullets.ts'
import type {ClosedPeriod} from './period-data.ts'
import type {DayKind} from './timeline-data.ts'
import {rowKey} from './timeline-rows.ts'

/** One record that marks days, clipped to the days shown. */
export interface DayMark {
  readonly kind: DayKind
  readonly id: string
  readonly days: Days
  readonly text: string
  /** Whether the text says more than the dates. */
  readonly named: boolean
  /** The value of the shared field of the rows it applies to; null for all rows. */
  readonly shared: string | null
  /** The same as text; empty for all rows. */
  readonly whose: string
}

const mostMarks = 1000

export async function markedDays(reader: ReadContext, screen: Screen, days: Days): Promise<DayMark[]> {
  const daysOff = bulletOf(screen, daysOffBullet)
  const closedDays = bulletOf(screen, closedDaysBullet)
  const marks = await atOnce([marksOf(reader, 'off', daysOff, days), marksOf(reader, 'closed', closedDays, days)])
  return marks.flat()
}

/** The days on which the rows of a timeline are closed from morning to evening, which only a day of hours shows. */
export async function shutDays(reader: ReadContext, screen: Screen, {days, text}: ShutDays): Promise<DayMark[]> {
  const marks = await marksOf(reader, 'closed', bulletOf(screen, open)?.except ?? null, days)
  return marks.map(mark => (mark.named ? mark : {...mark, text}))
}

interface ShutDays {
  readonly days: Days
  /** The text for a day without a name of its own. */
  readonly text: string
}

async function marksOf(reader: ReadContext, kind: DayKind, marked: MarkedDays | null, shown: Days): Promise<DayMark[]> {
  const entity = marked && reader.visibility.entity(marked.entity)
  if (!entity) return []
  const seen = (name: string) => reader.visibility.visibleField(marked.entity, [name])?.value
  const [from, to] = [seen(marked.from), seen(marked.to)]
  // Without the name of its person, readers would take it for their own.
  if (!from || !to || (marked.per !== null && !seen(marked.per))) return []
  const shared = marked.per === null ? null : [marked.per]
  const days = records(entity, {
    from: value([marked.from]),
    to: value([marked.to]),
    short: caption([[marked.from], [marked.to], ...(shared ? [shared] : [])], {forOwner: false}),
    name: commonName,
    shared: cell(shared),
  })
  const sort = [{path: [marked.from], descending: false}]
  const {rows} = await days.page(reader, {
    list: plainList({entity: entity.name, condition: marked.where, size: mostMarks, sort}),
    narrowed: [overlapping({from, to}, marked, shown)],
    most: mostMarks,
  })
  return rows.flatMap(({id, name, short, ...row}) => {
    const [first, last] = [row.from, row.to].map(day => readDay(String(day)))
    const key = rowKey(row.shared)
    // A public holiday without a place applies to no row; closed days without a team apply to all rows.
    if (first == null || last == null || (kind === 'off' && shared !== null && key === null)) return []
    const cut = {first: Math.max(first, shown.first), last: Math.min(last, shown.last)}
    const whose = key === null ? '' : row.shared.text
    return [{kind, id, days: cut, text: short.text || name, named: short.text !== '', shared: key, whose}]
  })
}

function overlapping(fields: {from: Core; to: Core}, {from, to}: MarkedDays, {first, last}: Days): Narrowing {
  const [start, end] = [parameterCore('first day', dateType), parameterCore('last day', dateType)]
  return {
    shape: `${from}..${to}`,
    where: conjunction([compared(fields.to, '>=', start), compared(fields.from, '<=', end)]),
    parameters: new Map([
      ['first day', dateOfDay(first)],
      ['last day', dateOfDay(last)],
    ]),
  }
}

/** Whether the days apply to a row or a person with this value of the shared field. */
export const appliesTo = ({shared}: DayMark, value: string): boolean => shared === null || shared === value

/** The viewer's value of the field that days off are shared by; null if people have no such field. */
export async function ownShared(reader: ReadContext, marked: MarkedDays | null): Promise<string | null> {
  const me = personOf(reader.actor)
  if (!me || !marked?.per) return null
  const target = (entity: string) => reader.entities.entities.get(entity)?.fields.get(marked.per ?? '')?.type.type
  const [of, off] = [target(userEntity), target(marked.entity)]
  if (of?.kind !== 'reference' || off?.kind !== 'reference' || of.entity !== off.entity) return null
  const people = reader.visibility.entity(userEntity)
  const own = people && (await records(people, {shared: cell([marked.per])}).byIds(reader, [me.id])).get(me.id)
  return own ? rowKey(own.shared) : null
}

export const isOn = ({days}: DayMark, day: number): boolean => days.first <= day && day <= days.last

/** `Stocktaking (Operations)`; equal texts are merged: `Christmas Day (Berlin, Paris)`. */
export function markTexts(marks: readonly DayMark[]): string {
  const byText = Map.groupBy(marks, ({text}) => text)
  return [...byText]
    .map(([text, same]) => {
      const whose = same.some(({shared}) => shared === null) ? [] : same.map(each => each.whose).toSorted()
      return whose.length === 0 ? text : `${text} (${whose.join(', ')})`
    })
    .join(', ')
}

/** The closed periods as text, next to the chart. */
export function closedPeriods(marks: readonly DayMark[], {language}: RequestTime): ClosedPeriod[] {
  return marks
    .filter(({kind}) => kind === 'closed')
    .map(mark => ({
      id: mark.id,
      days: daysText(mark.days, language, {day: 'numeric', month: 'short'}),
      text: markTexts([mark]),
    }))
}
