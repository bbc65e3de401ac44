/** `decimal 2`, `decimal 1, 0..366`: exact numbers with so many digits after the point. */
import {defineType, type ReadOptions} from '../define-type.ts'
import {type Numeric, numeric, show} from '../values/numeric.ts'
import {readPlaces, wholeSpan} from '../values/numeric-options.ts'
import {openSpan, readSpan, writeSpan} from '../values/span.ts'

export const decimal = defineType({
  name: 'decimal',
  examples: ['decimal 2', 'decimal 1, 0..366'],
  elsewhere: ['kommazahl', 'float', 'double', 'real', 'percent'],
  read(written): ReadOptions<Numeric> | null {
    const match = /^decimal(?:\s+([^,\s]+)(?:\s*[,\s]\s*(.*))?)?$/.exec(written)
    if (match === null) return null
    const places = readPlaces(match[1] ?? '')
    if (!places.ok) return places
    const bounds = match[2]
    if (bounds === undefined) return {ok: true, options: {places: places.options, ...openSpan}}
    const read = readSpan(bounds, `decimal ${places.options}, 0..100`)
    return read.ok ? wholeSpan(read.span, places.options) : read
  },
  use: (options: Numeric) => ({
    ...numeric(options),
    ...written(options),
    written: [`decimal ${options.places}`, writeSpan(options)].filter(Boolean).join(', '),
    // A browser's own control for numbers sends "1.234" for 1,234 in German; a line of text means what it shows.
    control: {control: 'line', attributes: {inputMode: 'decimal'}},
    filter: {filter: 'range', control: {control: 'line', attributes: {inputMode: 'decimal'}}},
  }),
})

/** People write 25, 14.5 and 12.50; money alone keeps its empty places. */
function written(options: Numeric): Pick<ReturnType<typeof numeric>, 'toText' | 'toForm'> {
  const shown: Intl.NumberFormatOptions = {useGrouping: 'min2', ...short(options)}
  const typed: Intl.NumberFormatOptions = {useGrouping: false, ...short(options)}
  return {
    toText: (value, {language}) => show(value, language, shown),
    toForm: (value, {language}) => [show(value, language, typed)],
  }
}

function short({places}: Numeric): Intl.NumberFormatOptions {
  return {minimumFractionDigits: places, maximumFractionDigits: places, trailingZeroDisplay: 'stripIfInteger'}
}
