/** How stored values of an earlier type, or an earlier choice of words, become values of a later one. */
import {isList, type Value} from '../../feel/value.ts'
import type {Change, FieldUse, Locale} from '../../points/entities/field-type.ts'
import {match, type Renamable, type Rewrite, type Rewritten} from './change.ts'

// Words of a choice, a state or a list of roles: new, renamed or gone, and the effect on stored values.

export interface WordChange {
  readonly added: readonly string[]
  /** Earlier word → later word. */
  readonly renamed: ReadonlyMap<string, string>
  /** Earlier word → what its values become; null: empty. */
  readonly gone: ReadonlyMap<string, string | null>
}

/** Null unless both are choices of the same kind. `instead` is called only if a word is gone. */
export function wordChange(from: FieldUse, to: FieldUse, instead: () => string | null): WordChange | null {
  const [before, after] = [from.valueSet, to.valueSet]
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

function named({valueSet}: FieldUse): Renamable[] {
  const was = new Map([...valueSet.renamed].map(([earlier, later]) => [later, earlier]))
  return (valueSet.words ?? []).map(name => ({name, was: was.get(name) ?? null}))
}

export const changesValues = ({renamed, gone}: WordChange): boolean => renamed.size > 0 || gone.size > 0

function changeWords(value: Value, change: WordChange): Value {
  if (isList(value)) return [...new Set(value.map(item => changeWords(item, change)).filter(item => item !== null))]
  if (typeof value !== 'string') return value
  return change.renamed.get(value) ?? (change.gone.has(value) ? (change.gone.get(value) ?? null) : value)
}

// Values of an earlier type.

export interface Rewriting {
  readonly from: FieldUse
  readonly to: FieldUse
  readonly locale: Locale
  /** By which the earlier document showed its values: amounts had another currency, perhaps. */
  readonly earlierLocale: Locale
}

type Convertible = Extract<Change, {readonly kind: 'widening' | 'narrowing'}>

/** By the types' own conversion. What would become empty on the way does not fit: it would be lost. */
export function rewriteBy(change: Convertible, {from, to, locale, earlierLocale}: Rewriting): Rewrite {
  return (stored, database) => {
    const value = from.fromColumn(stored, database)
    const shown = from.toText(value, earlierLocale)
    const judged = change.convert(value, locale)
    if (!judged.ok) return {ok: false, shown, problem: judged.problems[0]?.code ?? ''}
    if (isEmpty(judged.value) && !isEmpty(value)) return {ok: false, shown, problem: 'REQUIRED'}
    return {ok: true, stored: to.toColumn(judged.value, database)}
  }
}

export function rewriteWords(change: WordChange, required: boolean, {from, to, locale}: Rewriting): Rewrite {
  return (stored, database): Rewritten => {
    const value = from.fromColumn(stored, database)
    const changed = changeWords(value, change)
    if (required && isEmpty(changed) && !isEmpty(value))
      return {ok: false, shown: from.toText(value, locale), problem: 'REQUIRED'}
    return {ok: true, stored: to.toColumn(changed, database)}
  }
}

const isEmpty = (value: Value): boolean => value === null || (isList(value) && value.length === 0)
