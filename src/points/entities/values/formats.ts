/** Intl formatters, created once for each language and options, because creating one is expensive. */
import {dateLocaleOf} from '../../../messages/languages.ts'

/** Languages may come from requests, so the number of formatters is bounded. */
const most = 500
const numbers = new Map<string, Intl.NumberFormat>()
const byOptions = new WeakMap<Intl.NumberFormatOptions, Map<string, Intl.NumberFormat>>()
const dates = new Map<string, Intl.DateTimeFormat>()
const collators = new Map<string, Intl.Collator>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()

export function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  // Types pass the same options object each time.
  const byLanguage = byOptions.get(options) ?? new Map<string, Intl.NumberFormat>()
  byOptions.set(options, byLanguage)
  const known = byLanguage.get(language)
  if (known) return known
  const make = () => new Intl.NumberFormat(language, options)
  const format = kept(numbers, `${language} ${JSON.stringify(options)}`, make)
  if (byLanguage.size < most) byLanguage.set(language, format)
  return format
}

const wholes = new WeakMap<Intl.NumberFormat, Map<number, string>>()
const mostWholes = 1000

/** Most numbers on a page are small and whole, so their texts are kept. */
export function wholeText(value: number, language: string, options: Intl.NumberFormatOptions): string {
  const format = numberFormat(language, options)
  if (Math.abs(value) >= mostWholes) return format.format(value)
  const texts = wholes.get(format) ?? new Map<number, string>()
  wholes.set(format, texts)
  const text = texts.get(value) ?? format.format(value)
  texts.set(value, text)
  return text
}

/** Always the Gregorian calendar, so that formatted dates can be parsed again. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(dateLocaleOf(language), {...options, calendar: 'gregory'})
  return kept(dates, `${language} ${JSON.stringify(options)}`, make)
}

/** `3 minutes ago`, `yesterday`. */
export function relativeFormat(language: string): Intl.RelativeTimeFormat {
  return kept(relatives, language, () => new Intl.RelativeTimeFormat(language, {numeric: 'auto'}))
}

/** Compares texts in the order of the language's dictionaries. */
export function dictionaryOrder(language: string): (one: string, other: string) => number {
  return kept(collators, language, () => new Intl.Collator(language)).compare
}

const moments = new WeakMap<Intl.DateTimeFormat, Map<number, string>>()
const mostMoments = 2000

/** The same instants occur on many pages, so their texts are kept. */
export function momentText(format: Intl.DateTimeFormat, at: number): string {
  const texts = moments.get(format) ?? new Map<number, string>()
  moments.set(format, texts)
  const known = texts.get(at)
  if (known !== undefined) return known
  if (texts.size >= mostMoments) texts.clear()
  const text = format.format(at)
  texts.set(at, text)
  return text
}

export function kept<Made>(all: Map<string, Made>, key: string, make: () => Made): Made {
  const known = all.get(key)
  if (known !== undefined) return known
  if (all.size >= most) all.clear()
  const made = make()
  all.set(key, made)
  return made
}
