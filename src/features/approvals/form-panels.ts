/** What the document shows beside a form about a record: its summary, facts about options, and the calendar of its dates. */

import {atOnce} from '../../engine/base/at-once.ts'
import {declaredScreens} from '../../engine/base/screens-that.ts'
import {emptyCell} from '../../engine/query/cells.ts'
import type {Cell, Path} from '../../engine/query/list-query.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {RecordContext} from '../../engine/screen-context.ts'
import type {Entity} from '../../points/entities/model.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import {actions as actionsBullet} from '../../points/screens/bullets/shared.ts'
import type {Screen} from '../../points/screens/model.ts'
import {applies} from '../forms/bullets.ts'
import type {FormFieldData, HintsData} from '../forms/data.ts'
import {partListsOf} from '../forms/line-items.ts'
import type {PeriodCalendarData} from '../forms/panel-data.ts'
import {asksForPeriod, fieldsWithout, rulesOfForm} from '../forms/preview.ts'
import {type CalendarRequest, daysAddressOf, type FormPanel, type PanelRequest} from '../forms/record-form.ts'
import {calendarData, monthsFrom, samePeriod} from '../planning/same-period.ts'
import {numberIn} from '../planning/strip.ts'
import type {FormPanels} from '../records/compiled-record.ts'
import {notesOf, refusedOptions} from './choice-cards.ts'
import {type CompiledSummary, compileSummary, isOfPeople, type SummaryOf} from './compiled-summary.ts'
import {choices as choicesBullet} from './form-bullets.ts'
import {summaryData} from './summary.ts'
import {blocksDays} from './summary-checks.ts'

interface PanelOf extends Omit<SummaryOf, 'saves'> {
  readonly actions: readonly string[]
}

/** Beside the form for a new record. */
export function newFormPanel(screen: Screen, context: RecordContext, {actions, ...about}: PanelOf): FormPanel {
  const summary = compileSummary(screen, context, {...about, saves: {new: true, actions}})
  const [daysOf = null, ...more] = summary?.strip?.per ?? []
  const isNoted = bulletOf(screen, choicesBullet).length > 0 || bulletOf(screen, applies).length > 0
  return {
    ...panelOf(screen, context, summary),
    daysOf: more.length === 0 ? daysOf : null,
    hints:
      summary || isNoted
        ? async (reader, request) => {
            const [ofOptions, ofRecord] = await atOnce([
              optionHints(reader, screen, request),
              recordHints(reader, {screen, summary}, request),
            ])
            const daysAt = request.form.span ? {daysAt: daysAddressOf(request.form, request.filled)} : {}
            return {...ofOptions, ...ofRecord, ...daysAt}
          }
        : null,
  }
}

/** Only a calendar. */
export function plainPanels(screen: Screen, context: RecordContext): FormPanels {
  return {summaries: [], plain: panelOf(screen, context, null)}
}

/**
 * Beside the forms of an existing record. A form with its own address defines its summary; a record page uses those of
 * the forms for new records, each for people who may open that form.
 */
export function editPanels(screen: Screen, context: RecordContext, entity: Entity): FormPanels {
  const isForm = screen.kind.can.edit
  const parts = new Set(partListsOf(context.specification, entity, screen).map(({name}) => name))
  const forms = isForm ? [screen] : declaredScreens(context.screens, 'create', entity.name)
  const asking = isForm ? [] : actionsAskingForPeriod(context, entity)
  const summaries = forms.flatMap(form => {
    const panelFor = (actions: readonly string[]) => editPanel(form, context, {entity, actions, parts})
    const panel = panelFor(isForm ? bulletOf(screen, actionsBullet) : [])
    if (!panel) return []
    const ofActions = asking.flatMap(name => {
      const own = panelFor([name])
      return own ? [[name, own] as const] : []
    })
    return [{...panel, ofActions: new Map(ofActions)}]
  })
  return {...plainPanels(screen, context), summaries}
}

/** Null if the form of the document defines no summary. */
function editPanel(form: Screen, context: RecordContext, {actions, ...about}: PanelOf): FormPanel | null {
  const summary = compileSummary(form, context, {...about, saves: {new: false, actions}})
  return (
    summary && {
      ...panelOf(form, context, summary),
      hints: (reader, request) => recordHints(reader, {screen: form, summary}, request),
    }
  )
}

function panelOf(screen: Screen, context: RecordContext, summary: CompiledSummary | null): FormPanel {
  return {
    screen,
    rules: summary?.rules.map(({rule}) => rule) ?? [],
    showsFacts: summary !== null,
    hints: null,
    calendar: (reader, request) => formCalendar(reader, {screen, context, summary}, request),
    daysOf: null,
  }
}

function actionsAskingForPeriod({specification}: RecordContext, entity: Entity): string[] {
  const actions = [...(specification.actions.actions.get(entity.name)?.values() ?? [])]
  return actions.flatMap(({name, rows}) => (rows.some(({asks}) => asksForPeriod(entity, asks)) ? [name] : []))
}

/** The summary, and which fields and days the record as it would be allows. */
async function recordHints(
  reader: ReadContext,
  {screen, summary}: {readonly screen: Screen; readonly summary: CompiledSummary | null},
  {form: {visit, span}, filled}: PanelRequest,
): Promise<Partial<HintsData>> {
  const [data, without, blocked] = await atOnce([
    summary && summaryData(reader, summary, {filled, visit}),
    bulletOf(screen, applies).length > 0 ? fieldsWithout(reader, screen, filled) : null,
    span && blocksDays(screen, {rules: summary?.rules ?? [], filled}),
  ])
  return {
    // The summary covers computed fields.
    ...(data ? {facts: [], summary: data} : {}),
    ...(without ? {without} : {}),
    ...(blocked === null ? {} : {blocksDays: blocked}),
  }
}

/** A note for each option, and those with which the form would be refused. */
async function optionHints(
  reader: ReadContext,
  screen: Screen,
  {form, filled, fields}: PanelRequest,
): Promise<Pick<HintsData, 'notes' | 'refused'>> {
  const {entity, span} = form
  const rules = rulesOfForm(reader, form)
  const optionsOf = (name: string): FormFieldData['options'] => fields.find(each => each.name === name)?.options ?? null
  const found = await atOnce(
    bulletOf(screen, choicesBullet).flatMap(choices => {
      const options = optionsOf(choices.field)
      if (!options) return []
      const notes = notesOf(reader, {entity, choices, options, span, filled})
      const refused = refusedOptions(reader, rules, {entity, choices, options, filled})
      return [atOnce([choices.field, notes, refused])]
    }),
  )
  const refused = found.flatMap(([field, , values]) => (values.length > 0 ? [[field, values] as const] : []))
  return {
    ...(found.length > 0 ? {notes: Object.fromEntries(found.map(([field, notes]) => [field, notes]))} : {}),
    ...(refused.length > 0 ? {refused: Object.fromEntries(refused)} : {}),
  }
}

interface FormOfDates extends Pick<CompiledSummary, 'screen' | 'context'> {
  readonly summary: Pick<CompiledSummary, 'strip' | 'records'> | null
}

async function formCalendar(
  reader: ReadContext,
  {screen, context, summary}: FormOfDates,
  {span, fill, around, lookup, visit, changed}: CalendarRequest,
): Promise<PeriodCalendarData> {
  const filled = summary?.strip ? await fill() : null
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
