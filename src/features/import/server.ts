/** Imports records from a CSV file: validates the file first, then imports all of its rows or none. */

import type {Actor} from '../../engine/base/actor.ts'
import {atOnce} from '../../engine/base/at-once.ts'
import {csvLine} from '../../engine/csv/csv-format.ts'
import {existingChoices} from '../../engine/csv/existing-records.ts'
import {type ImportCounts, type ImportReport, importCsv} from '../../engine/csv/import.ts'
import {templateCsv} from '../../engine/csv/import-rows.ts'
import {entityNouns} from '../../engine/display/record-names.ts'
import type {Engine} from '../../engine/engine.ts'
import {repeatable} from '../../engine/idempotency.ts'
import type {OptionData} from '../../engine/page/common.ts'
import {type Form, Refused, type Reply, textsIn, type Visit} from '../../engine/reply.ts'
import type {Input} from '../../engine/transaction/change.ts'
import {earlierValues} from '../../engine/transaction/history-text.ts'
import {entityReferredTo, isFile} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {choiceLabel} from '../../points/entities/values/choices.ts'
import {dateFormat, dictionaryOrder} from '../../points/entities/values/formats.ts'
import {joinableRoles} from '../../points/roles/run.ts'
import {bulletOf} from '../../points/screens/bullets/bullet.ts'
import type {PublicHolidays} from '../../points/screens/bullets/starting-records.ts'
import {publicHolidays, starter} from '../../points/screens/bullets/starting-records.ts'
import type {ListPlace} from '../collections/list-data.ts'
import type {FormFieldData} from '../forms/data.ts'
import {editableFields, recordOptions} from '../forms/fields.ts'
import {
  holidayCountries,
  holidayYears,
  type PublicHoliday,
  publicHolidaysOf,
} from '../planning/holidays/public-holidays.ts'
import {
  existingField,
  type ImportData,
  type ImportHolidays,
  inviteField,
  roleField,
  rowField,
  rowsField,
} from './data.ts'

/*
 * Adds records without a file: the public holidays of a country, or the starter records of a list. They become rows
 * of a file, which the import validates and writes.
 */

/** Names of the controls. */
const [country, year, per] = ['_country', '_year', '_per']

/** Null for a list that offers none. */
async function holidaysOf(
  {named, entity, context}: ListPlace,
  visit: Visit,
  form: Form | null,
): Promise<ImportHolidays | null> {
  const {words, engine, specification} = context
  const starting = bulletOf(named.screen, starter)
  if (starting) {
    const {intro, check} = words.imports.starter
    return {heading: starting.label, intro, button: check, fields: []}
  }
  const asked = bulletOf(named.screen, publicHolidays)
  if (!asked) return null
  const {holidays} = words.imports
  const chosen = (name: string) => form?.text(name) ?? visit.query.get(name) ?? ''
  const {local} = engine.moment()
  const years = holidayYears.filter(each => each >= local.date.year)
  // People plan ahead, and nobody wants to remember this every year.
  const periods = [years.slice(0, 3), years].filter(each => each.length > 1).map(periodOf)
  const offered = [...new Set([...periods, ...years.map(String)])]
  const field = asked.per === null ? undefined : entity.fields.get(asked.per)
  const records = field
    ? await engine.read(visit.actor, reader =>
        recordOptions(reader, {entity: entityReferredTo(field) ?? '', offers: field.offers}),
      )
    : []
  const {LANGUAGE} = specification.limits.settings
  return {
    heading: words.imports.addHolidays,
    intro: holidays.intro,
    button: holidays.check,
    fields: [
      choiceField(country, holidays.country, {value: chosen(country), options: countryOptions(LANGUAGE)}),
      choiceField(year, holidays.year, {
        value: chosen(year) || (offered[0] ?? ''),
        options: offered.map(each => ({value: each, label: each.replace('-', '–')})),
      }),
      ...(field ? [choiceField(per, field.label, {value: chosen(per), options: records})] : []),
    ],
  }
}

interface Choice {
  readonly value: string
  readonly options: readonly OptionData[]
}

