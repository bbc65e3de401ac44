/** The functions on texts that SQLite lacks or does for ASCII only. Positions count code points. */
import {MOST_TEXT} from '../arithmetic.ts'
import {round, toInteger} from '../decimal.ts'
import {pattern, replace, split} from '../functions/patterns.ts'
import {numberFrom} from '../functions/text.ts'
import {digits, exact, type SqliteFunction, yes} from './sqlite-numbers.ts'

const cut = (n: bigint | string | undefined): number | null => {
  const whole = round(exact(n), 0, 'down')
  return whole === null ? null : toInteger(whole)
}

function slice(text: string, from: number | null, count: number | null): string | null {
  const points = Array.from(text)
  if (from === null || count === null || from === 0 || count < 1 || Math.abs(from) > points.length) return null
  const first = from > 0 ? from - 1 : points.length + from
  return points.slice(first, first + count).join('')
}

const around = (text: string, match: string, part: 'before' | 'after'): string => {
  const at = text.indexOf(match)
  if (at < 0) return ''
  return part === 'before' ? text.slice(0, at) : text.slice(at + match.length)
}

const asked =
  (ask: (text: string, match: string) => boolean): SqliteFunction =>
  (text, match) =>
    yes(ask(String(text), String(match)))

const engineOf = (source: bigint | string | undefined, flags: bigint | string | undefined = '') =>
  pattern(String(source), String(flags))

/** Marks a separator that is not given. */
export const NO_SEPARATOR = '\u0001'

const separator = (text: bigint | string | undefined): string | null => {
  const given = String(text)
  return given === NO_SEPARATOR ? null : given
}

export const sqliteTexts: Readonly<Record<string, SqliteFunction>> = {
  join_texts: (a, b) => {
    const joint = String(a) + String(b)
    return joint.length > MOST_TEXT ? null : joint
  },
  substring: (text, start, length) => slice(String(text), cut(start), cut(length)),
  before: (text, match) => around(String(text), String(match), 'before'),
  after: (text, match) => around(String(text), String(match), 'after'),
  upper: text => String(text).toUpperCase(),
  lower: text => String(text).toLowerCase(),
  contains: asked((text, match) => text.includes(match)),
  starts_with: asked((text, match) => text.startsWith(match)),
  ends_with: asked((text, match) => text.endsWith(match)),
  bounded: text => (String(text).length > MOST_TEXT ? null : text),
  matches: (text, source, flags) => {
    const engine = engineOf(source, flags)
    return engine === null ? null : yes(engine.test(String(text)))
  },
  replace: (text, source, replacement, flags) => {
    const engine = engineOf(source, flags)
    return engine === null ? null : replace(String(text), engine, String(replacement))
  },
  split: (text, source) => {
    const engine = engineOf(source)
    const parts = engine === null ? null : split(String(text), engine)
    return parts === null ? null : JSON.stringify(parts)
  },
  read_number: (text, grouping, point) => digits(numberFrom(String(text), separator(grouping), separator(point))),
}
