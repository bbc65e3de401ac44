/** Requests and results of a write. */
import type {Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {OwnCode} from '../../points/errors/own.ts'
import type {Transition} from '../../points/states/model.ts'
import type {FileInput} from '../files/file-store.ts'

/** A new value of a field, in the form in which it was received. */
export type Input =
  | {readonly form: readonly string[]}
  | {readonly csv: string}
  | {readonly json: Json}
  | {readonly value: Value}
  /** The position of a line item within its owner; only a change of the owner sets it. */
  | {readonly place: number}
  /** Files to keep, by id, and new files uploaded with this request. */
  | {readonly files: FileInput}

export interface ChangeRequest {
  readonly kind: 'create' | 'update' | 'delete'
  readonly entity: string
  /** The record to change. On create, only an operator may choose the id. */
  readonly id?: string
  /** The version the client has seen. Only the engine and operators may leave it out and change any version. */
  readonly version?: number
  /** The name shown in the history; by default the kind of change. */
  readonly action?: string
  readonly fields: ReadonlyMap<string, Input>
  /** Changes of line items, by the name of the list field. Line items that are not listed are left unchanged. */
  readonly parts?: ReadonlyMap<string, readonly PartRequest[]>
  /** The new order of line items, by the name of the list field. Items that are not listed keep their positions. */
  readonly order?: ReadonlyMap<string, readonly Ordered[]>
  /** An action to perform on the record after it is written, in the same change. */
  readonly perform?: {readonly action: string; readonly inputs: ReadonlyMap<string, Input>}
}

/** Performs an action of point 4 on a record. */
export interface ActionRequest {
  readonly kind: 'action'
  readonly entity: string
  readonly id: string
  /** The version the client has seen; only the engine and operators may leave it out. */
  readonly version?: number
  readonly action: string
  readonly inputs: ReadonlyMap<string, Input>
  /** The only row of the action that may be used; any row if not given. */
  readonly row?: Transition
  /** The record before the change that a row of the system follows. */
  readonly old?: ReadonlyMap<string, Value>
}

export type WriteRequest = ChangeRequest | ActionRequest

/** An existing line item by id, or one that this change creates by the index of its request. */
export type Ordered = string | number

export type PartRequest = Omit<ChangeRequest, 'entity' | 'perform'>

export interface ChangedRecord {
  readonly entity: string
  readonly id: string
  readonly version: number
}

export interface WriteProblem {
  /** Null if it concerns the whole record; `remarks.0.text` for a field of the first line item. */
  readonly field: string | null
  readonly code: string
  readonly values: Readonly<Record<string, string>>
}

export interface ChangeProblem extends WriteProblem {
  /** The index of the request. */
  readonly at: number
}

/** The result of a step of a write, or all problems found. */
export type StepResult<T, P extends WriteProblem = WriteProblem> =
  | {readonly ok: true; readonly value: T}
  | {readonly ok: false; readonly problems: readonly P[]}

export function passed<T>(value: T): {readonly ok: true; readonly value: T} {
  return {ok: true, value}
}

export function refusedWrite<P extends WriteProblem>(
  ...problems: P[]
): {readonly ok: false; readonly problems: readonly P[]} {
  return {ok: false, problems}
}

export interface Conflict {
  readonly version: number
  /** Differences between the stored and the submitted values, as text. */
  readonly fields: readonly {readonly field: string; readonly now: string; readonly yours: string}[]
}

export type Outcome =
  | {readonly ok: true; readonly records: readonly ChangedRecord[]}
  | {
      readonly ok: false
      /** The code that determines the HTTP status. */
      readonly code: string
      readonly problems: readonly ChangeProblem[]
      readonly conflict?: Conflict
    }

/** Ends a change: thrown inside its transaction, which is then rolled back. */
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

/** `at` is the index of the request; by default the index from the problems, or the first. */
export function rejected(problems: readonly (WriteProblem & {readonly at?: number})[], at?: number): ChangeRejected {
  return new ChangeRejected(
    decidingCode(problems),
    problems.map(each => ({...each, at: at ?? each.at ?? 0})),
  )
}

/** Missing records and permissions take precedence over invalid values. */
function decidingCode(problems: readonly WriteProblem[]): string {
  const whole = problems.find(each => each.field === null) ?? problems.find(each => each.code === 'FORBIDDEN')
  return whole?.code ?? problems[0]?.code ?? 'BAD_INPUT'
}

export function problem(code: OwnCode, field: string | null = null, values: WriteProblem['values'] = {}): WriteProblem {
  return {field, code, values}
}