/** One is always chosen; until then, there is no choice. */
function choiceField(name: string, label: string, {value, options}: Choice): FormFieldData {
  const none = value === '' ? '–' : null
  const plain = {help: '', required: true, attributes: {}} as const
  return {...plain, name, label, control: 'choice', options, values: [value], none}
}

/** The countries by name, each with its regions. */
function countryOptions(language: string): OptionData[] {
  const called = new Intl.DisplayNames(language, {type: 'region'})
  const compare = dictionaryOrder(language)
  const countries = holidayCountries(language).map(({code, regions}) => {
    const label = called.of(code) ?? code
    const country = {value: code, label}
    if (regions.length === 0) return {label, options: [country]}
    const options = [country, ...regions.map(each => ({value: each.code, label: each.name}))]
    return {label, options: options.map(option => ({...option, group: label}))}
  })
  return countries.toSorted((a, b) => compare(a.label, b.label)).flatMap(({options}) => options)
}

/** `2026-2028` */
const periodOf = (years: readonly number[]): string => `${years[0]}-${years.at(-1)}`

/** The years of a single one or a period, as far as they are known. */
function yearsIn(text: string): readonly number[] {
  const [first = NaN, last = first] = text.split('-').map(Number)
  return holidayYears.filter(each => each >= first && each <= last)
}

interface ChosenHolidays {
  /** As rows of a CSV file. */
  readonly rows: readonly string[]
  readonly preview: readonly string[]
}

