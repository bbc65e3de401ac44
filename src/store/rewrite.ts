/** How a stored value of an earlier type becomes one of a later type, from column to column, through values. */
import {isList, type Value} from '../feel/value.ts'
import type {Change, FieldUse, Locale} from '../points/entities/field-type.ts'
import type {Rewrite, Rewritten} from './change.ts'
import {changeWords, type WordChange} from './word-change.ts'

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
