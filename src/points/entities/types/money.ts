/** `money`, `money 0..1000`: an amount of CURRENCY, exact to its smallest unit. */

import type {Num} from '../../../feel/decimal.ts'
import {plainLanguage} from '../../../messages/language.ts'
import {defineType, type OptionsResult} from '../define-type.ts'
import type {Control, FieldUse, Filter, Locale} from '../field-type.ts'
import {openBounds, readBounds, writeBounds} from '../values/bounds.ts'
import {kept, numberFormat} from '../values/formats.ts'
import {type Numeric, numeric, show, wholeSpan} from '../values/numeric.ts'

const moneyControl: Control = {control: 'line', attributes: {inputMode: 'decimal', money: true}}
export const moneyFilter: Filter = {filter: 'range', control: moneyControl}

/** Whether its values are amounts, stored or computed. */
export function isAmountOfMoney({filter}: Pick<FieldUse, 'filter'>): boolean {
  return filter.filter === 'range' && filter.control.attributes?.['money'] === true
}

export const money = defineType({
  name: 'money',
  examples: ['money', 'money 0..10000'],
  synonyms: ['geld', 'preis', 'betrag', 'currency', 'price', 'amount'],
  read(written, {currency}): OptionsResult<Numeric> | null {
    const bounds = /^money(?:\s+(.+))?$/.exec(written)
    if (bounds === null) return null
    const places = placesOf(currency)
    if (bounds[1] === undefined) return {ok: true, options: {places, ...openBounds}}
    const read = readBounds(bounds[1], 'money 0..10000')
    return read.ok ? wholeSpan(read.span, places) : read
  },
  use(options: Numeric) {
    const number = numeric(options)
    return {
      ...number,
      written: `money ${writeBounds(options)}`.trim(),
      control: moneyControl,
      filter: moneyFilter,
      fromText: (text, locale) => number.fromText(withoutCurrency(text, locale), locale),
      fromCsv: (text, locale) => (number.fromCsv ?? number.fromText)(withoutCurrency(text, locale), locale),
      toText: moneyText,
    }
  },
})

/** `€`, as written before or after an amount. */
export function currencySign({language, currency}: Pick<Locale, 'language' | 'currency'>): string {
  return signOf(language, currency, 'narrowSymbol')
}

export function moneyText(value: Num, {language, currency}: Locale): string {
  return show(value, language, {style: 'currency', currency})
}

function placesOf(currency: string): number {
  return numberFormat(plainLanguage, {style: 'currency', currency}).resolvedOptions().maximumFractionDigits ?? 2
}

/** `€ 12.50` and `12.50 EUR` mean 12.50; another currency does not. */
function withoutCurrency(text: string, {language, currency}: Locale): string {
  const sign = kept(signs, `${language} ${currency}`, () => signsOf(language, currency)).find(each =>
    text.includes(each),
  )
  return sign === undefined ? text : text.replace(sign, '').trim()
}

const signs = new Map<string, readonly string[]>()

function signsOf(language: string, currency: string): readonly string[] {
  const displays = ['symbol', 'narrowSymbol'] as const
  // Japanese has a full-width ¥; keyboards have the other one.
  return [
    currency,
    ...[language, plainLanguage].flatMap(each => displays.map(display => signOf(each, currency, display))),
  ]
}

function signOf(language: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = numberFormat(language, {style: 'currency', currency, currencyDisplay}).formatToParts(1)
  return parts.find(part => part.type === 'currency')?.value ?? currency
}
