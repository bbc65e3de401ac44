/**
 * The summary next to a form: the record as it would be, with the facts that the document selects. Amount and dates,
 * figures before and after, other entries on these days, rules with their outcome and fixes, and the next steps.
 */

import {EntityReads} from '../../engine/base/entity-reads.ts'
import {declaredScreens} from '../../engine/base/screens-that.ts'
import {type Days, daysText, dayText, isoOf, longestPeriod, readDay, todayIn} from '../../engine/display/dates.ts'
import {Columns, presentAs} from '../../engine/display/record-names.ts'
import {emptyCell} from '../../engine/query/cells.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {cellsAt, itemsAt} from '../../engine/query/would-be.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import {CalendarDate, DateTime, inZone, toDays} from '../../feel/calendar.ts'
import {type Core, partsOf} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity, Span} from '../../points/entities/model.ts'
import {capitalised, inSentence} from '../../points/entities/names.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {showDayCount, showHourCount} from '../../points/entities/values/spans.ts'
import {coresOf, type Rule} from '../../points/rules/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {
  DayStripData,
  NextStep,
  PeriodCalendarData,
  SeriesData,
  SummaryCheck,
  SummaryData,
  SummaryFigure,
} from '../forms/data.ts'
import {partListsOf} from '../forms/line-items.ts'
import {spanOf} from '../forms/periods.ts'
import {
  asksForPeriod,
  type CalendarRequest,
  type FilledRecord,
  type FormPanel,
  type FormSummary,
  isFilledFor,
  isFilledForRule,
  isKnownBefore,
  readsRecords,
  reversedSpans,
  type SummaryOfForm,
  type SummaryRequest,
  waitsForInput,
} from '../forms/preview.ts'
import {closedDays} from '../planning/bullets.ts'
import {dayStripData} from '../planning/day-strip.ts'
import {
  calendarData,
  markedDaysOf,
  monthsFrom,
  mostAtOnce,
  othersData,
  type SamePeriod,
  samePeriod,
  workingDays,
} from '../planning/same-period.ts'
import {type CompiledStrip, compileStrip, numberIn} from '../planning/strip.ts'
import {strip as stripBullet} from '../planning/strip-bullets.ts'
import {nextSteps, stepsOfChange} from '../records/next-steps.ts'
import {checks as checksBullet, figures as figuresBullet, pathsOfFigure} from './bullets.ts'
import {figureData} from './decision-data.ts'
import {daysOfFixes, fixesOfDates, fixesOfTime, insteadOf} from './fixes.ts'
import {choices as choicesBullet, dates as datesBullet, instead as insteadBullet, insteadSort} from './form-bullets.ts'

/** Derived from the document. */
export interface CompiledSummary {
  readonly screen: Screen
  readonly saves: Saves
  readonly entity: Entity
  readonly context: RecordContext
  readonly span: Span | null
  readonly strip: CompiledStrip | null
  readonly rules: readonly CheckedRule[]
  /** The paths read from the record. */
  readonly paths: readonly Path[]
}

interface CheckedRule {
  readonly rule: Rule
  /** A broken rule prevents the form's action; other rules are informational. */
  readonly blocks: boolean
  /** Shown even if it holds. */
  readonly ticked: boolean
  /** It is about the days that the form shows as closed. */
  readonly closes: boolean
}

/** What the form does: creates or changes a record, and the actions of its buttons. */
interface Saves {
  readonly new: boolean
  readonly actions: readonly string[]
}

interface SummaryOf {
  readonly entity: Entity
  readonly saves: Saves
  /** The lists of parts that are filled in with the form. */
  readonly parts: ReadonlySet<string>
}

