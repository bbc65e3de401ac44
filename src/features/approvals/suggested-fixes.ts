/**
 * Suggestions that would satisfy a broken rule: a shorter or later period, whole days, a free time on the same day, or
 * other values of fields that the document names (`instead`). The rules themselves are evaluated for each candidate, so
 * any rule can be fixed: a balance, a notice period, closed days, a conflicting record.
 */

import {sql} from 'kysely'
import {clockOf, type Days, dateOfDay, isoOf, longestPeriod, readDay, secondText} from '../../engine/display/dates.ts'
import {emptyCell} from '../../engine/query/cells.ts'
import {bindRow, placeOfRow} from '../../engine/query/hypothetical-record.ts'
import {localeOf} from '../../engine/query/lookup.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {PlanKind, type Statement} from '../../engine/query/statement.ts'
import {cells} from '../../engine/records/properties.ts'
import {records} from '../../engine/records/records.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {isNotBroken, type RuleOutcome, rulesKey} from '../../engine/transaction/rules.ts'
import {CalendarDate, DAY, fromEpoch, localToEpoch, toDays} from '../../feel/calendar.ts'
import {isReference, type Value} from '../../feel/value.ts'
import {datesOfSpan} from '../../points/entities/lookup.ts'
import type {Entity, Field, Span} from '../../points/entities/model.ts'
import {showDate} from '../../points/entities/values/calendar-text.ts'
import {dictionaryOrder} from '../../points/entities/values/formats.ts'
import {showSpan} from '../../points/entities/values/spans.ts'
import type {Rule} from '../../points/rules/model.ts'
import {limitTo} from '../../store/sql.ts'
import {formFields} from '../forms/fields.ts'
import type {DayStripData, FixData} from '../forms/panel-data.ts'
import {dependsOn, type FilledRecord, isFilledForRule} from '../forms/preview.ts'
import {workingDays} from '../planning/same-period.ts'
import {numberIn} from '../planning/strip.ts'
import type {InsteadSort} from './form-bullets.ts'

interface BrokenForm {
  readonly entity: Entity
  readonly filled: FilledRecord
  /** All rules that would reject the form, with their current outcomes. */
  readonly rules: readonly Rule[]
  readonly outcomes: ReadonlyMap<Rule, RuleOutcome>
  readonly context: RecordContext
}

interface FixRequest extends BrokenForm {
  readonly span: Span
  readonly off: ReadonlyMap<number, string>
  /** Those of a series, which begins and ends on one of them: from another day of the week it would be another series. */
  readonly days: ReadonlySet<number> | null
}

interface Dates {
  readonly from: number
  readonly to: number
  readonly halves: readonly [boolean, boolean]
}

/** A period with other dates, and the label of its button. */
interface Candidate extends Dates {
  readonly label: string
  /** The number of days by which it is shorter. */
  readonly lost: number
}

/** The maximum number of days by which a period is postponed. */
const furthest = 70
/** The days in which suggestions for a period are looked for. */
export function daysOfFixes({first, last}: Days): Days {
  return {first, last: first + furthest + 2 * Math.min(last - first, longestPeriod) + 14}
}

/** Batch sizes: the first candidates are the likely ones. A statement of SQLite takes at most 500 rows. */
const atFirst = [12, 48]
const atOnce = 192
/** Of more candidates than this, some are tried first, and then those before the first that holds. */
const mostOneByOne = 120
const mostSamples = 64
/** The number of other values tried and offered for a field. */
const mostTried = 48
const mostOffered = 2

/**
 * Suggestions for the broken rules of one form. Each satisfies all rules about what it changes, so it is the same for
 * every rule, and looked for once.
 */
export class Fixes {
  readonly #reader: ReadContext
  readonly #form: BrokenForm
  readonly #names: readonly string[]
  readonly #groups: readonly (readonly OtherValues[])[]
  readonly #beside: (fix: FixData) => readonly OtherValues[]
  #found: Promise<FixData[]> | null = null

