/** How a language writes whole numbers: making a format takes longer than drawing most pages. */

const formats = new Map<string, Intl.NumberFormat>()

export function numberFormat(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(language)
  formats.set(language, format)
  return format
}
