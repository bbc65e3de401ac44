/**
 * What becomes of the words of a choice, a state or a list of roles: which are new, called otherwise, or gone, and
 * how that changes the values that are there.
 */

import {isList, type Value} from '../feel/value.ts'
import type {FieldUse} from '../points/entities/field-type.ts'
import {match, type Named} from './match.ts'

export interface WordChange {
  readonly added: readonly string[]
  /** Earlier word → later word. */
  readonly renamed: ReadonlyMap<string, string>
  /** Earlier word → what its values become; null: empty. */
  readonly gone: ReadonlyMap<string, string | null>
}

/** Null where not both are choices of the same kind. `instead` is asked for only where a word is gone. */
export function wordChange(from: FieldUse, to: FieldUse, instead: () => string | null): WordChange | null {
  const [before, after] = [from.extent, to.extent]
  if (before.words === null || after.words === null || before.set !== after.set) return null
  const matches = match(named(from), named(to))
  const pairs = matches.flatMap(({from, to}) => (from && to && from.name !== to.name ? [[from.name, to.name]] : []))
  const goneWords = matches.flatMap(({from, to}) => (from && !to ? [from.name] : []))
  return {
    added: matches.flatMap(({from, to}) => (to && !from ? [to.name] : [])),
    renamed: new Map(pairs.map(([earlier = '', later = '']) => [earlier, later])),
    // A word that was laid together with another one that was there already is said to have been it.
    gone: new Map(goneWords.map(word => [word, after.renamed.get(word) ?? instead()])),
  }
}

function named({extent}: FieldUse): Named[] {
  const was = new Map([...extent.renamed].map(([earlier, later]) => [later, earlier]))
  return (extent.words ?? []).map(name => ({name, was: was.get(name) ?? null}))
}

export const changesValues = ({renamed, gone}: WordChange): boolean => renamed.size > 0 || gone.size > 0

export function changeWords(value: Value, change: WordChange): Value {
  if (isList(value)) return [...new Set(value.map(item => changeWords(item, change)).filter(item => item !== null))]
  if (typeof value !== 'string') return value
  return change.renamed.get(value) ?? (change.gone.has(value) ? (change.gone.get(value) ?? null) : value)
}
