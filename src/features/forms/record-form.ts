/**
 * A form about a record: for a new one, for changing one, or with the inputs of an action. What follows from its content
 * is said before it is sent: computed values, broken rules, and the panel that other features show beside it.
 */

import {atOnce} from '../../engine/base/at-once.ts'
import {readDay, todayIn} from '../../engine/display/dates.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import type {Form, Visit} from '../../engine/reply.ts'
import type {Input} from '../../engine/transaction/change.ts'
import type {Entity, Field, Span} from '../../points/entities/model.ts'
import type {Rule} from '../../points/rules/model.ts'
import type {Screen} from '../../points/screens/model.ts'
import type {FormFieldData, FormScreenData, HintsData} from './data.ts'
import type {FormTexts} from './fields.ts'
import {formInputs, longestValue} from './form-input.ts'
import {lookupAt} from './form-page.ts'
import type {PeriodCalendarData} from './panel-data.ts'
import {daysKey} from './periods.ts'
import {type FilledRecord, filledRecord, type Hinted, hintsFor, hintsOf, noHints} from './preview.ts'

/** What is shown beside a form, compiled from the document. The kinds with forms pass it in. */
export interface FormPanel {
  /** The screen of the document that describes it. */
  readonly screen: Screen
  /** Evaluated together with those of the form. */
  readonly rules: readonly Rule[]
  /** It shows computed values itself. */
  readonly showsFacts: boolean
  /** What follows from the record as it would be; null if the document asks for nothing. */
  readonly hints: ((reader: ReadContext, request: PanelRequest) => Promise<Partial<HintsData>>) | null
  readonly calendar: (reader: ReadContext, request: CalendarRequest) => Promise<PeriodCalendarData>
  /** The field that says whose days the calendar shows. */
  readonly daysOf: string | null
}

export interface PanelRequest {
  readonly form: RecordForm
  readonly filled: FilledRecord
  /** With the options offered. */
  readonly fields: readonly FormFieldData[]
}

/** The months around a day, in which the dates of a record are chosen. */
export interface CalendarRequest {
  readonly span: Span
  /** The record as it would be; null if the person may not write it. */
  readonly fill: () => Promise<FilledRecord | null>
  readonly around: number
  /** The address for other months. */
  readonly lookup: string
  readonly visit: Visit
  /** The record whose dates are changed: they are the current selection. */
  readonly changed?: string
}

export interface RecordForm extends Hinted {
  readonly visit: Visit
  /** The dates that are filled in as one period. */
  readonly span: Span | null
  readonly panel: FormPanel
}

/** The content of a form when it is opened, or shown again. */
export interface FormContent {
  readonly texts: FormTexts
  readonly inputs: ReadonlyMap<string, Input>
  /** As they are shown, with the options offered. */
  readonly fields: readonly FormFieldData[]
  /** The address of the form. */
  readonly address: string
}

/** What is said about the content of a form: beside its fields, and in the calendar of its dates. */
export async function besideFields(
  reader: ReadContext,
  form: RecordForm,
  {texts, inputs, fields, address}: FormContent,
): Promise<Pick<FormScreenData, 'hints' | 'calendar'>> {
  const plain = hintsOf(reader, form)
  const {hints} = form.panel
  const fill = filledOnce(reader, form, inputs)
  const hinted = async () => {
    const filled = hints && (await fill(inputs))
    return hints && filled && hints(reader, {form, filled, fields})
  }
  const [begins = ''] = (form.span && texts.get(form.span.from)) ?? []
  const months = {around: readDay(begins) ?? todayIn(reader), textOf: textIn(texts), address}
  const [beside, calendar] = await atOnce([
    hinted(),
    lookupAt(form.visit).sought === null ? calendarOf(reader, form, {...months, fill}) : {},
  ])
  return {hints: beside ? {...(plain ?? noHints), ...beside} : plain, ...calendar}
}

type FillRecord = (inputs: ReadonlyMap<string, Input>) => Promise<FilledRecord | null>

/** The calendar of a new form has the same content as the form itself, and then reads the same record. */
function filledOnce(reader: ReadContext, form: RecordForm, inputs: ReadonlyMap<string, Input>): FillRecord {
  let filled: ReturnType<FillRecord> | null = null
  const text = JSON.stringify([...inputs])
  return given => {
    if (JSON.stringify([...given]) !== text) return filledRecord(reader, form, given)
    filled ??= filledRecord(reader, form, inputs)
    return filled
  }
}

/** The same for what is being typed, with the rules that it breaks. `fields`: those whose options are noted. */
export async function previewHints(
  reader: ReadContext,
  form: RecordForm,
  {sent, fields = async () => []}: {readonly sent: Form; readonly fields?: () => Promise<readonly FormFieldData[]>},
): Promise<HintsData> {
  const filled = await filledRecord(reader, form, formInputs(sent))
  if (!filled) return noHints
  const {rules, showsFacts, hints} = form.panel
  const plain = await hintsFor(reader, form, filled, {rules, facts: !showsFacts})
  return hints ? {...plain, ...(await hints(reader, {form, filled, fields: await fields()}))} : plain
}

// The calendar in which the dates of the record are chosen.

/** The months that the address asks for; null if it asks for the form. */
export async function monthsAsked(
  reader: ReadContext,
  form: RecordForm,
  address: string,
): Promise<Pick<FormScreenData, 'calendar'> | null> {
  const {query} = form.visit
  const around = readDay(query.get(daysKey))
  if (around === null || !form.span) return null
  const textOf = (name: string) => query.get(name)?.slice(0, longestValue) ?? ''
  const fill: FillRecord = inputs => filledRecord(reader, form, inputs)
  return calendarOf(reader, form, {around, textOf, address, fill})
}

interface Months {
  readonly around: number
  /** The content of a field. */
  readonly textOf: (field: string) => string
  readonly address: string
}

async function calendarOf(
  reader: ReadContext,
  form: RecordForm,
  {around, textOf, address, fill}: Months & {readonly fill: FillRecord},
): Promise<Pick<FormScreenData, 'calendar'>> {
  const {span, panel, id, visit} = form
  if (!span) return {}
  const days = daysField(form)
  const text = days ? textOf(days.name) : ''
  const inputs = new Map<string, Input>(days && text !== '' ? [[days.name, {form: [text]}]] : [])
  const request = {
    span,
    fill: () => fill(inputs),
    around,
    lookup: daysAddress(address, days, text),
    visit,
    ...(id === null ? {} : {changed: id}),
  }
  return {calendar: await panel.calendar(reader, request)}
}

/** The field that says whose days the calendar shows, such as the person of an absence; null if the form has none. */
const daysField = ({panel, fields}: RecordForm): Field | null => fields.find(({name}) => name === panel.daysOf) ?? null

const daysAddress = (address: string, field: Field | null, text: string): string =>
  field && text !== '' ? `${address}?${new URLSearchParams([[field.name, text]])}` : address

/** The address of the days of the record as it would be. */
export function daysAddressOf(
  form: RecordForm,
  {record, entity}: {readonly record: FilledRecord['record']; readonly entity: Entity},
): string {
  const field = daysField(form)
  const value = field ? (record.get(field.name) ?? null) : null
  const json = value === null ? null : entity.fields.get(field?.name ?? '')?.type.toJson(value)
  return daysAddress(form.visit.path, field, typeof json === 'string' ? json : '')
}

const textIn =
  (texts: FormTexts) =>
  (name: string): string =>
    texts.get(name)?.at(-1) ?? ''
