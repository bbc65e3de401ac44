/** What the data has to fit, read from the tables of the time-off planner's document by plain code. */
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

const keys = {User: 'email', Team: 'name', Place: 'name', Kind: 'name', Request: 'number'} as const
type Referred = keyof typeof keys
const isReferred = (type: string): type is Referred => type in keys

/** Fields that name another record, and the field of that record by which they do. */
export const referencesOf = (entity: string): {field: string; to: Referred; by: string}[] =>
  fields(entity).flatMap(({name, type}) => (isReferred(type) ? [{field: name, to: type, by: keys[type]}] : []))

/** `approve submitted → approved`, for each way from one state of a request to the next. */
export const transitions: ReadonlySet<string> = new Set(
  tableOf(4, 'Request')
    .slice(2)
    .flatMap(([action, from = '', to]) => from.split(', ').map(state => `${action} ${state} → ${to}`)),
)
