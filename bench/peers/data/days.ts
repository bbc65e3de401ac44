/** Formatted days, and working days between two of them. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const oneDay = 24 * 3600 * 1000

/** `2027-03-05` → `5 Mar 2027`. */
export function dayText(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

export interface Span {
  readonly firstDay: string
  readonly firstHalf: boolean
  readonly lastDay: string
  readonly lastHalf: boolean
}

export function workingDays({firstDay, firstHalf, lastDay, lastHalf}: Span, holidays: ReadonlySet<string>): number {
  let days = 0
  const end = Date.parse(lastDay)
  for (let at = Date.parse(firstDay); at <= end; at += oneDay) {
    const day = new Date(at)
    const weekday = day.getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !holidays.has(day.toISOString().slice(0, 10))) days++
  }
  return days - (firstHalf ? 0.5 : 0) - (lastHalf ? 0.5 : 0)
}
