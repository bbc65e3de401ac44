/** The steps of a plan as text, with the counts that determine the weight of each. */

import type {Representation} from '../../feel/sql/tables.ts'
import {plainLanguage} from '../../messages/language.ts'
import type {Index, TableCheck} from '../schema.ts'
import type {ChangedTable, ColumnChange, Rewrite} from './change.ts'

// Steps.

/**
 * safe: nothing can be lost. checked: depends on the stored values. destructive: values are lost. refused: impossible
 * with the stored values.
 */
export type Weight = 'safe' | 'checked' | 'destructive' | 'refused'

export interface PlanStep {
  /**
   * As planned. A destructive step that destroys nothing becomes safe, a checked one that finds something becomes
   * refused.
   */
  readonly weight: 'safe' | 'checked' | 'destructive'
  readonly sentence: string
  readonly probe: Probe | null
  /** Explains the count; appended to the sentence. */
  readonly counted: (count: number) => string
  /** What to do about it, if it is refused or loses something. */
  readonly advice: string
  /** Only relevant at the level of tables. */
  readonly technical?: boolean
}

/** Tables and columns by their names before the migration. */
export type Probe =
  | {readonly probe: 'rows'; readonly table: string}
  | {readonly probe: 'filled' | 'empty'; readonly table: string; readonly column: ProbedColumn}
  | {
      readonly probe: 'misfits'
      readonly table: string
      readonly column: ProbedColumn
      readonly rewrite: Rewrite
      /** A condition the database can check: only values that violate it are examined. */
      readonly unless: TableCheck | null
    }
  | {readonly probe: 'word'; readonly table: string; readonly column: ProbedColumn; readonly word: string}
  /** Rows without pairs. */
  | {readonly probe: 'unlinked'; readonly table: string; readonly pairs: string}
  | {readonly probe: 'duplicates'; readonly table: string; readonly parts: readonly KeyPart[]}

export interface ProbedColumn {
  readonly name: string
  readonly holds: Representation
}

/** Part of a combination that must become unique: an earlier column after its conversion, or a constant. */
export type KeyPart =
  | {readonly kind: 'column'; readonly column: string; readonly rewrite: Rewrite | null}
  | {readonly kind: 'constant'; readonly filled: boolean}

export function safe(sentence: string): PlanStep {
  return {weight: 'safe', sentence, probe: null, counted: () => '', advice: ''}
}

/** About indexes, which change no record. */
export function technical(sentence: string): PlanStep {
  return {...safe(sentence), technical: true}
}

export function safeCounted(sentence: string, probe: Probe, counted: PlanStep['counted']): PlanStep {
  return {weight: 'safe', sentence, probe, counted, advice: ''}
}

export function destructive(sentence: string, probe: Probe, counted: PlanStep['counted'], advice: string): PlanStep {
  return {weight: 'destructive', sentence, probe, counted, advice}
}

export function checked(
  sentence: string,
  probe: Probe,
  told: {counted: PlanStep['counted']; advice: string},
): PlanStep {
  return {weight: 'checked', sentence, probe, ...told}
}

/** Only the document can declare a rename. */
export function calledNow(name: string, was: string, stays: string): string {
  return `If it is called ${name} now, write \`${name} (was ${was})\` in the document: then ${stays}.`
}

/** `1 record`, `12,000 records`. */
export function countedRecords(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString(plainLanguage)} ${number === 1 ? one : many}`
}

// Steps about unique constraints, indexes and references of a changed table.

export function indexSteps(change: ChangedTable, entity: string): PlanStep[] {
  const {dropped, added} = change
  const more = added.indexes.flatMap(index =>
    index.unique ? uniqueStep(change, index, entity) : [plainStep(index, entity)],
  )
  const less = dropped.indexes.filter(index => !isStill(change, index)).map(index => goneStep(index, entity))
  return [...more, ...less]
}

const listed = ({columns}: Index): string => columns.map(({name}) => name).join(', ')

const plainStep = (index: Index, entity: string): PlanStep => technical(`${entity} gets an index by ${listed(index)}.`)

function goneStep(index: Index, entity: string): PlanStep {
  if (!index.unique) return technical(`${entity} loses the index by ${listed(index)}.`)
  return safe(`${entity} may have the same ${listed(index)} more than once now.`)
}

/** Whether an index over the same columns is added in a slightly different form. */
function isStill({to, columns}: ChangedTable, dropped: Index): boolean {
  const names = dropped.columns.map(({name}) => laterName(columns, name))
  return to.indexes.some(({unique, columns}) => unique === dropped.unique && sameNames(columns, names))
}

function laterName(columns: readonly ColumnChange[], earlier: string): string | null {
  const change = columns.find(each => each.kind !== 'added' && each.from.name === earlier)
  return change && change.kind !== 'removed' && change.kind !== 'added' ? change.to.name : null
}

function sameNames(columns: readonly {readonly name: string}[], names: readonly (string | null)[]): boolean {
  return columns.length === names.length && columns.every(({name}, position) => name === names[position])
}

function uniqueStep(change: ChangedTable, index: Index, entity: string): PlanStep[] {
  const columns = index.columns.map(({name}) => changeTo(change, name))
  const numbered = columns.some(each => each.kind === 'added' && each.fill.kind === 'numbers')
  if (numbered || wasUnique(change, index, columns)) return []
  const rewritten = columns.some(each => each.kind === 'converted' || (each.kind === 'kept' && each.rewrite !== null))
  const sentence = rewritten && hadUnique(change, index) ? 'still occurs only once' : 'may occur only once'
  return [
    checked(
      `In ${entity}, ${listed(index)} ${sentence}.`,
      {probe: 'duplicates', table: change.from.name, parts: columns.map(keyPart)},
      {
        counted: found =>
          found === 0 ? 'It does.' : `${countedRecords(found, 'record has', 'records have')} what another one has.`,
        advice: 'Change these records first, or leave the rule out.',
      },
    ),
  ]
}

function changeTo({columns}: ChangedTable, name: string): ColumnChange {
  const found = columns.find(each => each.kind !== 'removed' && each.to.name === name)
  if (!found) throw new Error(`Nothing leads to the column ${name}.`)
  return found
}

function wasUnique(change: ChangedTable, index: Index, columns: readonly ColumnChange[]): boolean {
  return columns.every(each => each.kind === 'kept' && each.rewrite === null) && hadUnique(change, index)
}

function hadUnique({from, columns}: ChangedTable, index: Index): boolean {
  const names = index.columns.map(({name}) => name)
  return from.indexes.some(
    each =>
      each.unique &&
      sameNames(
        each.columns.map(({name}) => ({name: laterName(columns, name) ?? ''})),
        names,
      ),
  )
}

function keyPart(change: ColumnChange): KeyPart {
  if (change.kind === 'added') return {kind: 'constant', filled: change.fill.kind === 'value'}
  const rewrite = change.kind === 'removed' ? null : change.rewrite
  return {kind: 'column', column: change.from.name, rewrite}
}

export function otherSteps({added, dropped, raised}: ChangedTable, entity: string): PlanStep[] {
  const steps = raised.map(({column, from}) => safe(`${entity}.${column} goes on from ${from} at least.`))
  const again = added.foreignKeys.filter(({column}) => dropped.foreignKeys.some(key => key.column === column))
  steps.push(
    ...again.map(({column, whenDeleted}) =>
      safe(
        whenDeleted === 'delete'
          ? `A record of ${entity} is deleted together with its ${column} now.`
          : `A record of ${entity} is not deleted together with its ${column} any more.`,
      ),
    ),
  )
  return steps
}
