/**
 * The summary next to a form: the record as it would be, with the facts that the document selects. Amount and dates,
 * figures before and after, other entries on these days, rules with their outcome and fixes, and the next steps.
 */

import {longestPeriod} from '../../engine/display/dates.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Visit} from '../../engine/reply.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {NextStep, SummaryData, SummaryFigure} from '../forms/panel-data.ts'
import {type FilledRecord, reversedSpans} from '../forms/preview.ts'
import {dayStripData} from '../planning/day-strip.ts'
import {markedDaysOf, othersData, samePeriod} from '../planning/same-period.ts'
import {nextSteps, stepsOfChange} from '../records/approval-preview.ts'
import {figures as figuresBullet} from './bullets.ts'
import {type CompiledSummary, isOfPeople} from './compiled-summary.ts'
import {figureData} from './decision-figures.ts'
import {choices as choicesBullet} from './form-bullets.ts'
import {seriesData} from './series.ts'
import {daysOfFixes} from './suggested-fixes.ts'
import {checksData, limitCheck} from './summary-checks.ts'
import {ahead, amountOf, backText, datesText, daysIn, lengthOf, minutesIn} from './summary-dates.ts'

export async function summaryData(
  reader: ReadContext,
  compiled: CompiledSummary,
  {filled, visit}: {readonly filled: FilledRecord; readonly visit: Visit},
): Promise<SummaryData> {
  const {screen, saves, entity, context, span, strip} = compiled
  const {forms, approvals} = context.words
  const {at: cell} = await compiled.records.unwritten(reader, filled)
  const days = span && daysIn(span, cell)
  const place = {screen, strip, cell, visit, context}
  const isLong = days !== null && days.last - days.first > longestPeriod
  const period = days && !isLong ? await samePeriod(reader, {...place, days: {...days, last: days.last + ahead}}) : null
  const daysOff = async () => (days ? (await markedDaysOf(reader, {...place, days: daysOfFixes(days)})).off : new Map())
  const length = span && days === null ? minutesIn(span, cell) : null
  const people = strip !== null && isOfPeople(strip, context, entity.name)
  const [action] = saves.new ? saves.actions : []
  const day = strip?.fields.timed ? await dayStripData(reader, {strip, entity, id: filled.id, cell, context}) : null
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