  /**
   * `names`: the fields that a suggestion changes; `groups`: the candidates, the best ones first; `beside`: those of which
   * one is offered beside a suggestion.
   */
  constructor(
    reader: ReadContext,
    form: BrokenForm,
    {
      names,
      groups,
      beside = () => [],
    }: {
      readonly names: readonly string[]
      readonly groups: readonly (readonly OtherValues[])[]
      readonly beside?: (fix: FixData) => readonly OtherValues[]
    },
  ) {
    this.#reader = reader
    this.#form = form
    this.#names = names
    this.#groups = groups
    this.#beside = beside
  }

  async of(rule: Rule): Promise<FixData[]> {
    if (!dependsOn(this.#form.filled, rule, this.#names)) return []
    this.#found ??= this.#search(rule)
    return this.#found
  }

  async #search(rule: Rule): Promise<FixData[]> {
    for (const candidates of this.#groups) {
      const fix = await this.#first(rule, candidates)
      if (!fix) continue
      const other = await this.#first(rule, this.#beside(fix))
      return other ? [fix, other] : [fix]
    }
    return []
  }

  #first(rule: Rule, candidates: readonly OtherValues[]): Promise<FixData | null> {
    return firstHolding(this.#reader, rule, {...this.#form, candidates, most: 1})
  }
}

/** Other dates for a period: what is left of it before or after what is in its way, or another one later. */
export function fixesOfDates(reader: ReadContext, request: FixRequest): Fixes {
  const {span, filled} = request
  const now = datesIn(request)
  const isOnForm = filled.names.has(span.from) && filled.names.has(span.to)
  const {groups, ends, begins} = now && isOnForm ? candidatesFor(reader, now, request) : nothingElse
  const offer = (dates: Candidate): OtherValues => ({
    changed: valuesOf(span, dates),
    fix: {label: dates.label, values: textsOf(span, dates, filled)},
  })
  return new Fixes(reader, request, {
    names: datesOfSpan(span),
    groups: groups.map(candidates => candidates.map(offer)),
    // What is left after what is in the way, if that is no less than what is left before it.
    beside({label}) {
      const first = ends.find(each => each.label === label)
      return first ? begins.filter(({from, lost}) => from > first.to && lost <= first.lost).map(offer) : []
    },
  })
}

interface Candidates extends BrokenForm {
  readonly candidates: readonly OtherValues[]
  readonly most: number
  /** Whether all other rules must hold, also those that do not depend on the changed values. */
  readonly solvesOthers?: boolean
}

interface OtherValues {
  readonly changed: readonly (readonly [string, Value])[]
  readonly fix: FixData
}

/** The cost does not grow with the length of a period: a mistyped year has thousands of candidates. */
async function firstHolding(reader: ReadContext, rule: Rule, request: Candidates): Promise<FixData | null> {
  const {candidates} = request
  const search = async (some: readonly OtherValues[]) => {
    const [found = null] = await holding(reader, rule, {...request, candidates: some})
    return found
  }
  if (candidates.length <= mostOneByOne) return search(candidates)
  const [first = 0] = atFirst
  const likely = await search(candidates.slice(0, first))
  if (likely) return likely
  const step = Math.ceil((candidates.length - first) / mostSamples)
  const samples = candidates.filter(
    (_, index) => (index - first) % step === step - 1 || index === candidates.length - 1,
  )
  const found = await search(samples)
  const end = candidates.findIndex(({fix}) => fix === found)
  return found && search(candidates.slice(Math.max(0, end - step + 1), end + 1))
}

/**
 * The first candidates with which the rule holds, no other rule becomes broken, and none that depends on the changed
 * values remains broken.
 */
async function holding(reader: ReadContext, rule: Rule, request: Candidates): Promise<FixData[]> {
  const {candidates, most} = request
  const found: FixData[] = []
  let start = 0
  for (let round = 0; start < candidates.length && found.length < most; round += 1) {
    const some = candidates.slice(start, start + (atFirst[round] ?? atOnce))
    found.push(...(await holdingAmong(reader, rule, {...request, candidates: some, most: most - found.length})))
    start += some.length
  }
  return found
}

const fixesKind = new PlanKind<Statement>('fixes')

/** Checks the candidates as rows of one statement. */
async function holdingAmong(
  reader: ReadContext,
  rule: Rule,
  {filled, rules, outcomes, candidates, most, solvesOthers = false}: Candidates,
): Promise<FixData[]> {
  const records = candidates.map(({changed}) => new Map([...filled.record, ...changed]))
  const isKnown = (each: Rule) => records.every(record => isFilledForRule({...filled, record}, each))
  const names = candidates[0]?.changed.map(([name]) => name) ?? []
  const matters = (each: Rule) => solvesOthers || outcomes.get(each) !== 'broken' || dependsOn(filled, each, names)
  const kept = rules.filter(each => each !== rule && matters(each) && isKnown(each))
  const fine = [rule, ...kept]
  const {plan, values} = bindRow(reader, reader.tables, filled, {
    kind: fixesKind,
    shape: `${most} ${rulesKey(fine)}`,
    records,
    make({context, from}, write) {
      const isFine = sql.join(
        fine.map(each => isNotBroken(each, context)),
        sql` and `,
      )
      return write(sql`select ${placeOfRow} ${from()} where ${isFine} order by ${placeOfRow} ${limitTo(most)}`)
    },
  })
  const rows = await plan.run(reader, values)
  return rows.flatMap(([place]) => candidates[Number(place)]?.fix ?? [])
}

function datesIn({span, filled: {record}}: FixRequest): Dates | null {
  const [from, to] = [record.get(span.from), record.get(span.to)]
  if (!(from instanceof CalendarDate) || !(to instanceof CalendarDate)) return null
  const half = (at: 0 | 1) => span.halfDays !== null && record.get(span.halfDays[at]) === true
  return {from: toDays(from), to: toDays(to), halves: [half(0), half(1)]}
}

interface CandidatesOfDates {
  readonly groups: readonly (readonly Candidate[])[]
  /** The periods that end earlier, and those that begin later, the longest ones first. */
  readonly ends: readonly Candidate[]
  readonly begins: readonly Candidate[]
}

const nothingElse: CandidatesOfDates = {groups: [], ends: [], begins: []}

/**
 * Shorter periods first, longest to shortest, then later periods, earliest first. A period that begins later ends on the
 * same day, and comes first only if it keeps more than half of its days: otherwise another period is meant.
 */
function candidatesFor(
  reader: ReadContext,
  now: Dates,
  {span, off, days: own, context}: FixRequest,
): CandidatesOfDates {
  const {forms} = context.words
  const locale = localeOf(reader.moment)
  const day = (at: number) => showDate(dateOfDay(at), locale)
  const [first, last] = now.halves
  if (now.to < now.from) {
    const oneDay = {
      from: now.from,
      to: now.from,
      halves: [first, false],
      label: forms.endOn(day(now.from)),
      lost: 0,
    } as const
    return {...nothingElse, groups: [[oneDay]]}
  }
  const whole: Candidate[] = first || last ? [{...now, halves: [false, false], label: forms.wholeDays, lost: 0}] : []
  const isLong = now.to - now.from > longestPeriod
  const lastTried = isLong ? now.from + longestPeriod : now.to
  const working = workingDays({first: now.from, last: lastTried}, reader, {off}).toReversed()
  const isOwn = (at: number) => own?.has(at) ?? true
  const mayBegin = (from: number) => from > now.from && isOwn(from)
  const ends = working.flatMap((to, index): Candidate[] => [
    ...(to < now.to && isOwn(to)
      ? [{from: now.from, to, halves: [first, false] as const, label: forms.endOn(day(to)), lost: index}]
      : []),
    ...(span.halfDays && (to < now.to || !last) && !(first && to === now.from)
      ? [{from: now.from, to, halves: [first, true] as const, label: forms.endOnNoon(day(to)), lost: index + 0.5}]
      : []),
  ])
  if (isLong) return {...nothingElse, groups: [[...whole, ...ends]]}
  const starts = working
    .toReversed()
    .flatMap((from, index): Candidate[] =>
      mayBegin(from) ? [{from, to: now.to, halves: [false, last], label: forms.startOn(day(from)), lost: index}] : [],
    )
  const mostOfIt = starts.filter(({lost}) => lost < working.length / 2)
  const shorter = [...ends, ...mostOfIt].toSorted((one, other) => one.lost - other.lost)
  const length = now.to - now.from
  const {last: end} = daysOfFixes({first: now.from, last: now.to})
  const days = workingDays({first: now.from + 1, last: end}, reader, {off})
  // Where days are counted, a later period has as many of them: two days stay two, also over a weekend.
  const counted = span.count === null ? 0 : working.length
  const later = days
    .flatMap((from, index) => (from <= now.from + furthest && mayBegin(from) ? [{from, index}] : []))
    .map(({from, index}): Candidate => {
      const to = (counted === 0 ? undefined : days[index + counted - 1]) ?? from + length
      const text = showSpan(
        {first: dateOfDay(from), last: dateOfDay(to), startsMidday: first, endsMidday: last},
        locale,
      )
      return {from, to, halves: now.halves, label: forms.moveTo(text), lost: 0}
    })
  return {groups: [[...whole, ...shorter], later], ends, begins: own ? [] : starts}
}

function valuesOf({from, to, halfDays}: Span, dates: Dates): [string, Value][] {
  const halves = halfDays?.map((name, at): [string, Value] => [name, dates.halves[at] ?? false]) ?? []
  return [[from, dateOfDay(dates.from)], [to, dateOfDay(dates.to)], ...halves]
}

function textsOf({from, to, halfDays}: Span, dates: Dates, {names}: FilledRecord): Readonly<Record<string, string>> {
  const halves = halfDays?.map((name, at): [string, string] => [name, dates.halves[at] ? 'yes' : 'no']) ?? []
  const all: [string, string][] = [[from, isoOf(dates.from)], [to, isoOf(dates.to)], ...halves]
  return Object.fromEntries(all.filter(([name]) => names.has(name)))
}

// The nearest free time of the same day.

interface TimeFixRequest extends BrokenForm {
  readonly span: Span
  readonly day: DayStripData
}

export function fixesOfTime(reader: ReadContext, request: TimeFixRequest): Fixes {
  const {span, filled, day, context} = request
  const {chosen, length} = day
  const names = [span.from, span.to]
  if (!chosen || !names.every(name => filled.names.has(name))) return new Fixes(reader, request, {names, groups: []})
  const begins = day.free
    .filter(free => free.ends - free.begins >= length)
    .map(free => Math.min(Math.max(chosen.begins, free.begins), free.ends - length))
    .toSorted((a, b) => Math.abs(a - chosen.begins) - Math.abs(b - chosen.begins))
  const {zone, language} = reader.moment
  const at = (minute: number) => momentAt(readDay(day.date) ?? 0, minute, zone)
  const candidates = begins.map(begin => {
    const end = begin + length
    const clocks = [begin, end].map(minute => secondText((minute % minutesOfDay) * 60, language))
    const values = {[span.from]: textAt(day.date, begin), [span.to]: textAt(day.date, end)}
    return {
      changed: [[span.from, at(begin)] as const, [span.to, at(end)] as const],
      fix: {label: context.words.forms.moveTo(clocks.join('–')), values},
    }
  })
  return new Fixes(reader, request, {names, groups: [candidates]})
}

const minutesOfDay = 1440

/** A time in the format of forms. */
const textAt = (date: string, minute: number): string => `${date}T${clockOf(minute * 60)}`

const momentAt = (day: number, minute: number, zone: string): Value =>
  fromEpoch(localToEpoch(zone, day * DAY + minute * 60), 0, 0)

// Other values of fields that the document names.

interface InsteadRequest extends BrokenForm {
  readonly named: readonly string[]
  readonly sort: readonly InsteadSort[]
  readonly visit: Visit
}

export async function insteadOf(reader: ReadContext, rule: Rule, request: InsteadRequest): Promise<FixData[]> {
  const {entity, filled, named} = request
  const fixes: FixData[] = []
  for (const name of named) {
    const field = entity.fields.get(name)
    if (!field || !filled.names.has(name) || !dependsOn(filled, rule, [name])) continue
    const candidates = await inOrder(reader, await otherValues(reader, field, request), request)
    // A room that is free but too small solves nothing, and nor does a free doctor where the patient is busy.
    const wanted = {...request, candidates, most: mostOffered, solvesOthers: true}
    fixes.push(...(await holding(reader, rule, wanted)))
  }
  return fixes
}

/** In the order of `instead sort`, evaluated on the record as it would be; equal ones keep the order of the options. */
async function inOrder(
  reader: ReadContext,
  candidates: readonly OtherValues[],
  {entity, filled, sort}: InsteadRequest,
): Promise<readonly OtherValues[]> {
  if (sort.length === 0 || candidates.length < 2) return candidates
  const wouldBe = [filled.record, ...candidates.map(({changed}) => new Map([...filled.record, ...changed]))]
  const sorted = records(entity, {by: cells(sort.map(({path}) => path))})
  const [now, ...others] = await sorted.eachUnwritten(reader, filled, wouldBe)
  const keys = others.map(({by}) =>
    sort.map(({order}, at): number | string => {
      const [cell = emptyCell, present = emptyCell] = [by[at], now?.by[at]]
      const {value} = cell
      if (order === 'nearest') return Math.abs((numberIn(cell) ?? 0) - (numberIn(present) ?? 0))
      if (order === 'same') return value === present.value ? 0 : 1
      const key = typeof value === 'boolean' ? Number(value) : (numberIn(cell) ?? String(value ?? ''))
      return order === 'descending' && typeof key === 'number' ? -key : key
    }),
  )
  const compareTexts = dictionaryOrder(reader.moment.language)
  const compare = (one: number, other: number): number => {
    for (const [index, {order}] of sort.entries()) {
      const [a = '', b = ''] = [keys[one]?.[index], keys[other]?.[index]]
      const by = typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b))
      if (by !== 0) return order === 'descending' && typeof a === 'string' ? -by : by
    }
    return one - other
  }
  return [...candidates.keys()].sort(compare).flatMap(index => candidates[index] ?? [])
}

/** The options of the field without the current value. A ticked box is never unticked to satisfy a rule. */
async function otherValues(
  reader: ReadContext,
  field: Field,
  {filled, visit, context}: InsteadRequest,
): Promise<OtherValues[]> {
  const {name, label, type} = field
  const now = filled.record.get(name) ?? null
  if (type.type.kind === 'boolean')
    return now === true ? [] : [{changed: [[name, true]], fix: {label, values: {[name]: 'yes'}}}]
  const [shown] = await formFields(reader, [field], {address: visit.path})
  const {type: kind} = type
  const valueFor = (text: string): Value => (kind.kind === 'reference' ? {entity: kind.entity, id: text} : text)
  const chosen = now !== null && isReference(now) ? now.id : now
  return (shown?.options ?? [])
    .filter(({value}) => value !== '' && value !== chosen)
    .slice(0, mostTried)
    .map(option => ({
      changed: [[name, valueFor(option.value)]],
      fix: {
        label: now === null ? `${label}: ${option.label}` : context.words.forms.insteadUse(option.label),
        values: {[name]: option.value},
      },
    }))
}
