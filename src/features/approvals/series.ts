/** The individual dates of a series, in a summary. */

import {dayText, isoOf} from '../../engine/display/dates.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {itemsAt} from '../../engine/query/record-values.ts'
import {text} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import {CalendarDate, DateTime, inZone, toDays} from '../../feel/calendar.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {SeriesData} from '../forms/panel-data.ts'
import {type FilledRecord, isFilledFor} from '../forms/preview.ts'
import type {CompiledSummary} from './compiled-summary.ts'
import {dates as datesBullet} from './form-bullets.ts'

const mostDates = 40

/** Null until everything they depend on is filled in. */
export async function seriesData(
  reader: ReadContext,
  compiled: CompiledSummary,
  filled: FilledRecord,
): Promise<SeriesData | null> {
  const {screen, entity, context} = compiled
  const dates = bulletOf(screen, datesBullet)
  const all = await daysOfSeries(reader, compiled, filled)
  if (!dates || !all) return null
  const busy = dates.taken === null ? [] : ((await daysOfList(reader, {entity, name: dates.taken, filled})) ?? [])
  const taken = new Set(busy)
  const labelOf = (name: string | null) => (name === null ? '' : (entity.fields.get(name)?.label ?? ''))
  const said = dates.says === null ? null : await records(entity, {text: text([dates.says])}).unwritten(reader, filled)
  const mark = said?.text || labelOf(dates.taken)
  const {forms} = context.words
  const {language} = reader.moment
  const left = all.length - mostDates
  return {
    label: labelOf(dates.all),
    count: forms.dates(all.length, all.filter(day => taken.has(day)).length),
    dates: all.slice(0, mostDates).map(day => ({
      key: isoOf(day),
      text: dayText(day, language, {weekday: 'short', day: 'numeric', month: 'short'}),
      taken: taken.has(day) ? mark : '',
    })),
    more: left > 0 ? forms.andMore(left) : null,
    days: all.map(isoOf),
  }
}

/** Null if the form is not about a series. */
export async function daysOfSeries(
  reader: ReadContext,
  {screen, entity}: CompiledSummary,
  filled: FilledRecord,
): Promise<number[] | null> {
  const dates = bulletOf(screen, datesBullet)
  return dates && daysOfList(reader, {entity, name: dates.all, filled})
}

interface DateList {
  readonly entity: Entity
  readonly name: string
  readonly filled: FilledRecord
}

/** The days of a computed list that the person sees. */
async function daysOfList(reader: ReadContext, {entity, name, filled}: DateList): Promise<number[] | null> {
  const seen = reader.visibility.visibleField(entity.name, [name])
  if (!seen || !isFilledFor(filled, entity.fields.get(name)?.computed?.core)) return null
  const items = await itemsAt(reader, filled, seen.value, {owner: reader.visibility, name})
  const days = items.flatMap(item => dayIn(item, reader.moment.zone) ?? [])
  return [...new Set(days)].toSorted((a, b) => a - b)
}

function dayIn(value: Value, zone: string): number | null {
  if (value instanceof CalendarDate) return toDays(value)
  const local = value instanceof DateTime ? inZone(value, zone) : null
  return local && toDays(local.date)
}
