/**
 * `= expression`: evaluated on every read. It is shown like the type of its values, has no column and accepts no input;
 * plain numbers are shown with up to three decimals.
 */
import {CalendarDate, toDays} from '../../../feel/calendar.ts'
import {formatNum, type Num} from '../../../feel/decimal.ts'
import {formatValue} from '../../../feel/format.ts'
import {describeType, numberType, type Type} from '../../../feel/type.ts'
import {isList, isNum, type List, type Value} from '../../../feel/value.ts'
import {languageOf, listInLanguage} from '../../../messages/languages.ts'
import {defineType} from '../define-type.ts'
import {accepted, type FieldType, type FieldUse, invalid, type Locale} from '../field-type.ts'
import {showDate} from '../values/calendar-text.ts'
import {storedNumber} from '../values/column.ts'
import {show} from '../values/numeric.ts'
import {moneyFilter, moneyText} from './money.ts'

export function computedUse(type: Type, types: readonly FieldType[]): FieldUse {
  const shown = firstOf(types, type) ?? calculated.shows(type) ?? anything.use(type)
  return {
    ...shown,
    written: `= ${describeType(type)}`,
    type,
    storage: {kind: 'nothing'},
    may: {required: false, default: false, unique: false},
    control: {control: 'none'},
    valueSet: {...shown.valueSet, set: 'computed', within: [], plain: false},
    literal: () => undefined,
    check: () => null,
    fromForm: texts => (texts.length === 0 ? accepted(shown.empty) : invalid('NOT_TO_FILL_IN')),
    fromCsv: () => invalid('NOT_TO_FILL_IN'),
    fromJson: () => invalid('NOT_TO_FILL_IN'),
    changeFrom: earlier =>
      earlier.storage.kind === 'nothing' ? {kind: 'same'} : {kind: 'impossible', why: 'It is computed now.'},
  }
}

/** Amounts of money are shown as money. */
export function amountUse(use: FieldUse): FieldUse {
  const toText: FieldUse['toText'] = (value, locale) => (value !== null && isNum(value) ? moneyText(value, locale) : '')
  return {...use, filter: moneyFilter, toText}
}

/** Texts returned by a formula, such as "busy", are shown by their labels. */
export function labelledUse(use: FieldUse, labels: ReadonlyMap<string, string>): FieldUse {
  const toText: FieldUse['toText'] = (value, locale) =>
    (typeof value === 'string' ? labels.get(value) : undefined) ?? use.toText(value, locale)
  return {...use, toText}
}

/** A number computed from decimals is written like them, without trailing zeros: 89.9, not 89.90; 0.1234 with all its places. */
export function placesUse(use: FieldUse, places: number): FieldUse {
  const digits: Intl.NumberFormatOptions = {
    ...shown,
    maximumFractionDigits: Math.max(3, places),
  }
  const toText: FieldUse['toText'] = (value, {language}) =>
    value !== null && isNum(value) ? show(value, language, digits) : ''
  return {...use, written: `${use.written} (${places} places)`, toText}
}

function firstOf(types: readonly FieldType[], type: Type): FieldUse | null {
  for (const each of types) {
    const use = each.shows(type)
    if (use !== null) return use
  }
  return null
}

const nothingKept = {
  storage: {kind: 'nothing'},
  control: {control: 'none'},
  fromText: () => invalid('NOT_TO_FILL_IN'),
  fromJson: () => invalid('NOT_TO_FILL_IN'),
  toColumn: () => null,
  fromColumn: () => null,
} as const

const shown: Intl.NumberFormatOptions = {useGrouping: 'min2', maximumFractionDigits: 3}

const calculated = defineType({
  name: '=',
  examples: [],
  read: () => null,
  shows: type => (type.kind === 'number' ? {options: null} : null),
  use: (_: null) => ({
    ...nothingKept,
    written: '= number',
    type: numberType,
    display: 'number',
    filter: {filter: 'range', control: {control: 'line', attributes: {inputMode: 'decimal'}}},
    sort: {sort: 'value'},
    valueSet: {set: 'computed'},
    is: (value: Value): value is Num => isNum(value),
    fit: value => accepted(value),
    toText: (value, {language}) => show(value, language, shown),
    toCsv: formatNum,
    // The databases return digits.
    fromColumn: stored => storedNumber(stored),
  }),
})

/** Lists of dates are written as people do; other lists and durations in months are rare, and in expression syntax. */
const anything = defineType({
  name: '=',
  examples: [],
  read: () => null,
  use: (type: Type) => ({
    ...nothingKept,
    written: `= ${describeType(type)}`,
    type,
    display: 'text',
    filter: {filter: 'none'},
    sort: {sort: 'none'},
    valueSet: {set: 'computed'},
    is: (_value: Value): _value is Exclude<Value, null> => true,
    fit: value => accepted(value),
    toText: (value, locale) => (isList(value) ? textOfList(value, locale) : formatValue(value)),
    toCsv: formatValue,
  }),
})

function textOfList(list: List, locale: Locale): string {
  const dates = list.filter(item => item instanceof CalendarDate)
  return dates.length > 0 && dates.length === list.length
    ? textOfDates(dates, locale)
    : list.map(formatValue).join(', ')
}

const mostDates = 8

/** `Wed 16 Dec and Wed 23 Dec`; of many, the first and how many follow. */
function textOfDates(dates: readonly CalendarDate[], locale: Locale): string {
  const {language} = locale
  const texts = dates.toSorted((a, b) => toDays(a) - toDays(b)).map(date => showDate(date, locale))
  const left = texts.length - mostDates
  const shown = left > 0 ? [...texts.slice(0, mostDates), languageOf(language).events.moreDays(left)] : texts
  return listInLanguage(shown, language)
}
