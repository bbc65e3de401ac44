/** What a field is filtered by, as texts of an address and back; how each kind of filter is written is said here once. */
import {addDays, type CalendarDate, type DateTime, fromMillis, toMillis} from '../../feel/calendar.ts'
import {encode, formatDate, readDate} from '../../feel/format.ts'
import {equal, type Value} from '../../feel/value.ts'
import type {FieldUse, Filter, Locale} from '../../points/entities/field-type.ts'
import {readInstant} from '../../points/entities/values/calendar-text.ts'
import {readId} from '../../points/entities/values/id.ts'
import {readPlain} from './plain-value.ts'
import type {FilterBy} from './request.ts'

/** `whole`: everything that was given could be read. */
export interface ReadFilter {
  readonly by: FilterBy | null
  readonly whole: boolean
}

const longestText = 200
const mostValues = 50
/** Stands for having nothing there. */
const none = 'none'

/** A form without JavaScript sends the ends of a range apart. */
export function filterKeys({filter}: Filter, key: string): string[] {
  return filter === 'range' ? [key, `${key}.from`, `${key}.to`] : [key]
}

export function readFilter(
  use: FieldUse,
  textsOf: (key: string) => readonly string[],
  {key, locale}: {key: string; locale: Locale},
): ReadFilter {
  const {filter} = use
  const texts = textsOf(key)
  const text = (texts.at(-1) ?? '').trim()
  switch (filter.filter) {
    case 'text':
      return text.length <= longestText && isClean(text) ? known({filter: 'text', text}) : unreadable
    case 'yes/no':
      return text === 'yes' || text === 'no' ? known({filter: 'yes/no', yes: text === 'yes'}) : unreadable
    case 'empty or not':
      return text === 'yes' || text === 'no' ? known({filter: 'empty or not', filled: text === 'yes'}) : unreadable
    case 'range':
      return text === ''
        ? readEnds(use, [textsOf(`${key}.from`), textsOf(`${key}.to`)], locale)
        : readRange(use, text, locale)
    case 'choice':
      return readChoice(filter.words, valuesIn(texts))
    case 'record':
      return readRecords(valuesIn(texts), text)
    case 'none':
      return unreadable
  }
}

const unreadable: ReadFilter = {by: null, whole: false}
const known = (by: FilterBy): ReadFilter => ({by, whole: true})

/** Databases take neither. */
const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

function valuesIn(texts: readonly string[]): string[] {
  const values = texts.flatMap(text => text.split(',')).map(value => value.trim())
  return [...new Set(values.filter(value => value !== ''))]
}

/** A word of the choice goes before ours. */
function readChoice(words: readonly string[], values: readonly string[]): ReadFilter {
  const chosen = words.filter(word => values.includes(word))
  const empty = values.includes(none) && !words.includes(none)
  const whole = chosen.length + (empty ? 1 : 0) === values.length
  return chosen.length > 0 || empty ? {by: {filter: 'choice', words: chosen, none: empty}, whole} : unreadable
}

/** Ids; what is none of these is a part of a name. */
function readRecords(values: readonly string[], text: string): ReadFilter {
  const ids = values.flatMap(value => readId(value) ?? []).slice(0, mostValues)
  const empty = values.includes(none)
  const whole = ids.length + (empty ? 1 : 0) === values.length
  if (ids.length > 0 || empty) return {by: {filter: 'record', ids: [...new Set(ids)], none: empty}, whole}
  return text.length <= longestText && isClean(text) ? known({filter: 'name', text}) : unreadable
}

type End = 'low' | 'high'

/** `a..b`, `a..`, `..b` or `a` alone. */
function readRange(use: FieldUse, text: string, locale: Locale): ReadFilter {
  const at = text.indexOf('..')
  const [from, to] = at < 0 ? [text, text] : [text.slice(0, at), text.slice(at + 2)]
  return rangeOf(readEnd(use, from, {end: 'low', locale}), readEnd(use, to, {end: 'high', locale}))
}

/** The controls of a form, which are read as people write. */
function readEnds(use: FieldUse, texts: readonly (readonly string[])[], locale: Locale): ReadFilter {
  const read = (given: readonly string[], end: End): Value | undefined => {
    const text = given.at(-1) ?? ''
    const plain = readEnd(use, text, {end, locale})
    if (plain !== undefined || use.keeps.kind !== 'column') return plain
    const judged = use.fromForm([text], locale)
    return judged.ok ? judged.value : undefined
  }
  return rangeOf(read(texts[0] ?? [], 'low'), read(texts[1] ?? [], 'high'))
}

/** An end that cannot be read is open, and told. */
function rangeOf(low: Value | undefined, high: Value | undefined): ReadFilter {
  const whole = low !== undefined && high !== undefined
  const ends = {low: low ?? null, high: high ?? null}
  return ends.low === null && ends.high === null ? {by: null, whole} : {by: {filter: 'range', ...ends}, whole}
}

function readEnd({type}: FieldUse, text: string, {end, locale}: {end: End; locale: Locale}): Value | undefined {
  const written = text.trim()
  if (written === '') return null
  if (type.kind === 'date and time') return instantAt(written, {end, zone: locale.zone})
  return readPlain(type, written)
}

/** A day alone is the whole of it, by the clocks of the zone. */
function instantAt(text: string, {end, zone}: {end: End; zone: string}): Value | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? readDate(text) : null
  if (day === null) return instantOf(text, zone)
  if (end === 'low') return startOf(day, zone)
  const after = addDays(day, 1)
  const next = after === null ? undefined : startOf(after, zone)
  return next === undefined ? undefined : (fromMillis(toMillis(next) - 1) ?? undefined)
}

/** Some clocks skip midnight. */
function startOf(day: CalendarDate, zone: string): DateTime | undefined {
  const date = formatDate(day)
  return instantOf(`${date}T00:00`, zone) ?? instantOf(`${date}T01:00`, zone)
}

function instantOf(text: string, zone: string): DateTime | undefined {
  const read = readInstant(text, zone, 'en')
  return read.ok ? read.instant : undefined
}

export function writeFilter(by: FilterBy): string {
  switch (by.filter) {
    case 'text':
    case 'name':
      return by.text
    case 'yes/no':
      return by.yes ? 'yes' : 'no'
    case 'empty or not':
      return by.filled ? 'yes' : 'no'
    case 'range':
      return equal(by.low, by.high) === true ? plain(by.low) : `${plain(by.low)}..${plain(by.high)}`
    case 'choice':
      return [...by.words, ...(by.none ? [none] : [])].join(',')
    case 'record':
      return [...by.ids, ...(by.none ? [none] : [])].join(',')
  }
}

const plain = (value: Value): string => (value === null ? '' : String(encode(value)))
