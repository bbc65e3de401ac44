/** What a change is asked for with, and what comes of it. */
import type {Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {OwnCode} from '../../points/errors/own.ts'
import type {FileInput} from '../files/file-input.ts'

/** A field's new value, in the form in which it came. */
export type Input =
  | {readonly form: readonly string[]}
  | {readonly csv: string}
  | {readonly json: Json}
  | {readonly value: Value}
  /** Where a part stands among those of its owner; only the change of an owner says that. */
  | {readonly place: number}
  /** Files of the field that stay, by id, and new ones that came with this very request. */
  | {readonly files: FileInput}

export interface ChangeRequest {
  readonly kind: 'create' | 'update' | 'delete'
  readonly entity: string
  /** The record to change; on create only an operator may say which id it gets. */
  readonly id?: string
  /** The version that was seen; without it, whatever is there is changed, which only the engine and operators may do. */
  readonly version?: number
  /** What history calls it; the kind of change where nothing is said. */
  readonly action?: string
  readonly fields: ReadonlyMap<string, Input>
  /** What becomes of its parts, by the name of the list field: those not named stay as they are. */
  readonly parts?: ReadonlyMap<string, readonly PartRequest[]>
  /** In which order they stand then, by the name of the list field: those that are not named keep their places. */
  readonly order?: ReadonlyMap<string, readonly Ordered[]>
}

/** A part that is there, by its id; one that this very change makes, by the number of its request. */
export type Ordered = string | number

export type PartRequest = Omit<ChangeRequest, 'entity'>

export interface ChangedRecord {
  readonly entity: string
  readonly id: string
  readonly version: number
}

export interface ChangeProblem {
  /** Which of the requests. */
  readonly at: number
  /** Null where it concerns the whole record; `remarks.0.text` for the first of its parts. */
  readonly field: string | null
  readonly code: string
  readonly values: Readonly<Record<string, string>>
}

export interface Conflict {
  readonly version: number
  /** Where what is there now differs from what was to be written, as texts for people. */
  readonly fields: readonly {readonly field: string; readonly now: string; readonly yours: string}[]
}

export type Outcome =
  | {readonly ok: true; readonly records: readonly ChangedRecord[]}
  | {
      readonly ok: false
      /** The code that decides the status of the answer. */
      readonly code: string
      readonly problems: readonly ChangeProblem[]
      readonly conflict?: Conflict
    }

/** Ends a change: thrown inside its transaction, so that nothing of it stays. */
export class ChangeRejected extends Error {
  readonly code: string
  readonly problems: readonly ChangeProblem[]
  readonly conflict: Conflict | null

  constructor(code: string, problems: readonly ChangeProblem[], conflict: Conflict | null = null) {
    super(code)
    this.code = code
    this.problems = problems
    this.conflict = conflict
  }
}

export function problem(
  code: OwnCode,
  field: string | null = null,
  values: Readonly<Record<string, string>> = {},
): Omit<ChangeProblem, 'at'> {
  return {field, code, values}
}
