/** Why something is allowed or refused: a line of the document, what it asks, and whether that holds. */
import type {Place} from '../../document/finding.ts'
import type {Core} from '../../feel/core.ts'
import type {Specification} from '../../points/specification.ts'

/** Null: it depends on something that was not said, such as the record or the person. */
export type Holds = boolean | null

export interface Reason extends Place {
  /** The line as it stands in the document. */
  readonly quoted: string
  readonly asks: readonly Ask[]
  /** Which fields it is about; null for all. */
  readonly fields: readonly string[] | null
}

/** One thing that a line asks, in its own words. */
export interface Ask {
  readonly said: string
  /** A condition on the record, or an answer that is known already. */
  readonly is: Core | boolean
}

export interface JudgedReason extends Reason {
  readonly holds: Holds
  readonly judged: readonly JudgedAsk[]
}

export interface JudgedAsk {
  readonly said: string
  readonly holds: Holds
  /** It speaks of `me`. */
  readonly personal: boolean
}

export function lineAt({document}: Specification, {file, line}: Place): string {
  return document.sources.find(source => source.file === file)?.lines[line - 1]?.trim() ?? ''
}

export function mentionsMe(core: Core): boolean {
  return JSON.stringify(core).includes('"op":"me"')
}

export const allOf = (answers: readonly Holds[]): Holds =>
  answers.includes(false) ? false : answers.includes(null) ? null : true

export const anyOf = (answers: readonly Holds[]): Holds =>
  answers.includes(true) ? true : answers.includes(null) ? null : false
