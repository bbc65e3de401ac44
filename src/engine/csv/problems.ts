/** What is wrong with a file that is imported: line, column, code and message of each problem, up to a bound, and how many there are. */
import {inSentence} from '../../points/entities/names.ts'
import {entryOf, fill} from '../../points/errors/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {Input} from '../write/change.ts'
import type {CsvError} from './csv-error.ts'

export interface ImportProblem {
  readonly line: number
  /** The column's name as the file writes it; null where it concerns the whole row. */
  readonly column: string | null
  /** The beginning of the cell; null where it concerns the whole row. */
  readonly value: string | null
  readonly code: string
  readonly message: string
}

export interface FoundProblem {
  readonly line: number
  readonly column: string | null
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
  readonly value?: string | null
}

const mostListed = 100
const longestValue = 80

/** What the file says in the field that has a problem. */
export function cellIn(fields: ReadonlyMap<string, Input>, field: string | null): string | null {
  const input = field === null ? undefined : fields.get(field)
  return input && 'csv' in input ? input.csv : null
}

export class ProblemList {
  readonly listed: ImportProblem[] = []
  total = 0
  private readonly specification: Specification

  constructor(specification: Specification) {
    this.specification = specification
  }

  add({line, column, code: found, values: given = {}, value = null}: FoundProblem): void {
    this.total += 1
    if (this.listed.length >= mostListed) return
    const values = this.named({column: column ?? '', value: value ?? '', ...given})
    // A form points at the field; a list of problems names what was looked for.
    const code = found === 'NO_SUCH_RECORD' && given['entity'] !== undefined ? 'CSV_NO_SUCH_RECORD' : found
    const message = messageOf(this.specification, code, values)
    this.listed.push({line, column, value: value === null ? null : shortened(value), code, message})
  }

  private named(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const {entities, limits} = this.specification
    const {entity: name = ''} = values
    const entity = inSentence(entities.entities.get(name)?.label ?? name, limits.settings.LANGUAGE)
    return {...values, entity, value: shortened(values['value'] ?? '')}
  }

  addError({line, code, values}: CsvError): void {
    this.add({line, column: null, code, values})
  }
}

/** The document's words where it has them, else ours. */
function messageOf({errors}: Specification, code: string, values: Readonly<Record<string, string>>): string {
  return fill(entryOf(errors, code)?.message ?? code, values)
}

function shortened(text: string): string {
  const characters = [...text.slice(0, 2 * longestValue)]
  return characters.length > longestValue ? `${characters.slice(0, longestValue).join('')}…` : text
}
