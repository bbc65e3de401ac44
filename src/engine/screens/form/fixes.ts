/**
 * Other dates with which a rule would hold: a shorter period, a later one, or whole days. The rules themselves are asked, so whatever a document demands
 * of dates can be fixed: a balance, a notice, closed days, another record on these days.
 */
import type {SummaryCheck} from '../../../contract/form.ts'
import {CalendarDate, toDays} from '../../../feel/calendar.ts'
import type {Value} from '../../../feel/value.ts'
import type {Entity, Span} from '../../../points/entities/model.ts'
import {showDate} from '../../../points/entities/values/calendar-text.ts'
import {showSpan} from '../../../points/entities/values/spans.ts'
import type {Rule} from '../../../points/rules/model.ts'
import {localeOf} from '../../lookup.ts'
import type {ReadContext} from '../../read-context.ts'
import type {RuleOutcome} from '../../write/rules.ts'
import type {RecordContext} from '../screen-context.ts'
import {dateOf, isoOf} from '../span/dates.ts'
import {dependsOn, type FilledRecord, outcomesOf} from './preview.ts'
import {workingDays} from './same-period.ts'

interface FixRequest {
  readonly entity: Entity
  readonly span: Span
  readonly filled: FilledRecord
  /** All that would refuse the form, and what they say now. */
  readonly rules: readonly Rule[]
  readonly outcomes: readonly RuleOutcome[]
  readonly off: ReadonlyMap<number, string>
  readonly context: RecordContext
}

type DateFix = NonNullable<SummaryCheck['fix']>

interface Dates {
  readonly from: number
  readonly to: number
  readonly halves: readonly [boolean, boolean]
}

/** A period of other dates, and what the button is called. */
interface Candidate extends Dates {
  readonly label: string
}

/** Later periods begin at most this many days later. */
const furthest = 70
const atOnce = 8

export async function fixOf(reader: ReadContext, rule: Rule, request: FixRequest): Promise<DateFix | null> {
  const {entity, span, filled} = request
  const names = [span.from, span.to, ...(span.halfDays ?? [])]
  const now = datesIn(request)
  if (!now || !dependsOn(entity, rule, names) || !filled.names.has(span.from) || !filled.names.has(span.to)) return null
  const candidates = candidatesFor(reader, now, request)
  for (let start = 0; start < candidates.length; start += atOnce) {
    const some = candidates.slice(start, start + atOnce)
    const records = some.map(dates => filled.as(new Map([...filled.record, ...valuesOf(span, dates)])))
    const held = await outcomesOf(reader, records, [rule])
    for (const [index, dates] of some.entries()) {
      const record = records[index]
      if (!record || held[index]?.[0] === 'broken') continue
      const [all = []] = await outcomesOf(reader, [record], request.rules)
      const isWorse = all.some((outcome, at) => outcome === 'broken' && request.outcomes[at] !== 'broken')
      if (!isWorse) return {label: dates.label, values: textsOf(span, dates, filled)}
    }
  }
  return null
}

function datesIn({span, filled: {record}}: FixRequest): Dates | null {
  const [from, to] = [record.get(span.from), record.get(span.to)]
  if (!(from instanceof CalendarDate) || !(to instanceof CalendarDate)) return null
  const half = (at: 0 | 1) => span.halfDays !== null && record.get(span.halfDays[at]) === true
  return {from: toDays(from), to: toDays(to), halves: [half(0), half(1)]}
}

/** The longest of the shorter periods first, then the earliest of the later ones. */
function candidatesFor(reader: ReadContext, now: Dates, {span, off, context}: FixRequest): Candidate[] {
  const {forms} = context.words
  const locale = localeOf(reader.moment)
  const day = (at: number) => showDate(dateOf(at), locale)
  const [first, last] = now.halves
  if (now.to < now.from)
    return [{from: now.from, to: now.from, halves: [first, false], label: forms.endOn(day(now.from))}]
  const whole: Candidate[] = first || last ? [{...now, halves: [false, false], label: forms.wholeDays}] : []
  const working = workingDays({first: now.from, last: now.to}, reader, {off}).toReversed()
  const shorter = working.flatMap((to): Candidate[] => [
    ...(to < now.to ? [{from: now.from, to, halves: [first, false] as const, label: forms.endOn(day(to))}] : []),
    ...(span.halfDays && (to < now.to || !last) && !(first && to === now.from)
      ? [{from: now.from, to, halves: [first, true] as const, label: forms.endOnNoon(day(to))}]
      : []),
  ])
  const length = now.to - now.from
  const later = workingDays({first: now.from + 1, last: now.from + furthest}, reader, {off}).map((from): Candidate => {
    const to = from + length
    const text = showSpan({first: dateOf(from), last: dateOf(to), startsMidday: first, endsMidday: last}, locale)
    return {from, to, halves: now.halves, label: forms.moveTo(text)}
  })
  return [...whole, ...shorter, ...later]
}

function valuesOf({from, to, halfDays}: Span, dates: Dates): [string, Value][] {
  const halves = halfDays?.map((name, at): [string, Value] => [name, dates.halves[at] ?? false]) ?? []
  return [[from, dateOf(dates.from)], [to, dateOf(dates.to)], ...halves]
}

function textsOf({from, to, halfDays}: Span, dates: Dates, {names}: FilledRecord): Readonly<Record<string, string>> {
  const halves = halfDays?.map((name, at): [string, string] => [name, dates.halves[at] ? 'yes' : 'no']) ?? []
  const all: [string, string][] = [[from, isoOf(dates.from)], [to, isoOf(dates.to)], ...halves]
  return Object.fromEntries(all.filter(([name]) => names.has(name)))
}
