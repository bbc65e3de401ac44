/** Raw point 9 → constants and the engine's settings. */

import {placedNames} from '../../document/bullets.ts'
import {type Finding, type FindingText, finding} from '../../document/finding.ts'
import {type RawPoint, replacing, type Text} from '../../document/raw.ts'
import {nearest, type Suggestion} from '../../document/spelling.ts'
import {type Cells, readTables, type TableKind} from '../../document/table.ts'
import {plainLanguage} from '../../messages/language.ts'
import {capitalised} from '../entities/names.ts'
import type {Constant, ConstantRange, ConstantValue, Limits, Settings} from './model.ts'
import {settings} from './settings.ts'
import {readConstant} from './value.ts'

type LimitColumn = 'Name' | 'Value' | 'Changed by' | 'Range' | 'Label' | 'Meaning'
export const constantsTable: TableKind<LimitColumn> = {
  called: 'constants',
  required: ['Name', 'Value'],
  optional: ['Changed by', 'Range', 'Label', 'Meaning'],
}

export function readLimits(point: RawPoint, findings: Finding[]): Limits {
  const constants = new Map<string, Constant>()
  const unread = new Set<string>()
  for (const {heading, blocks} of point.sections)
    for (const {cells} of readTables(blocks, constantsTable, findings))
      addConstant(cells, {group: heading?.text ?? '', constants, unread, findings})
  return {constants, unread, settings: readSettings(constants, findings)}
}

interface LimitReader {
  readonly group: string
  readonly constants: Map<string, Constant>
  readonly unread: Set<string>
  readonly findings: Finding[]
}

function addConstant(cells: Cells<LimitColumn>, {group, constants, unread, findings}: LimitReader): void {
  const {Name: name, Value: written} = cells
  if (!/^[A-Z][A-Z0-9_]*$/.test(name.text)) {
    findings.push(malformed(name))
    return
  }
  const earlier = constants.get(name.text)
  if (earlier) {
    const message = `Duplicate constant \`${name.text}\`: it is already declared at line ${earlier.line}.`
    findings.push(finding('N902', name, {message, hint: 'Keep one of the two rows.'}))
    return
  }
  const value = readConstant(written.text)
  if (value === null) {
    findings.push(finding('N903', written, unreadable(name.text, written)))
    unread.add(name.text)
    return
  }
  if (value.kind === 'number') findings.push(...thousands(written))
  const {file, line, column} = name
  const shown = written.text.replace(/^"|"$/g, '')
  const range = readRange(cells.Range, findings)
  if (range) findings.push(...outOfRange(value, range, written))
  constants.set(name.text, {
    name: name.text,
    value,
    shown,
    at: written,
    label: cells.Label.text || labelOfConstant(name.text),
    meaning: cells.Meaning.text,
    group,
    changedBy: placedNames(cells['Changed by']),
    range,
    file,
    line,
    column,
  })
}

/** `DAYS_PER_YEAR` is read as "Days per year". */
function labelOfConstant(name: string): string {
  return capitalised(name.toLowerCase().replaceAll('_', ' ').trim())
}

/** `0..366`, `0..`, `..100` */
function readRange(cell: Text, findings: Finding[]): ConstantRange | null {
  if (cell.text === '') return null
  const [, least = '', most = ''] = /^(-?\d+(?:\.\d+)?)?\s*\.\.\s*(-?\d+(?:\.\d+)?)?$/.exec(cell.text) ?? []
  if (least !== '' || most !== '')
    return {least: least === '' ? null : Number(least), most: most === '' ? null : Number(most), at: cell}
  const message = `\`${cell.text}\` is not a range.`
  const [, from, to] = /^(\d+(?:\.\d+)?)\s*(?:-|–|to|bis|…|\.{3})\s*(\d+(?:\.\d+)?)$/.exec(cell.text) ?? []
  const meant = from === undefined ? null : `${from}..${to}`
  const hint = meant === null ? 'Write the least and the most: `0..366`, `1..` or `..100`.' : `Write \`${meant}\`.`
  findings.push(finding('N906', cell, {message, hint, fix: meant === null ? undefined : replacing(cell, meant)}))
  return null
}

