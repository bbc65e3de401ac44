/** The fields by which records lie in time, and which records lie in a stretch of it, as far as the actor sees these fields. */
import type {FormFieldData} from '../../contract/form.ts'
import type {Core} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Screen} from '../../points/screens/model.ts'
import {kindAt, pathOf} from '../../points/screens/spread.ts'
import type {Specification} from '../../points/specification.ts'
import {both, compared, either, no, valueCore} from '../core-build.ts'
import type {Path} from '../list/request.ts'
import {seenField} from '../list/seen-field.ts'
import type {Sight} from '../sight.ts'
import {beginningOf, type Days, dateOf} from './days.ts'

export interface SpanFields {
  readonly entity: string
  readonly from: Path
  /** Null where everything is on one day or at one moment. */
  readonly to: Path | null
  /** Moments, and not whole days. */
  readonly timed: boolean
}

export function spanFields({shows, name}: Screen, {entities}: Specification): SpanFields {
  if (shows.kind !== 'calendar' && shows.kind !== 'timeline') throw new Error(`${name} does not lie in time`)
  const from = pathOf(shows.from)
  const timed = kindAt(entities, shows.entity, from) === 'date and time'
  return {entity: shows.entity, from, to: shows.to === null ? null : pathOf(shows.to), timed}
}

/** Names the last day at each date that a timeline or a calendar of the document shows as the first day of a period. */
export function withPeriods(
  fields: readonly FormFieldData[],
  {screens}: Specification,
  entity: string,
): readonly FormFieldData[] {
  const dates = new Set(fields.filter(({control}) => control === 'date').map(({name}) => name))
  const ends = new Map<string, string>()
  for (const {shows} of screens.screens) {
    const isSpan = (shows.kind === 'calendar' || shows.kind === 'timeline') && shows.entity === entity
    if (isSpan && shows.to !== null && dates.has(shows.from) && dates.has(shows.to)) ends.set(shows.from, shows.to)
  }
  return fields.map(field => {
    const until = ends.get(field.name)
    return until === undefined ? field : {...field, until}
  })
}

/** Where nothing says when it is, it is nowhere. */
export function within(sight: Sight, fields: SpanFields, {days, zone}: {days: Days; zone: string}): Core {
  const from = seenField(sight, fields.entity, fields.from)?.value
  const to = fields.to === null ? null : (seenField(sight, fields.entity, fields.to)?.value ?? null)
  if (from === undefined) return no
  const [low, high] = fields.timed
    ? [beginningOf(days.first, zone), beginningOf(days.last + 1, zone)]
    : [dateOf(days.first), dateOf(days.last)]
  const at = (value: Value): Core => valueCore(from.type, value)
  const begins = compared(from, fields.timed ? '<' : '<=', at(high))
  const ends = to === null ? [] : [compared(to, fields.timed ? '>' : '>=', at(low))]
  return both([begins, either([...ends, compared(from, '>=', at(low))])])
}