/** Null if the document defines no summary. */
export function compileSummary(
  screen: Screen,
  context: RecordContext,
  {entity, saves, parts}: SummaryOf,
): CompiledSummary | null {
  const figures = bulletOf(screen, figuresBullet)
  const written = bulletOf(screen, stripBullet)
  const checks = bulletOf(screen, checksBullet)
  const dates = bulletOf(screen, datesBullet)
  if (figures.length === 0 && written === null && checks === null && dates === null) return null
  const strip = compileStrip(screen, context)
  const span = spanOf(screen, entity)
  const paths = new Columns([
    ...figures.flatMap(pathsOfFigure),
    ...(strip ? Object.values(strip.paths).filter(path => path.length > 0) : []),
    ...(span
      ? [[span.name], [span.from], [span.to], ...[span.count, span.hours].map(name => (name === null ? null : [name]))]
      : []),
    ...bulletOf(screen, choicesBullet)
      .slice(0, 1)
      .map(({field}) => [field]),
  ]).paths
  return {
    screen,
    saves,
    entity,
    context,
    span,
    strip,
    rules: checkedRules(screen, context, {entity, saves, parts}),
    paths,
  }
}

/** What is shown beside the form of an existing record. */
export function editPanel(screen: Screen, context: RecordContext, entity: Entity): FormPanel {
  return {...plainPanel(screen, context), summaries: editSummaries(screen, context, entity)}
}

/** No summary of the document, only a calendar. */
export function plainPanel(screen: Screen, context: RecordContext): FormPanel {
  return {
    summaries: [],
    calendar: (reader, request) => formCalendar(reader, {screen, context, summary: null}, request),
  }
}

/**
 * The summaries for an existing record. A form with its own address defines its summary; a record page uses those of
 * the forms for new records, each for people who may open that form.
 */
function editSummaries(screen: Screen, context: RecordContext, entity: Entity): FormSummary[] {
  const isForm = screen.kind.can.edit
  const parts = new Set(partListsOf(context.specification, entity, screen).map(({name}) => name))
  const forms = isForm ? [screen] : declaredScreens(context.screens, 'create', entity.name)
  const asking = isForm ? [] : actionsAskingForPeriod(context, entity)
  return forms.flatMap(form => {
    const summaryFor = (actions: readonly string[]) => summaryOfForm(form, context, {entity, actions, parts})
    const summary = summaryFor(isForm ? bulletOf(screen, actionsBullet) : [])
    if (!summary) return []
    const ofActions = asking.flatMap(name => {
      const own = summaryFor([name])
      return own ? [[name, own] as const] : []
    })
    return [{...summary, ofActions: new Map(ofActions)}]
  })
}

function summaryOfForm(
  form: Screen,
  context: RecordContext,
  {entity, actions, parts}: Omit<SummaryOf, 'saves'> & {readonly actions: readonly string[]},
): SummaryOfForm | null {
  const compiled = compileSummary(form, context, {entity, saves: {new: false, actions}, parts})
  return (
    compiled && {
      screen: form,
      rules: compiled.rules.map(({rule}) => rule),
      data: (reader, request) => summaryData(reader, compiled, request),
      calendar: (reader, request) => formCalendar(reader, {...compiled, summary: compiled}, request),
      blocksDays: filled => blocksDays(form, {rules: compiled.rules, filled}),
    }
  )
}

function actionsAskingForPeriod({specification}: RecordContext, entity: Entity): string[] {
  const actions = [...(specification.actions.actions.get(entity.name)?.values() ?? [])]
  return actions.flatMap(({name, rows}) => (rows.some(({asks}) => asksForPeriod(entity, asks)) ? [name] : []))
}

function checkedRules(
  screen: Screen,
  {specification, engine}: RecordContext,
  {entity, saves, parts}: SummaryOf,
): CheckedRule[] {
  const checks = bulletOf(screen, checksBullet)
  const closed = bulletOf(screen, closedDays)?.entity
  const declared = specification.actions.actions.get(entity.name)
  const performed = saves.actions.map(name => declared?.get(name))
  const named = (action: string) => checks !== null && checks !== 'all' && checks.includes(action)
  const reads = engine.reads.get(entity.name) ?? new EntityReads(entity, [])
  return specification.rules.rules.flatMap((rule): CheckedRule[] => {
    if (rule.entity !== entity.name || !isKnownBefore(reads, rule, parts) || readsInput(rule)) return []
    if (waitsForInput(reads, rule, performed)) return []
    const {on} = rule
    const blocks = on === null || (on.kind === 'create' ? saves.new : saves.actions.includes(on.action))
    const ticked = checks === 'all' || (on?.kind === 'action' && named(on.action))
    const closes = closed !== undefined && readsRecords(reads, rule, closed)
    return blocks || ticked ? [{rule, blocks, ticked, closes}] : []
  })
}

