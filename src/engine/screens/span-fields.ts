/** The fields by which records lie in time, and which records lie in a stretch of it, as far as the actor sees these fields. */
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
