/** One step of a plan as people read it, and what has to be counted before it is known how heavy it is. */

import type {Representation} from '../feel/sql/tables.ts'
import type {Rewrite} from './change.ts'
import type {Check} from './schema.ts'

/**
 * safe: nothing can be lost. checked: it depends on the values that are there. destructive: values are lost.
 * refused: it cannot be done with the values that are there.
 */
export type Weight = 'safe' | 'checked' | 'destructive' | 'refused'

export interface Step {
  /** As planned. A destructive step that destroys nothing is safe, a checked one that finds something is refused. */
  readonly weight: 'safe' | 'checked' | 'destructive'
  readonly sentence: string
  readonly probe: Probe | null
  /** What the number found means; said behind the sentence. */
  readonly counted: (count: number) => string
  /** What to do about it, where it is refused or loses something. */
  readonly advice: string
  /** Only of interest to those who look at the tables. */
  readonly technical?: boolean
}

/** Tables and columns by the names they have before the plan. */
export type Probe =
  | {readonly probe: 'rows'; readonly table: string}
  | {readonly probe: 'filled' | 'empty'; readonly table: string; readonly column: ProbedColumn}
  | {
      readonly probe: 'misfits'
      readonly table: string
      readonly column: ProbedColumn
      readonly rewrite: Rewrite
      /** What the database itself can tell: every value that does not fulfil it is looked at, no other. */
      readonly unless: Check | null
    }
  | {readonly probe: 'word'; readonly table: string; readonly column: ProbedColumn; readonly word: string}
  /** Rows that own no pair. */
  | {readonly probe: 'unlinked'; readonly table: string; readonly pairs: string}
  | {readonly probe: 'duplicates'; readonly table: string; readonly parts: readonly KeyPart[]}

export interface ProbedColumn {
  readonly name: string
  readonly holds: Representation
}

/** A part of a combination that shall occur once: an earlier column as it will be, or the same for every row. */
export type KeyPart =
  | {readonly kind: 'column'; readonly column: string; readonly rewrite: Rewrite | null}
  | {readonly kind: 'constant'; readonly filled: boolean}

export function safe(sentence: string): Step {
  return {weight: 'safe', sentence, probe: null, counted: () => '', advice: ''}
}

/** About indexes, which change no record. */
export function technical(sentence: string): Step {
  return {...safe(sentence), technical: true}
}

export function safeCounted(sentence: string, probe: Probe, counted: Step['counted']): Step {
  return {weight: 'safe', sentence, probe, counted, advice: ''}
}

export function destructive(sentence: string, probe: Probe, counted: Step['counted'], advice = ''): Step {
  return {weight: 'destructive', sentence, probe, counted, advice}
}

export function checked(sentence: string, probe: Probe, told: {counted: Step['counted']; advice: string}): Step {
  return {weight: 'checked', sentence, probe, ...told}
}

/** Only the document can say that something has another name now. */
export function calledNow(name: string, was: string, stays: string): string {
  return `If it is called ${name} now, write \`${name} (was ${was})\` in the document: then ${stays}.`
}

/** `1 record`, `12,000 records`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`
}