const readsInput = (rule: Rule): boolean => coresOf(rule).some(isInput)

const isInput = (core: Core): boolean => core.op === 'input' || partsOf(core).some(isInput)

export async function summaryData(
  reader: ReadContext,
  compiled: CompiledSummary,
  {filled, visit}: SummaryRequest,
): Promise<SummaryData> {
  const {screen, saves, entity, context, span, strip} = compiled
  const {forms, approvals} = context.words
  const cells = await cellsAt(reader, filled, {paths: compiled.paths})
  const cell = (path: Path): Cell => cells.get(path.join('.')) ?? emptyCell
  const days = span && daysIn(span, cell)
  const place = {screen, strip, cell, visit, context}
  const isLong = days !== null && days.last - days.first > longestPeriod
  const period = days && !isLong ? await samePeriod(reader, {...place, days: {...days, last: days.last + ahead}}) : null
  const daysOff = async () => (days ? (await markedDaysOf(reader, {...place, days: daysOfFixes(days)})).off : new Map())
  const length = span && days === null ? minutesIn(span, cell) : null
  const people = strip !== null && isOfPeople(strip, context, entity.name)
  const [action] = saves.new ? saves.actions : []
  const day = strip?.fields.timed
    ? await dayStripData(reader, {strip, entity, id: filled.id, cell, visit, context})
    : null
  const checks = await checksData(reader, compiled, {
    filled,
    daysOff,
    day: day && 'date' in day ? day : null,
    visit,
  })
  const series = await seriesData(reader, compiled, filled)
  const problems = checks.filter(({outcome}) => outcome === 'blocks').length
  const [choices] = bulletOf(screen, choicesBullet)
  const chosen = choices ? cell([choices.field]) : null
  return {
    label: forms.summary,
    hint: forms.summaryHint,
    amount: span && days ? amountOf(span, cell, reader) : length === null ? null : lengthOf(length, forms, reader),
    chosen: chosen && chosen.text !== '' ? {text: chosen.text, ...(chosen.mark ? {mark: chosen.mark} : {})} : null,
    dates:
      span && days
        ? datesText(span, days, {cell, filled, reader})
        : span && length !== null
          ? cell([span.name]).text
          : null,
    back: people && span && days && period ? backText(span, days, {cell, period, filled, reader, context}) : null,
    figures: (reversedSpans(entity, filled).length > 0 ? [] : bulletOf(screen, figuresBullet))
      .flatMap(figure => figureData(figure, cell, {context, entity, moment: reader.moment}))
      .map((figure): SummaryFigure => {
        const {label, text, after, of} = figure
        return {
          ...figure,
          sentence: after === null || after === text ? forms.figure(label, text, of) : leavesText(figure, after, forms),
        }
      }),
    ...(day ? {day} : {}),
    ...(series ? {series} : {}),
    others:
      strip && days && period
        ? othersData(reader, period, {days, note: strip.strip.same ? cell(strip.strip.same).text : '', people, context})
        : null,
    checksLabel: approvals.checks,
    checks: [...checks, ...limitCheck(reader, compiled, {cell, days, period})],
    nextLabel: forms.whatNext,
    // Nothing follows from what is refused.
    next: problems > 0 ? [] : await stepsAfter(reader, {entity, action, filled, context}),
    blocked: problems > 0 ? forms.problemsFirst(problems) : null,
    check: saves.new ? forms.check : '',
  }
}

