/**
 * Adding records without a file: the public holidays of a country, or the records that a list offers to begin with. They become the rows of a file, which an
 * import checks and takes.
 */
import type {ImportHolidays} from '../../../contract/import.ts'
import {targetOf} from '../../../points/entities/lookup.ts'
import {dateFormat} from '../../../points/entities/values/formats.ts'
import type {PublicHolidays} from '../../../points/screens/model.ts'
import {csvLine} from '../../csv/csv-format.ts'
import {holidayCountries, holidayYears, type PublicHoliday, publicHolidaysOf} from '../../holidays/public-holidays.ts'
import type {Form, Visit} from '../../reply.ts'
import {recordOptions} from '../form/fields.ts'
import type {ListPlace} from '../list/list-data.ts'

/** Names of the controls. */
const [country, year, per] = ['_country', '_year', '_per']

/** Null for a list that offers nothing. */
export async function holidaysOf(
  {named, entity, context}: ListPlace,
  visit: Visit,
  form: Form | null,
): Promise<ImportHolidays | null> {
  const {words, engine, specification} = context
  const starter = named.screen?.details.starter
  if (starter) {
    const {intro, check} = words.imports.starter
    return {heading: starter.label, intro, button: check, fields: []}
  }
  const asked = named.screen?.details.publicHolidays
  if (!asked) return null
  const {holidays} = words.imports
  const chosen = (name: string) => form?.text(name) ?? visit.query.get(name) ?? ''
  const {local} = engine.moment()
  // From autumn on people plan the next year.
  const usual = local.date.month >= 10 ? local.date.year + 1 : local.date.year
  const years = holidayYears.filter(each => each >= local.date.year)
  const field = asked.per === null ? undefined : entity.fields.get(asked.per)
  const records = field
    ? await engine.read(visit.actor, reader =>
        recordOptions(reader, {entity: targetOf(field) ?? '', offers: field.offers}),
      )
    : []
  const called = new Intl.DisplayNames(specification.limits.settings.LANGUAGE, {type: 'region'})
  return {
    heading: words.imports.addHolidays,
    intro: holidays.intro,
    button: holidays.check,
    fields: [
      {
        name: country,
        label: holidays.country,
        value: chosen(country),
        groups: holidayCountries(specification.limits.settings.LANGUAGE)
          .map(({code, regions}) => {
            const name = called.of(code) ?? code
            const options = [{value: code, label: name}, ...regions.map(each => ({value: each.code, label: each.name}))]
            return {label: regions.length > 0 ? name : null, options}
          })
          .toSorted((a, b) => (a.options[0]?.label ?? '').localeCompare(b.options[0]?.label ?? '')),
      },
      {
        name: year,
        label: holidays.year,
        value: chosen(year) || String(usual),
        groups: [{label: null, options: years.map(each => ({value: String(each), label: String(each)}))}],
      },
      ...(field
        ? [{name: per, label: field.label, value: chosen(per), groups: [{label: null, options: records}]}]
        : []),
    ],
  }
}

export interface ChosenHolidays {
  /** As a file. */
  readonly rows: readonly string[]
  readonly preview: readonly string[]
}

/** The header is the first of the rows. */
export function chosenHolidays({named, context}: ListPlace, form: Form): ChosenHolidays | null {
  const starter = named.screen?.details.starter
  if (starter) {
    const {fields, rows} = starter
    return {rows: [fields, ...rows].map(row => csvLine(row)), preview: rows.map(([first = '']) => first)}
  }
  const asked = named.screen?.details.publicHolidays
  const {LANGUAGE} = context.specification.limits.settings
  const days = publicHolidaysOf(form.text(country) ?? '', Number(form.text(year)), LANGUAGE)
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
