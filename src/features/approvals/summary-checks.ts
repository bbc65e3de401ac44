/** The rules and limits of a summary: whether they hold, and what would satisfy them. */

import {type Days, daysText} from '../../engine/display/dates.ts'
import {presentAs} from '../../engine/display/record-names.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Visit} from '../../engine/reply.ts'
import {capitalised, inSentence} from '../../points/entities/names.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {DayStripData, SummaryCheck} from '../forms/panel-data.ts'
import {type FilledRecord, isFilledFor, isFilledForRule} from '../forms/preview.ts'
import {closedDays} from '../planning/bullets.ts'
import {busiestDay, type SamePeriod, workingDays} from '../planning/same-period.ts'
import {numberIn} from '../planning/strip.ts'
import {type CompiledSummary, isOfPeople} from './compiled-summary.ts'
import {instead as insteadBullet, insteadSort} from './form-bullets.ts'
import {daysOfSeries} from './series.ts'
import {fixesOfDates, fixesOfTime, insteadOf} from './suggested-fixes.ts'

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

// Checks.

interface CheckContext {
  readonly visit: Visit
  readonly filled: FilledRecord
  /** The days off on which no suggestion begins or ends. */
  readonly daysOff: () => Promise<SamePeriod['off']>
  /** For a strip with times. */
  readonly day: DayStripData | null
}

export async function checksData(
  reader: ReadContext,
  compiled: CompiledSummary,
  {filled, daysOff, day, visit}: CheckContext,
): Promise<SummaryCheck[]> {
  const {screen, entity, context, span, rules} = compiled
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
  const days = span && isBlocked ? await daysOfSeries(reader, compiled, filled) : null
  const request = {entity, filled, rules: blocking.map(each => each.rule), outcomes: now, context}
  const fixes = !(span && isBlocked)
    ? null
    : day
      ? fixesOfTime(reader, {...request, rules: refusing, span, day})
      : fixesOfDates(reader, {...request, span, off, days: days && new Set(days)})
  const checks: SummaryCheck[] = []
  for (const [index, {rule, blocks}] of broken.entries()) {
    const text = messages[index] || rule.name
    const found = (blocks && (await fixes?.of(rule))) || []
    const outcome = blocks ? 'blocks' : 'warns'
    const named = bulletOf(screen, insteadBullet)
    const sort = bulletOf(screen, insteadSort)
    const instead = blocks ? await insteadOf(reader, rule, {...request, rules: refusing, named, sort, visit}) : []
    const offered = new Set(checks.flatMap(check => check.fixes.map(({label}) => label)))
    checks.push({
      text,
      outcome,
      sign: approvals[outcome],
      fixes: [...found.filter(({label}) => !offered.has(label)), ...instead],
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
      fixes: [],
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
export function limitCheck(
  reader: ReadContext,
  {strip, entity, context}: CompiledSummary,
  {cell, days, period}: LimitContext,
): SummaryCheck[] {
  const limit = strip?.strip.limit ? numberIn(cell(strip.paths.limit)) : null
  const most = days && period && busiestDay(period, workingDays(days, reader, period))
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
  return [{text, outcome, sign: approvals[outcome], fixes: []}]
}
