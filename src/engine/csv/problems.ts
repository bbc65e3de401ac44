/** What is wrong with a file that is imported: line, column, code and message of each problem, up to a bound, and how many there are. */
import type {Errors} from '../../points/errors/model.ts'
import {entryOf, fill} from '../../points/errors/run.ts'
import type {CsvError} from './csv-error.ts'

export interface ImportProblem {
  readonly line: number
  /** The column's name as the file writes it; null where it concerns the whole row. */
  readonly column: string | null
  readonly code: string
  readonly message: string
}

export interface FoundProblem {
  readonly line: number
  readonly column: string | null
  readonly code: string
  readonly values?: Readonly<Record<string, string>>
}

const mostListed = 100

export class ProblemList {
  readonly listed: ImportProblem[] = []
  total = 0
  private readonly errors: Errors

  constructor(errors: Errors) {
    this.errors = errors
  }

  add({line, column, code, values = {}}: FoundProblem): void {
    this.total += 1
    if (this.listed.length < mostListed)
      this.listed.push({line, column, code, message: messageOf(this.errors, code, values)})
  }

  addError({line, code, values}: CsvError): void {
    this.add({line, column: null, code, values})
  }
}

/** The document's words where it has them, else ours. */
function messageOf(errors: Errors, code: string, values: Readonly<Record<string, string>>): string {
  return fill(entryOf(errors, code)?.message ?? code, values)
}
