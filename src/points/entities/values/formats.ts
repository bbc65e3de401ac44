/** Intl's formats, made once for each language: making one costs a hundred times what using it does. */

const most = 500
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

export function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numbers, `${language} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options))
}

/** Always the Gregorian calendar, so that what is shown can be typed in again. */
export function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(language, {...options, calendar: 'gregory'})
  return kept(dates, `${language} ${JSON.stringify(options)}`, make)
}

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size >= most) formats.clear()
  const made = make()
  formats.set(key, made)
  return made
}
