/** Numbers: `number` (whole numbers), `decimal` and `serial`. `money` has its own file. */

import {defineType, type OptionsResult} from '../define-type.ts'
import {openBounds, readBounds, writeBounds} from '../values/bounds.ts'
import {column} from '../values/column.ts'
import {type Numeric, numeric, readPlaces, show, spanAttributes, wholeSpan} from '../values/numeric.ts'

export const number = defineType({
  name: 'number',
  examples: ['number', 'number 0..100'],
  synonyms: ['ganzzahl', 'zahl', 'integer', 'int', 'bigint', 'whole number', 'count', 'numeric'],
  read(written): OptionsResult<Numeric> | null {
    const bounds = /^number(?:\s+(.+))?$/.exec(written)
    if (bounds === null) return null
    if (bounds[1] === undefined) return {ok: true, options: {places: 0, ...openBounds}}
    const read = readBounds(bounds[1], 'number 0..100')
    return read.ok ? wholeSpan(read.span, 0) : read
  },
  use: (options: Numeric) => ({
    ...numeric(options),
    written: `number ${writeBounds(options)}`.trim(),
    control: {control: 'number', attributes: {step: 1, ...spanAttributes(options)}},
    filter: {filter: 'range', control: {control: 'number', attributes: {step: 1}}},
    // The control for whole numbers uses plain digits in every language.
    toForm: value => [String(value)],
  }),
})

// `decimal 2`, `decimal 1, 0..366`: exact numbers with a fixed number of decimal places.

export const decimal = defineType({
  name: 'decimal',
  examples: ['decimal 2', 'decimal 1, 0..366'],
  synonyms: ['kommazahl', 'float', 'double', 'real', 'percent'],
  read(written): OptionsResult<Numeric> | null {
    const match = /^decimal(?:\s+([^,\s]+)(?:\s*[,\s]\s*(.*))?)?$/.exec(written)
    if (match === null) return null
    const places = readPlaces(match[1] ?? '')
    if (!places.ok) return places
    const bounds = match[2]
    if (bounds === undefined) return {ok: true, options: {places: places.options, ...openBounds}}
    const read = readBounds(bounds, `decimal ${places.options}, 0..100`)
    return read.ok ? wholeSpan(read.span, places.options) : read
  },
  use: (options: Numeric) => ({
    ...numeric(options),
    ...written(options),
    written: [`decimal ${options.places}`, writeBounds(options)].filter(Boolean).join(', '),
    // A text control, because a browser's number control sends "1.234" for 1,234 in German.
    control: {control: 'line', attributes: {inputMode: 'decimal'}},
    filter: {filter: 'range', control: {control: 'line', attributes: {inputMode: 'decimal'}}},
  }),
})

/** Trailing zeros are dropped (25, 14.5, 2.25); only money keeps them. */
function written(options: Numeric): Pick<ReturnType<typeof numeric>, 'toText' | 'toForm'> {
  const shown: Intl.NumberFormatOptions = {useGrouping: 'min2', ...short(options)}
  const typed: Intl.NumberFormatOptions = {useGrouping: false, ...short(options)}
  return {
    toText: (value, {language}) => show(value, language, shown),
    toForm: (value, {language}) => [show(value, language, typed)],
  }
}

function short({places}: Numeric): Intl.NumberFormatOptions {
  return {maximumFractionDigits: places}
}

// `serial`, `serial from 1001`: a number that each new record gets from a counter.

export const serial = defineType({
  name: 'serial',
  examples: ['serial', 'serial from 1001'],
  synonyms: ['autonumber', 'auto increment', 'sequence', 'identity'],
  read(written): OptionsResult<{from: number}> | null {
    const match = /^serial(?:\s+(.+))?$/.exec(written)
    if (match === null) return null
    if (match[1] === undefined) return {ok: true, options: {from: 1}}
    const from = /^from\s+(\d{1,12})$/.exec(match[1])?.[1]
    if (from !== undefined) return {ok: true, options: {from: Number(from)}}
    return {
      ok: false,
      message: `\`${match[1]}\` is not a number to start from.`,
      hint: 'Write `serial` or `serial from 1001`.',
      part: match[1],
    }
  },
  use({from}: {from: number}) {
    const options = {places: 0, least: 0, most: null}
    const holds = {as: 'number', places: 0} as const
    return {
      ...numeric(options),
      written: from === 1 ? 'serial' : `serial from ${from}`,
      storage: column({sqlite: 'INTEGER', postgres: 'bigint', holds, counter: from}),
      may: {default: false},
      names: true,
      display: 'text',
      control: {control: 'none'},
      filter: {filter: 'range', control: {control: 'number', attributes: {step: 1, min: 0}}},
      valueSet: {set: 'serial', within: ['number'], plain: false, least: 0, most: Number.MAX_SAFE_INTEGER},
      // Without grouping, as people quote it: 10234, not 10,234.
      toText: value => String(value),
      toForm: value => [String(value)],
    }
  },
})
