/** What is asked of a write, and what comes of it. */
import type {Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {OwnCode} from '../../points/errors/own.ts'
import type {Transition} from '../../points/states/model.ts'
import type {FileInput} from '../files/file-store.ts'

/** A field's new value, in the form in which it came. */
export type Input =
  | {readonly form: readonly string[]}
  | {readonly csv: string}
  | {readonly json: Json}
  | {readonly value: Value}
  /** The position of a part among those of its owner; only a change of the owner sets it. */
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
  /** In which order they are then, by the name of the list field: those that are not named keep their places. */
  readonly order?: ReadonlyMap<string, readonly Ordered[]>
  /** An action to perform on the record once it is written, as part of the same change. */
  readonly perform?: {readonly action: string; readonly inputs: ReadonlyMap<string, Input>}
}

/** Performs an action of point 4 on a record. */
export interface ActionRequest {
  readonly kind: 'action'
  readonly entity: string
  readonly id: string
  /** The version that was seen; only the engine and operators may leave it out. */
  readonly version?: number
  readonly action: string
  readonly inputs: ReadonlyMap<string, Input>
  /** The only row of the action that may be taken; any of them where it is not given. */
  readonly row?: Transition
}

export type WriteRequest = ChangeRequest | ActionRequest

/** An existing part, by its id; one that this change creates, by the index of its request. */
export type Ordered = string | number

export type PartRequest = Omit<ChangeRequest, 'entity' | 'perform'>

export interface ChangedRecord {
  readonly entity: string
  readonly id: string
  readonly version: number
}

export interface WriteProblem {
  /** Null where it concerns the whole record; `remarks.0.text` for the first of its parts. */
  readonly field: string | null
  readonly code: string
  readonly values: Readonly<Record<string, string>>
}

export interface ChangeProblem extends WriteProblem {
  /** Which of the requests. */
  readonly at: number
}

/** What a step of a write hands to the next one, or every problem that it found. */
export type StepResult<T, P extends WriteProblem = WriteProblem> =
  | {readonly ok: true; readonly value: T}
  | {readonly ok: false; readonly problems: readonly P[]}

export function passed<T>(value: T): {readonly ok: true; readonly value: T} {
  return {ok: true, value}
}

export function refused<P extends WriteProblem>(
  ...problems: P[]
): {readonly ok: false; readonly problems: readonly P[]} {
  return {ok: false, problems}
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

/** `at`: which of several requests it was; without it, what the problems say, or the first. */
export function rejected(problems: readonly (WriteProblem & {readonly at?: number})[], at?: number): ChangeRejected {
  return new ChangeRejected(
    decidingCode(problems),
    problems.map(each => ({...each, at: at ?? each.at ?? 0})),
  )
}

/** What is missing or forbidden decides the answer before what is merely wrong. */
function decidingCode(problems: readonly WriteProblem[]): string {
  const whole = problems.find(each => each.field === null) ?? problems.find(each => each.code === 'FORBIDDEN')
  return whole?.code ?? problems[0]?.code ?? 'BAD_INPUT'
}

export function problem(code: OwnCode, field: string | null = null, values: WriteProblem['values'] = {}): WriteProblem {
  return {field, code, values}
}
