/** What is beside the form of an existing record: its summary, and the calendar of its period. */

import {declaredScreens} from '../../engine/base/screens-that.ts'
import {emptyCell} from '../../engine/query/cells.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {PeriodCalendarData} from '../forms/data.ts'
import {partListsOf} from '../forms/line-items.ts'
import {
  asksForPeriod,
  type CalendarRequest,
  type FormPanel,
  type FormSummary,
  type SummaryOfForm,
} from '../forms/preview.ts'
import {calendarData, monthsFrom, samePeriod} from '../planning/same-period.ts'
import {numberIn} from '../planning/strip.ts'
import {type CompiledSummary, compileSummary, isOfPeople, type SummaryOf} from './compiled-summary.ts'
import {summaryData} from './summary.ts'
import {blocksDays} from './summary-checks.ts'

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

interface FormOfDates extends Pick<CompiledSummary, 'screen' | 'context'> {
  readonly summary: Pick<CompiledSummary, 'strip' | 'records'> | null
}

export async function formCalendar(
  reader: ReadContext,
  {screen, context, summary}: FormOfDates,
  {span, filled, around, lookup, visit, changed}: CalendarRequest,
): Promise<PeriodCalendarData> {
  const read = filled && summary ? await summary.records.unwritten(reader, filled) : null
  const cell = (path: Path): Cell => read?.at(path) ?? emptyCell
  const days = monthsFrom(around)
  const strip = read && summary ? summary.strip : null
  const period = await samePeriod(reader, {screen, strip, cell, days, visit, context})
  const others = period.records.filter(({id}) => id !== changed)
  const people =
    summary !== null && summary.strip !== null && 'entity' in screen.shows
      ? isOfPeople(summary.strip, context, screen.shows.entity)
      : false
  const limit = strip?.strip.limit ? numberIn(cell(strip.paths.limit)) : null
  return calendarData(reader, {...period, records: others}, {span, days, lookup, context, screen, people, limit})
}