/** Of an action on a new record; an edit changes the state only by what follows the change. */
function stepsAfter(
  reader: ReadContext,
  {action, ...request}: {action: string | undefined; entity: Entity; filled: FilledRecord; context: RecordContext},
): Promise<NextStep[]> {
  if (action !== undefined) return nextSteps(reader, {...request, action})
  return request.filled.before === null ? Promise.resolve([]) : stepsOfChange(reader, request)
}

/** Three weeks cover public holidays and weekends until a person is back. */
const ahead = 21

function daysIn({from, to}: Span, cell: (path: Path) => Cell): Days | null {
  const [first, last] = [from, to].map(name => readDay(textIn(cell([name]))))
  return typeof first === 'number' && typeof last === 'number' && last >= first ? {first, last} : null
}

/** The minutes between both times; null for days. */
function minutesIn({from, to}: Span, cell: (path: Path) => Cell): number | null {
  const [begin = Number.NaN, end = Number.NaN] = [from, to].map(name => {
    const text = textIn(cell([name])) ?? ''
    return text.includes('T') ? Date.parse(text) : Number.NaN
  })
  return end > begin ? Math.round((end - begin) / 60_000) : null
}

/** `1.5 hours`, `45 minutes`. */
function lengthOf(
  minutes: number,
  words: RecordContext['words']['forms'],
  {moment}: ReadContext,
): SummaryData['amount'] {
  const written = (count: number) => new Intl.NumberFormat(moment.language, {maximumFractionDigits: 2}).format(count)
  const hours = minutes / 60
  return minutes < 60 ? words.minutes(minutes, written(minutes)) : words.hours(hours, written(hours))
}

/** The remaining amount; if it is negative, the missing amount. */
function leavesText(
  {label, text: before, note}: Pick<SummaryFigure, 'label' | 'text' | 'note'>,
  after: string,
  words: RecordContext['words']['forms'],
): string {
  const missing = /^[-−](.+)$/.exec(after)?.[1]
  return missing === undefined
    ? note === undefined
      ? words.leaves(label, after, before)
      : words.figure(label, after, null)
    : words.exceeds(label, missing, /^(?:[-−]|0$)/.test(before) ? null : before)
}

const textIn = ({value}: Cell): string | null => (typeof value === 'string' ? value : null)

function isOfPeople({per}: CompiledStrip, {display}: RecordContext, entity: string): boolean {
  return display.field(entity, per)?.display === 'person' || entity === userEntity
}

function amountOf({count, hours}: Span, cell: (path: Path) => Cell, {moment}: ReadContext): SummaryData['amount'] {
  const numberOf = (name: string | null) => (name === null ? null : numberIn(cell([name])))
  const [days, inHours] = [numberOf(count), numberOf(hours)]
  if (days === null && inHours === null) return null
  const text = inHours === null ? showDayCount(days ?? 0, moment.language) : showHourCount(inHours, moment.language)
  const [number = '', ...unit] = text.split(/\s/)
  return {number, unit: unit.join(' ')}
}

interface DatesContext {
  readonly cell: (path: Path) => Cell
  readonly filled: FilledRecord
  readonly reader: ReadContext
}

/** With weekdays, which help to choose, and the year if it is another one; half days as everywhere else. */
function datesText(span: Span, days: Days, {cell, filled, reader}: DatesContext): string {
  const hasHalf = span.halfDays?.some(name => filled.record.get(name) === true) === true
  if (hasHalf || days.first === days.last) return cell([span.name]).text
  const isThisYear = yearOf(days.last) === yearOf(todayIn(reader))
  const options = {weekday: 'short', day: 'numeric', month: 'short'} as const
  return daysText(days, reader.moment.language, isThisYear ? options : {...options, year: 'numeric'})
}

const yearOf = (day: number): string => isoOf(day).slice(0, 4)

interface BackContext extends DatesContext {
  readonly period: SamePeriod
  readonly context: RecordContext
}