/** The first row is the header. */
function chosenHolidays({named, context}: ListPlace, form: Form): ChosenHolidays | null {
  const starting = bulletOf(named.screen, starter)
  if (starting) {
    const {fields, rows} = starting
    return {rows: [fields, ...rows].map(row => csvLine(row)), preview: rows.map(([first = '']) => first)}
  }
  const asked = bulletOf(named.screen, publicHolidays)
  const {LANGUAGE} = context.specification.limits.settings
  const days = yearsIn(form.text(year) ?? '').flatMap(each =>
    publicHolidaysOf(form.text(country) ?? '', each, LANGUAGE),
  )
  if (!asked || days.length === 0) return null
  const date = dateFormat(LANGUAGE, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const cells = cellsOf(asked, form.text(per) ?? '')
  return {
    rows: [csvLine(cells.header), ...days.map(each => csvLine(cells.row(each)))],
    preview: days.map(({day, name}) => `${date.format(new Date(day))}: ${name}`),
  }
}

function cellsOf({day, name, per: field}: PublicHolidays, record: string) {
  const more = (cell: string) => (field === null ? [] : [cell])
  return {
    header: [day, name, ...more(field ?? '')],
    row: (holiday: PublicHoliday) => [holiday.day, holiday.name, ...more(record)],
  }
}

/** An import blocks other writes, so its size is limited; the command line has no such limit. */
const mostRows = 5000
/** A validated file is included in the page, so that it need not be chosen again. */
const longestText = 500_000

type Report = (NonNullable<ImportData['report']> & Pick<ImportReport, 'first'>) | null

/** The query parameter that requests the template. */
const templateKey = 'template'

interface CheckedFile {
  readonly report: Report
  readonly text: string
  readonly form: Form
  readonly preview?: readonly string[]
  readonly problem?: ImportData['problem']
}

declare module '../../engine/reply.ts' {
  interface PageAdditions {
    readonly toImport?: (data: ImportData) => ImportData
  }
}

/** The page, or the template file. */
export async function importPage(place: ListPlace, visit: Visit, sent: CheckedFile | null): Promise<Reply> {
  const {named, entity, context} = place
  const may = context.engine.abilities(visit.actor, entity.name)
  if (!may.ever('create')) throw new Refused('FORBIDDEN')
  const fields = editableFields(entity).filter(field => may.ever('create', field.name) && !isFile(field))
  if (visit.query.has(templateKey)) return template(place, visit, fields)
  const called = entityNouns(context.specification, entity.name)
  const holidays = await holidaysOf(place, visit, sent?.form ?? null)
  const own: ImportData = {
    heading: holidays?.heading ?? context.words.imports.heading(called.several),
    ...(holidays ? {holidays} : {}),
    ...(sent?.preview ? {preview: sent.preview} : {}),
    ...(sent?.problem ? {problem: sent.problem} : {}),
    back: {label: named.name, href: visit.path},
    fields: fields.map(field => ({
      name: field.name,
      label: field.label,
      help: field.meaning,
      required: field.required && field.default === null,
    })),
    template: `${visit.path}?_import&${templateKey}`,
    ...(entity.name === userEntity ? {people: peopleFields(place, sent?.form ?? null)} : {}),
    report: sent?.report ? reportData(sent.report) : null,
    first: await firstRows(place, visit, sent?.preview ? null : (sent?.report ?? null)),
    existing: existingChoices.find(each => each === sent?.form.text(existingField)) ?? 'update',
    text: sent && sent.text.length <= longestText ? sent.text : '',
    entityName: called,
    maxRows: mostRows,
  }
  const data = visit.additions?.toImport?.(own) ?? own
  const status = sent && !sent.report?.ok ? 422 : 200
  return {kind: 'page', status, title: data.heading, screen: 'import', data}
}

const reportData = ({first, ...report}: NonNullable<Report>): ImportData['report'] => report

/** As people read values on the pages of the application; what is refused as the file says it. */
async function firstRows({entity, context}: ListPlace, {actor}: Visit, report: Report): Promise<ImportData['first']> {
  const {first = [], problems = []} = report ?? {}
  const columns = (first[0]?.cells ?? []).map(({field, header}) => entity.fields.get(field)?.label ?? header)
  const rows = await context.engine.read(actor, reader =>
    atOnce(
      first.map(async ({line, isExisting, cells}) => {
        const values = cells.flatMap(({field, value}) => (value === undefined ? [] : [[field, value] as const]))
        const texts = await earlierValues(reader, entity, Object.fromEntries(values))
        const refused = problems.filter(each => each.line === line).map(({message}) => message)
        return {
          line,
          isExisting,
          cells: cells.map(({field, text}) => texts.get(field)?.text ?? text),
          refused: [...new Set(refused)].join(' '),
        }
      }),
    ),
  )
  return {columns, rows}
}

async function template({named, context}: ListPlace, {actor}: Visit, fields: readonly Field[]): Promise<Reply> {
  const {words, engine} = context
  const text = await engine.read(actor, reader => templateCsv(reader, fields, words.imports.example))
  const bytes = new TextEncoder().encode(text)
  const name = `${words.imports.template(named.name)}.csv`
  return {
    kind: 'download',
    name,
    type: 'text/csv; charset=utf-8',
    size: bytes.length,
    bytes: new Blob([bytes]).stream(),
  }
}

/** The role of those without one in the file, by default the first that people can join with; and their invitation. */
function peopleFields({context}: ListPlace, form: Form | null): FormFieldData[] {
  const {words, specification} = context
  const {role, roleHelp, noRole, invite, inviteHelp} = words.imports
  const roles = joinableRoles(specification.roles)
  const options = roles.map(value => ({value, label: choiceLabel(specification.translation.text(value))}))
  const plain = {required: true, attributes: {}, options: null} as const
  const values = [form?.text(roleField) ?? roles[0] ?? '']
  return [
    {...plain, name: roleField, label: role, help: roleHelp, control: 'choice', options, none: noRole, values},
    {...plain, name: inviteField, label: invite, help: inviteHelp, control: 'yes/no', values: ['yes']},
  ]
}

/** Default values for fields missing in a row. */
function defaultsIn({entity, context}: ListPlace, form: Form): ReadonlyMap<string, Input> {
  const roles = joinableRoles(context.specification.roles)
  const role = form.text(roleField) ?? roles[0] ?? ''
  return entity.name === userEntity && roles.includes(role) ? new Map([['roles', {value: [role]}]]) : new Map()
}

export async function importSent(
  place: ListPlace,
  visit: Visit,
  {form, dryRun}: {form: Form; dryRun: boolean},
): Promise<Reply> {
  const {context, entity} = place
  const bytes = await fileIn(form)
  if (form.text(rowsField) !== null && textsIn(form.fields, rowField).length === 0) {
    const problem = {at: 'holidays', message: context.words.imports.chooseRows} as const
    return importPage(place, visit, {report: null, text: '', form, problem})
  }
  if (bytes === null) {
    const problem = {at: 'file', message: context.words.imports.chooseFirst} as const
    return importPage(place, visit, {report: null, text: '', form, problem})
  }
  const defaults = defaultsIn(place, form)
  const request = {entity: entity.name, open: () => oneByOne(bytes), most: mostRows, defaults}
  const chosen = existingChoices.find(each => each === form.text(existingField)) ?? null
  const {engine} = context
  const report = await oneAtATime(engine, visit.actor, async () => {
    const check = () => importCsv(engine, visit.actor, {...request, dryRun: true, existing: chosen ?? 'update'})
    if (dryRun) return check()
    const once = repeatable(visit, visit.path)
    const called = entityNouns(context.specification, entity.name)
    const text = ({added, existing}: ImportCounts) =>
      context.words.imports.done({added, existing, isUpdate: chosen !== 'skip', called})
    const told = visit.done ? {told: {text, done: visit.done}} : {}
    const done = await importCsv(engine, visit.actor, {...request, ...once, ...told, ...(chosen && {existing: chosen})})
    // The person chooses first whether existing records are updated or skipped.
    const asks = !done.ok && chosen === null && done.problems.some(({code}) => code === 'NOT_UNIQUE')
    return asks ? {...(await check()), asks} : done
  })
  if (report.ok && !dryRun && !('asks' in report)) return {kind: 'redirect', to: visit.path}
  const text = new TextDecoder().decode(bytes)
  return importPage(place, visit, {report, text, form})
}

/** The chosen holidays become a file that is validated; days that exist already are left out. */
export async function holidaysSent(place: ListPlace, visit: Visit, form: Form): Promise<Reply> {
  const {context, entity} = place
  const {engine, words} = context
  const chosen = chosenHolidays(place, form)
  const failed = (message: string): Promise<Reply> =>
    importPage(place, visit, {report: null, text: '', form, problem: {at: 'holidays', message}})
  if (!chosen) return failed(words.imports.holidays.choose)
  const check = (rows: readonly string[]) => {
    const bytes = new TextEncoder().encode(rows.join(''))
    const existing = 'skip' as const
    const request = {entity: entity.name, open: () => oneByOne(bytes), dryRun: true, most: mostRows, existing}
    return oneAtATime(engine, visit.actor, () => importCsv(engine, visit.actor, request))
  }
  const first = await check(chosen.rows)
  const there = new Set(first.existing.rows.map(({line}) => line))
  const rows = chosen.rows.filter((_, index) => !there.has(index + 1))
  const {holidays, starter: starting} = words.imports
  if (rows.length === 1) return failed(bulletOf(place.named.screen, starter) ? starting.allThere : holidays.allThere)
  const report = there.size === 0 ? first : await check(rows)
  const preview = chosen.preview.filter((_, index) => !there.has(index + 2))
  return importPage(place, visit, {report, text: rows.join(''), form, ...(report.ok ? {preview} : {})})
}

/** Visitors without an account share one slot. */
async function oneAtATime<T>({importing}: Engine, actor: Actor, work: () => Promise<T>): Promise<T> {
  const key = actor.kind === 'person' ? actor.id : actor.kind
  if (importing.has(key)) throw new Refused('IMPORT_RUNNING')
  importing.add(key)
  try {
    return await work()
  } finally {
    importing.delete(key)
  }
}

async function* oneByOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The uploaded file, or the one validated before. */
async function fileIn(form: Form): Promise<Uint8Array | null> {
  const file = form.fields.find(({name, value}) => name === 'file' && typeof value !== 'string')?.value
  if (file !== undefined && typeof file !== 'string' && file.size > 0) {
    const chunks: Uint8Array[] = []
    for await (const chunk of form.open(file)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }
  const text = tickedRows(form)
  return text === '' ? null : new TextEncoder().encode(text)
}

/** The header and the rows that are still ticked, one line each; everything if rows cannot be chosen. */
function tickedRows(form: Form): string {
  const text = form.text('csv') ?? ''
  if (form.text(rowsField) === null) return text
  const ticked = new Set(textsIn(form.fields, rowField))
  const [header = '', ...rows] = text.split(/\r?\n/)
  return [header, ...rows.filter((_, index) => ticked.has(String(index)))].join('\n')
}