/** Checks a value against its range, for the document and for settings. */
export function outOfRange(value: ConstantValue, {least, most, at}: ConstantRange, place: Text): Finding[] {
  if (value.kind !== 'number') {
    const message = 'Only a number has a range.'
    return [finding('N906', at, {message, hint: 'Clear this cell.', fix: replacing(at, '')})]
  }
  const number = Number(value.number)
  if ((least === null || number >= least) && (most === null || number <= most)) return []
  const bounds = least === null ? `at most ${most}` : most === null ? `at least ${least}` : `from ${least} to ${most}`
  return [finding('N906', place, {message: `The value must be ${bounds}.`, hint: 'Change the value or its range.'})]
}

function malformed(name: Text): Finding {
  const meant = name.text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
  return finding('N901', name, {
    message:
      name.text === ''
        ? 'This constant has no name.'
        : `\`${name.text}\` cannot be the name of a constant: use capital letters, digits and \`_\`.`,
    hint: `Write \`${meant || 'MAX_OPEN'}\`.`,
    fix: name.text === '' || meant === '' ? undefined : replacing(name, meant),
  })
}

/** `1.000` is one, but may be meant as a thousand. */
function thousands(written: Text): Finding[] {
  if (!/^-?[1-9]\d{0,2}(?:\.\d{3})+$/.test(written.text)) return []
  const [one] = written.text.split('.')
  const meant = written.text.replaceAll('.', '')
  const message = `This is ${one}: a point separates decimals.`
  const hint = `Write \`${meant}\` for ${Number(meant).toLocaleString(plainLanguage)}, or \`${one}\` for ${one}.`
  return [finding('N905', written, {message, hint, fix: replacing(written, meant)})]
}

const examples = 'Values look like `20`, `19.99`, `7 days`, `10 MB`, `100 per minute`, `"a text"` or `Monday, Tuesday`.'

function unreadable(name: string, cell: Text): FindingText {
  const {text} = cell
  if (text === '') return {message: `The constant ${name} has no value.`, hint: examples}
  const message = `The value \`${text}\` cannot be read.`
  const write = (by: string, why = '') => ({message, hint: `${why}Write \`${by}\`.`, fix: replacing(cell, by)})
  const spelled = inFigures(text)
  if (spelled !== null) return write(spelled)
  const quoted = /^['‘’“”„](.*)['‘’“”„]$/s.exec(text)?.[1]
  if (quoted !== undefined) return write(`"${quoted}"`)
  const date = dateIn(text)
  if (date !== null) return write(`"${date}"`, `A constant is not a date. Use \`date(${name})\` in expressions. `)
  if (/^[1-9]\d{0,2}(?:,\d{3})+$/.test(text)) return write(text.replaceAll(',', ''), 'Thousands have no separator. ')
  if (/^\d{1,3}(?:\.\d{3})*,\d+$/.test(text))
    return write(text.replaceAll('.', '').replace(',', '.'), 'Decimals have a point. ')
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(text)?.[1]
  if (percent !== undefined) return write(hundredth(percent), 'A share is a number. ')
  const amount = /^(?:[€$£]\s*)?(\d+(?:\.\d+)?)\s*(?:[€$£]|[A-Z]{3})?$/.exec(text)?.[1]
  if (amount !== undefined) return write(amount, 'Amounts have no currency of their own: CURRENCY is for all. ')
  if (/^(?:yes|no|true|false)$/i.test(text))
    return write(`"${text}"`, `A constant is not a yes or no. Compare \`${name} = "${text}"\` in expressions. `)
  // Several words need no quotes, but domains do.
  return /^[^\d",][^"]*$/.test(text) ? write(`"${text}"`, 'Texts need double quotes. ') : {message, hint: examples}
}

const numberWords =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )

