/** Raw point 9 → constants and the engine's settings. */
import {type Finding, finding} from '../../document/finding.ts'
import {nearest} from '../../document/near.ts'
import type {RawPoint} from '../../document/raw.ts'
import {type Cells, readTables, type TableKind} from '../../document/table.ts'
import type {Constant, Limits, Settings} from './model.ts'
import {settings} from './settings.ts'
import {readValue} from './value.ts'

type Column = 'Name' | 'Value'
const constantsTable: TableKind<Column> = {called: 'constants', required: ['Name', 'Value'], optional: []}

export function readLimits(point: RawPoint, findings: Finding[]): Limits {
  const constants = new Map<string, Constant>()
  const blocks = point.sections.flatMap(section => section.blocks)
  for (const {cells} of readTables(blocks, constantsTable, findings)) addConstant(cells, constants, findings)
  return {constants, settings: readSettings(constants, findings)}
}

function addConstant(
  {Name: name, Value: written}: Cells<Column>,
  constants: Map<string, Constant>,
  findings: Finding[],
): void {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name.text)) {
    const hint = `Write it like this: ${
      name.text
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, '_')
        .replace(/^[_0-9]+|_+$/g, '') || 'MAX_OPEN'
    }`
    findings.push(
      finding('N901', name, {
        message: `"${name.text}" is no name for a constant: it needs capital letters, digits and _.`,
        hint,
      }),
    )
    return
  }
  const earlier = constants.get(name.text)
  if (earlier) {
    const message = `${name.text} has a value already, at line ${earlier.line}.`
    findings.push(finding('N902', name, {message, hint: 'Keep one of the two rows.'}))
    return
  }
  const value = readValue(written.text)
  if (value === null) findings.push(finding('N903', written, unreadable(written.text)))
  else {
    const {file, line, column} = written
    constants.set(name.text, {name: name.text, value, shown: written.text.replace(/^"|"$/g, ''), file, line, column})
  }
}

function unreadable(text: string) {
  const message = text === '' ? 'This constant has no value.' : `The value \`${text}\` cannot be read.`
  const isWord = /^[^\d",][^",]*$/.test(text)
  const hint = isWord
    ? `Write texts in quotation marks: "${text}".`
    : 'Values look like 20, 19.99, 7 days, 10 MB, 100 per minute, "a text" or Monday, Tuesday.'
  return {message, hint}
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
  const hint = hintFor(name, constant)
  findings.push(
    finding('N904', constant, {
      message: /\?$/.test(accepted.must) ? `${name} ${accepted.must}` : `${name} ${accepted.must}.`,
      hint,
    }),
  )
  return setting.byDefault
}

function hintFor(name: keyof Settings, constant: Constant): string {
  if (name !== 'TIME_ZONE') return `Without this row it is ${shownDefault(name)}.`
  const near = nearest(constant.shown, Intl.supportedValuesOf('timeZone'))
  return near ? `Did you mean "${near}"?` : 'Without this row it is "UTC".'
}

function shownDefault(name: keyof Settings): string {
  const {byDefault} = settings[name]
  return Array.isArray(byDefault)
    ? byDefault.join(', ')
    : typeof byDefault === 'string'
      ? `"${byDefault}"`
      : String(byDefault)
}