/** Null for a few hours: people are back on the same day. */
function backText(span: Span, days: Days, {cell, period, filled, reader, context}: BackContext): string | null {
  const {forms} = context.words
  const written = (day: number) =>
    dayText(day, reader.moment.language, {weekday: 'short', day: 'numeric', month: 'short'})
  if (span.halfDays && filled.record.get(span.halfDays[1]) === true) return forms.backAtNoon(written(days.last))
  const isHalf = span.halfDays !== null && filled.record.get(span.halfDays[0]) === true
  const count = span.count === null ? null : numberIn(cell([span.count]))
  if (!isHalf && days.first === days.last && count !== null && count > 0 && count < 1) return null
  const [next] = workingDays({first: days.last + 1, last: days.last + ahead}, reader, period)
  return next === undefined ? null : forms.back(written(next))
}

interface FormOfDates extends Pick<CompiledSummary, 'screen' | 'context'> {
  readonly summary: Pick<CompiledSummary, 'strip' | 'paths'> | null
}

export async function formCalendar(
  reader: ReadContext,
  {screen, context, summary}: FormOfDates,
  {span, filled, around, lookup, visit, changed}: CalendarRequest,
): Promise<PeriodCalendarData> {
  const cells = filled && summary ? await cellsAt(reader, filled, {paths: summary.paths}) : null
  const cell = (path: Path): Cell => cells?.get(path.join('.')) ?? emptyCell
  const days = monthsFrom(around)
  const strip = cells && summary ? summary.strip : null
  const period = await samePeriod(reader, {screen, strip, cell, days, visit, context})
  const others = period.records.filter(({id}) => id !== changed)
  const people =
    summary !== null && summary.strip !== null && 'entity' in screen.shows
      ? isOfPeople(summary.strip, context, screen.shows.entity)
      : false
  const limit = strip?.strip.limit ? numberIn(cell(strip.paths.limit)) : null
  return calendarData(reader, {...period, records: others}, {span, days, lookup, context, screen, people, limit})
}

/**
 * Closed days block, unless every rule about them applies to other records: reporting sickness is possible on any day.
 */
export async function blocksDays(
  screen: Screen,
  {rules, filled}: {readonly rules: CompiledSummary['rules']; readonly filled: FilledRecord},
): Promise<boolean> {
  if (bulletOf(screen, closedDays) === null) return false
  const closing = rules.filter(({closes}) => closes)
  const all = closing.filter(({blocks}) => blocks).map(({rule}) => rule)
  // The rules about them are those of other actions.
  if (closing.length > 0 && all.length === 0) return false
  if (all.length === 0 || all.some(({when}) => !isFilledFor(filled, when?.core))) return true
  const outcomes = await filled.rules.outcomes(all)
  return outcomes.some(outcome => outcome !== null)
}

// The individual dates of a series.

const mostDates = 40

/** Null until everything they depend on is filled in. */
async function seriesData(
  reader: ReadContext,
  {screen, entity, context}: CompiledSummary,
  filled: FilledRecord,
): Promise<SeriesData | null> {
  const dates = bulletOf(screen, datesBullet)
  const all = dates && (await daysOfList(reader, {entity, name: dates.all, filled}))
  if (!dates || !all) return null
  const busy = dates.taken === null ? [] : ((await daysOfList(reader, {entity, name: dates.taken, filled})) ?? [])
  const taken = new Set(busy)
  const labelOf = (name: string | null) => (name === null ? '' : (entity.fields.get(name)?.label ?? ''))
  const said = dates.says === null ? null : await cellsAt(reader, filled, {paths: [[dates.says]]})
  const mark = said?.get(dates.says ?? '')?.text || labelOf(dates.taken)
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
  }
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

// Checks.

interface CheckContext {
  readonly visit: Visit
  readonly filled: FilledRecord
  /** The days off on which no suggestion begins or ends. */
  readonly daysOff: () => Promise<SamePeriod['off']>
  /** For a strip with times. */
  readonly day: DayStripData | null
}

