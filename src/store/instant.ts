/** Instants as both databases take them, and as they give them back. */

const oneDay = 24 * 60 * 60 * 1000

/** The days that were written last, as texts up to the time: most instants are on one of a few, now and whatever is too old by now. */
const texts = new Map<number, string>()
const mostTexts = 100

export function instantAt(millis: number): string {
  if (!Number.isSafeInteger(millis)) return new Date(millis).toISOString()
  const day = Math.floor(millis / oneDay)
  const rest = millis - day * oneDay
  const [seconds, minutes] = [Math.floor(rest / 1000), Math.floor(rest / 60_000)]
  return `${texts.get(day) ?? dayText(day)}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${String(1000 + (rest % 1000)).slice(1)}Z`
}

function dayText(day: number): string {
  const text = new Date(day * oneDay).toISOString().slice(0, -timeLength)
  if (texts.size >= mostTexts) texts.clear()
  texts.set(day, text)
  return text
}

const timeLength = '00:00:00.000Z'.length
const two = (count: number): string => (count < 10 ? `0${count}` : String(count))

export function millisOf(stored: unknown): number {
  return Date.parse(String(stored).replace(' ', 'T').replace(/\+00$/, 'Z'))
}

const asWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** As it is written, whatever the database makes of it. */
export function instantIn(stored: unknown): string {
  return typeof stored === 'string' && asWritten.test(stored) ? stored : instantAt(millisOf(stored))
}
