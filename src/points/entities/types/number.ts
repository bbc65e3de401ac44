/** `number`, `number 0..100`: whole numbers. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {type Numeric, numeric} from '../values/numeric.ts'
import {spanAttributes, wholeSpan} from '../values/numeric-options.ts'
import {openSpan, readSpan, writeSpan} from '../values/span.ts'

export const number = defineType({
  name: 'number',
  examples: ['number', 'number 0..100'],
  elsewhere: ['ganzzahl', 'zahl', 'integer', 'int', 'bigint', 'whole number', 'count', 'numeric'],
  read(written): ReadOptions<Numeric> | null {
    const bounds = /^number(?:\s+(.+))?$/.exec(written)
    if (bounds === null) return null
    if (bounds[1] === undefined) return {ok: true, options: {places: 0, ...openSpan}}
    const read = readSpan(bounds[1], 'number 0..100')
    return read.ok ? wholeSpan(read.span, 0) : read
  },
  use: (options: Numeric) => ({
    ...numeric(options),
    written: `number ${writeSpan(options)}`.trim(),
    control: {control: 'number', attributes: {step: 1, ...spanAttributes(options)}},
    filter: {filter: 'range', control: {control: 'number', attributes: {step: 1}}},
    // The control of whole numbers takes and gives plain digits in every language.
    toForm: value => [String(value)],
  }),
})