async function checksData(
  reader: ReadContext,
  {screen, entity, context, span, rules}: CompiledSummary,
  {filled, daysOff, day, visit}: CheckContext,
): Promise<SummaryCheck[]> {
  const {approvals} = context.words
  const known = rules.filter(({rule}) => isFilledForRule(filled, rule))
  const all = known.map(({rule}) => rule)
  const outcomes = await filled.rules.outcomes(all)
  const broken = known.filter((_, index) => outcomes[index] === 'broken')
  const messages = await filled.rules.messages(broken.map(({rule}) => rule))
  const blocking = known.filter(({blocks}) => blocks)
  const now = new Map(blocking.map(each => [each.rule, outcomes[known.indexOf(each)] ?? null]))
  const refusing = rules.filter(({blocks}) => blocks).map(({rule}) => rule)
  const isBlocked = broken.some(({blocks}) => blocks)
  const off = span && !day && isBlocked ? await daysOff() : new Map<number, string>()
  const request = {entity, filled, rules: blocking.map(each => each.rule), outcomes: now, context}
  const fixes = !(span && isBlocked)
    ? null
    : day
      ? fixesOfTime(reader, {...request, rules: refusing, span, day})
      : fixesOfDates(reader, {...request, span, off})
  const checks: SummaryCheck[] = []
  for (const [index, {rule, blocks}] of broken.entries()) {
    const text = messages[index] || rule.name
    const fix = (blocks && (await fixes?.of(rule))) || null
    const outcome = blocks ? 'blocks' : 'warns'
    const named = bulletOf(screen, insteadBullet)
    const sort = bulletOf(screen, insteadSort)
    const instead = blocks ? await insteadOf(reader, rule, {...request, rules: refusing, named, sort, visit}) : []
    const isNew = fix && !checks.some(check => check.fix?.label === fix.label)
    checks.push({
      text,
      outcome,
      sign: approvals[outcome],
      fix: isNew ? fix : null,
      ...(instead.length > 0 ? {instead} : {}),
    })
  }
  const held = known.filter(({ticked}, index) => ticked && outcomes[index] === 'holds').map(({rule}) => rule)
  const notes = await filled.rules.notes(held)
  const ticks = held.map((rule, index): SummaryCheck => {
    const note = notes[index] ?? ''
    return {
      text: capitalised(rule.name),
      outcome: 'holds',
      sign: approvals.holds,
      fix: null,
      ...(note === '' ? {} : {note}),
    }
  })
  // Several rules may share a name, and a rule of several actions is checked for each: what blocks is not a note as well.
  const blocked = new Set(checks.filter(check => check.outcome === 'blocks').map(({text}) => text))
  const shown = [...checks, ...ticks].filter(check => check.outcome !== 'warns' || !blocked.has(check.text))
  return [...new Map(shown.map(check => [`${check.outcome} ${check.text}`, check])).values()]
}

interface LimitContext {
  readonly cell: (path: Path) => Cell
  readonly days: Days | null
  readonly period: SamePeriod | null
}

/** The number of records on the fullest day, including this one, and the limit. */
function limitCheck(
  reader: ReadContext,
  {strip, entity, context}: CompiledSummary,
  {cell, days, period}: LimitContext,
): SummaryCheck[] {
  const limit = strip?.strip.limit ? numberIn(cell(strip.paths.limit)) : null
  const most = days && period && mostAtOnce(period, workingDays(days, reader, period))
  if (!strip || limit === null || !most) return []
  const {forms, approvals} = context.words
  const isOwn = period.otherPerson === null && isOfPeople(strip, context, entity.name)
  const text = (isOwn ? forms : approvals).atOnce(
    most.count,
    daysText(most.days, reader.moment.language, {day: 'numeric', month: 'short'}),
    {
      open: most.open,
      limit,
      kind: inSentence(entity.label, reader.moment.language),
      as: presentAs(context.screens, entity.name),
    },
  )
  const outcome = most.count >= limit ? 'warns' : 'holds'
  return [{text, outcome, sign: approvals[outcome], fix: null}]
}
