/** The tables of the time-off planner's document that the data must fit, parsed by plain code. */
import {documentText} from './demo-files.ts'

const document = documentText()

/** The rows of a table under `### name` in one of the nine points. */
function tableOf(point: number, name: string): string[][] {
  const section = document.split(/^## \d\. .*$/m)[point] ?? ''
  const [, part = ''] = section.split(new RegExp(`^### ${name}$`, 'm'))
  const lines = (part.split(/^### /m)[0] ?? '').split('\n').filter(line => line.startsWith('|'))
  return lines.map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  )
}

function fields(entity: string): {name: string; type: string; required: boolean}[] {
  const [header = [], , ...rows] = tableOf(3, entity)
  const cell = (row: readonly string[], title: string) => row[header.indexOf(title)] ?? ''
  return rows.map(row => ({
    ...{name: cell(row, 'Field'), type: cell(row, 'Type'), required: cell(row, 'Required') === 'yes'},
  }))
}

export const fieldsOf = (entity: string): string[] => fields(entity).map(({name}) => name)
export const requiredOf = (entity: string): string[] =>
  fields(entity).flatMap(({name, required}) => (required ? [name] : []))

const keys = {User: 'email', Team: 'name', Place: 'name', Kind: 'name', Request: 'number', Report: 'number'} as const
type Referred = keyof typeof keys
const isReferred = (type: string): type is Referred => type in keys

/** Reference fields, and the field of the target by which they refer to it. */
export const referencesOf = (entity: string): {field: string; to: Referred; by: string}[] =>
  fields(entity).flatMap(({name, type}) => (isReferred(type) ? [{field: name, to: type, by: keys[type]}] : []))

/** `approve submitted → approved`, for each transition of a request. */
export const transitions: ReadonlySet<string> = new Set(
  tableOf(4, 'Request')
    .slice(2)
    .flatMap(([action, from = '', to]) => from.split(', ').map(state => `${action} ${state} → ${to}`)),
)
