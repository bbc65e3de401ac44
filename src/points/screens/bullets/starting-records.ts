/** Records that a list offers to begin with, which are also first steps on the dashboard. */
import {finding} from '../../../document/finding.ts'
import type {Kind} from '../../../feel/type.ts'
import {fieldOf} from '../../entities/lookup.ts'
import {canonicalName} from '../../entities/names.ts'
import {bullet} from './bullet.ts'

export interface StarterRows {
  /** The label of the button that adds them. */
  readonly label: string
  readonly fields: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The text fields, which are translated. */
  readonly texts: ReadonlySet<string>
}

/** Followed by the records as CSV, with field names in the first line. */
export const starter = bullet({
  name: 'starter',
  example: 'starter: Add the usual leave types',
  describe: 'A button that adds the records of the CSV block below, while there are none.',
  absent: null,
  read: ({key, value, entity, fence, findings}): StarterRows | null => {
    const lines = (fence?.content ?? '').split('\n').filter(line => line.trim() !== '')
    const [head = [], ...rows] = lines.map(line => line.split(',').map(cell => cell.trim()))
    const fields = head.map(canonicalName)
    const isFilledIn = (name: string) => {
      const field = entity.fields.get(name)
      return field !== undefined && field.computed === null && !field.setByEngine
    }
    const wrong = fields.find(name => !isFilledIn(name))
    const message =
      rows.length === 0
        ? 'There are no records to begin with.'
        : wrong !== undefined
          ? `\`${wrong}\` is not a field of ${entity.name} that people fill in.`
          : rows.some(row => row.length !== fields.length)
            ? 'Every record has as many cells as the first line.'
            : null
    if (message === null) {
      const texts = new Set(fields.filter(name => entity.fields.get(name)?.type.name === 'text'))
      return {label: value.text, fields, rows, texts}
    }
    const hint = 'Write the records below the bullets in a block ```csv, the first line with the names of fields.'
    findings.push(finding('N245', key, {message, hint}))
    return null
  },
  translate: (value, text) => {
    if (value === null) return null
    const {label, fields, rows, texts} = value
    const isText = fields.map(name => texts.has(name))
    const translated = rows.map(row => row.map((cell, index) => (isText[index] && cell !== '' ? text(cell) : cell)))
    return {label: text(label), fields, rows: translated, texts}
  },
})

/** The fields of a list that are filled with a country's public holidays. */
export interface PublicHolidays {
  readonly day: string
  readonly name: string
  /** The reference to the place or team of the days; null if they apply to everyone. */
  readonly per: string | null
}

export const publicHolidays = bullet({
  name: 'publicHolidays',
  example: 'public holidays: day, name per place',
  describe: 'A button that adds the public holidays of a country: the date, the text and the place that it fills in.',
  absent: null,
  read: ({value, entity, findings}): PublicHolidays | null => {
    const [, first = '', second = '', third] =
      /^([a-z][\w ]*?), ([a-z][\w ]*?)(?: per ([a-z][\w ]*))?$/.exec(value.text) ?? []
    const per = third === undefined ? null : canonicalName(third)
    const [day, name] = [canonicalName(first), canonicalName(second)]
    const kindOf = (field: string): Kind | null => fieldOf(entity, field)?.type.type.kind ?? null
    if (kindOf(day) === 'date' && kindOf(name) === 'text' && (per === null || kindOf(per) === 'reference'))
      return {day, name, per}
    const message = `\`${value.text}\` does not name a date, a text and, after \`per\`, a reference of ${entity.name}.`
    const hint = 'Write it like this: `- public holidays: day, name per place`.'
    findings.push(finding('N241', value, {message, hint}))
    return null
  },
})