const unitWords: Readonly<Record<string, string>> = {
  s: 'seconds',
  sec: 'seconds',
  secs: 'seconds',
  min: 'minutes',
  mins: 'minutes',
  h: 'hours',
  hr: 'hours',
  hrs: 'hours',
  d: 'days',
  kb: 'KB',
  kilobyte: 'KB',
  kilobytes: 'KB',
  mb: 'MB',
  megabyte: 'MB',
  megabytes: 'MB',
  gb: 'GB',
  gigabyte: 'GB',
  gigabytes: 'GB',
}

/** `ten hours` as `10 hours`, `10 megabytes` as `10 MB`, `15min` as `15 minutes`. */
function inFigures(text: string): string | null {
  const [, number = '', unit = ''] = /^([a-z]+|\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text) ?? []
  const figure = /^\d/.test(number) ? number : String(numberWords.indexOf(number.toLowerCase()))
  const known = unitWords[unit.toLowerCase()] ?? unit
  const isUnit = /^(?:second|minute|hour|day|week|month|year)s?$/i.test(known) || /^[KMG]B$/.test(known)
  return figure === '-1' || !isUnit || `${figure} ${known}` === text ? null : `${figure} ${known}`
}

/** As `2026-12-31`, from any notation. */
function dateIn(text: string): string | null {
  const [, year, month = '', day = ''] = /^@?"?(\d{4})-(\d\d)-(\d\d)"?$/.exec(text) ?? []
  if (year !== undefined) return `${year}-${month}-${day}`
  const [, first = '', second = '', last] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return last === undefined ? null : `${last}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`
}

function hundredth(percent: string): string {
  const [whole = '', places = ''] = percent.split('.')
  const digits = whole.padStart(3, '0')
  const after = `${digits.slice(-2)}${places}`.replace(/0+$/, '')
  const before = digits.slice(0, -2).replace(/^0+(?=\d)/, '')
  return after === '' ? before : `${before}.${after}`
}

function readSettings(constants: ReadonlyMap<string, Constant>, findings: Finding[]): Settings {
  const names = Object.keys(settings) as (keyof Settings)[]
  return Object.fromEntries(
    names.map(name => [name, readSetting(name, constants.get(name), findings)]),
  ) as unknown as Settings
}

function readSetting(name: keyof Settings, constant: Constant | undefined, findings: Finding[]): unknown {
  const setting = settings[name]
  if (!constant) return setting.byDefault
  const accepted = setting.accept(constant.value)
  if (accepted.ok) return accepted.value
  const message = `${name} ${accepted.must}.`
  findings.push(finding('N904', constant.at, {message, ...hintFor(name, constant, accepted.near ?? null)}))
  return setting.byDefault
}

function hintFor(name: keyof Settings, {shown, at}: Constant, near: string | null): Suggestion {
  const meant = name === 'TIME_ZONE' ? nearZone(shown) : near
  if (meant !== null) return {hint: `Did you mean \`"${meant}"\`?`, fix: replacing(at, `"${meant}"`)}
  return {hint: `The default is \`${shownDefault(name)}\`.`}
}

/** `Berlin` is Europe/Berlin. */
function nearZone(text: string): string | null {
  const zones = Intl.supportedValuesOf('timeZone')
  const city = `/${text.trim().replaceAll(' ', '_').toLowerCase()}`
  return zones.find(zone => zone.toLowerCase().endsWith(city)) ?? nearest(text, zones)
}

/** As the document would write it: `14 days`, `10 MB`. */
function shownDefault(name: keyof Settings): string {
  const {byDefault, unit} = settings[name]
  if (Array.isArray(byDefault)) return byDefault.join(', ')
  if (typeof byDefault === 'string') return `"${byDefault}"`
  if (unit === 'bytes') return sizeText(Number(byDefault))
  return unit === 'seconds' ? `${Number(byDefault) / 86_400} days` : String(byDefault)
}

const sizeText = (bytes: number): string => (bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${bytes / 1024 ** 2} MB`)
