/** `3 May`, or `3 May 2027` in another year: the text of a date such as `2027-05-03`. */
export function shortDay(day: string, dateLocale: string): string {
  const date = new Date(`${day}T12:00:00`)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const year = isThisYear ? {} : ({year: 'numeric'} as const)
  return date.toLocaleDateString(dateLocale, {day: 'numeric', month: 'short', ...year})
}
