/**
 * The records that a search finds: every typed word is the beginning of a word in one of the fields. A field counts
 * only on records where the actor sees it.
 */

import {sql} from 'kysely'
import {type CalendarDate, type DateTime, daysInMonth, makeDate, toDays} from '../../feel/calendar.ts'
import type {Core} from '../../feel/core.ts'
import {type Sql, type SqlContext, toPredicate, toValue} from '../../feel/sql/to-sql.ts'
import {plainLanguage} from '../../messages/language.ts'
import type {Field} from '../../points/entities/model.ts'
import {limitTo} from '../../store/sql.ts'
import {isYes} from '../base/core-build.ts'
import type {RequestTime} from '../base/request-time.ts'
import {beginningOf} from '../display/dates.ts'
import type {Visibility} from '../permissions/visibility.ts'
import type {FilterBy, Path} from '../query/list-query.ts'
import {localeOf} from '../query/lookup.ts'
import {type QueryContext, tableOf} from '../query/select.ts'
import {and} from '../query/sql-conditions.ts'
import {filterCondition} from './filters.ts'
import {type Branch, routeTo, wayBack} from './reference-order.ts'
import {fold, searchWords} from './search-index.ts'

/*
 * Matches of a typed word besides texts: a choice or a state by its label, a date or a span by its month. Each match is
 * a condition that holds only if the actor sees the field.
 */

interface ValueSearch {
  readonly entity: string
  /** Choices, states, dates and spans; other fields are ignored. */
  readonly paths: readonly Path[]
  readonly words: readonly string[]
  readonly moment: RequestTime
}

/** One list of conditions per word. */
export function valueConditions(visibility: Visibility, {entity, paths, words, moment}: ValueSearch): Core[][] {
  const months = monthsMeant(words, moment)
  return words.map((word, index) =>
    paths.flatMap(path => {
      const field = visibility.visibleField(entity, path)?.field
      const meanings = field ? [...choicesOf(field, word, moment), ...datesOf(field, months[index] ?? [], moment)] : []
      return meanings.flatMap(by => filterCondition(visibility, entity, {path, by}) ?? [])
    }),
  )
}

function choicesOf({type}: Field, word: string, moment: RequestTime): FilterBy[] {
  if (type.filter.filter !== 'choice') return []
  const locale = localeOf(moment)
  const isList = type.type.kind === 'list'
  const meant = type.filter.words.filter(each =>
    searchWords(`${type.toText(isList ? [each] : each, locale)} ${each}`).some(part => part.startsWith(word)),
  )
  return meant.length > 0 ? [{filter: 'choice', words: meant, none: false}] : []
}

function datesOf({type}: Field, months: readonly Month[], {zone}: RequestTime): FilterBy[] {
  const {kind} = type.type
  if (kind !== 'date' && kind !== 'date and time') return []
  return months.map(({first, last}) => {
    const [low, high] = kind === 'date' ? [first, last] : [momentOf(first, zone), momentOf(last, zone, 1)]
    return {filter: 'range', low, high}
  })
}

/** The start of a day in the zone. */
function momentOf(date: CalendarDate, zone: string, daysLater = 0): DateTime | null {
  return beginningOf(toDays(date) + daysLater, zone)
}

interface Month {
  readonly first: CalendarDate
  readonly last: CalendarDate
}

/** Shorter words match the beginnings of too many others. */
const shortestMonth = 3

/** `dec` matches each December from last year to next year; with a year next to it, both words mean that month. */
function monthsMeant(words: readonly string[], {language, local}: RequestTime): Month[][] {
  const numbers = words.map(word => monthNumbers(word, language))
  const year = words.find(word => /^(19|20|21)\d\d$/.test(word))
  const thisYear = local.date.year
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)]
  const inYears = (some: readonly number[]) => some.flatMap(month => years.flatMap(each => monthOf(each, month)))
  return words.map((word, index) => inYears(word === year ? numbers.flat() : (numbers[index] ?? [])))
}

/** By month names in the reader's language and in English. */
function monthNumbers(word: string, language: string): number[] {
  if (word.length < shortestMonth) return []
  const names = [...new Set([language, plainLanguage])].map(
    each => new Intl.DateTimeFormat(each, {month: 'long', timeZone: 'UTC'}),
  )
  const isMeant = (month: number) =>
    names.some(format => fold(format.format(Date.UTC(2000, month - 1, 1))).startsWith(word))
  return Array.from({length: 12}, (_, index) => index + 1).filter(isMeant)
}

function monthOf(year: number, month: number): Month[] {
  const [first, last] = [makeDate(year, month, 1), makeDate(year, month, daysInMonth(year, month))]
  return first && last ? [{first, last}] : []
}

export interface SearchedPath {
  /** The expression of the record that has the field. */
  readonly of: Core
  readonly entity: string
  readonly field: string
  readonly seen: Core
}

/** One word in one field: as a query from the word to the records, and as a condition on a given record. */
interface WordMatch {
  readonly found: Branch
  readonly checked: Sql
}

export interface WordSearch {
  /** One per field; any of them suffices. */
  readonly matches: readonly WordMatch[]
  /** The number of indexed words that it starts, counted up to a limit. */
  readonly hits: number
  /** It has too many matches to collect: the index of the order is scanned, and each record checked. */
  readonly common: boolean
}

/** The typed words, and whether the other conditions are more selective than any of them. */
export interface Searching {
  readonly searches: readonly WordSearch[]
  readonly narrow: boolean
}

export const noSearch: Searching = {searches: [], narrow: false}

/** Whether one of the words is rare enough to collect all its matches. */
export function isLed(searches: readonly WordSearch[]): boolean {
  return searches.some(({common}) => !common)
}

interface SearchText {
  readonly entity: string
  readonly words: readonly string[]
  readonly paths: readonly SearchedPath[]
  /** For each word, alternative conditions: a choice or a month of that name. */
  readonly values: readonly (readonly Core[])[]
  readonly context: SqlContext
  /** A word with more hits is common. */
  readonly most: number
}

/** Counts how common the words are, in one statement. */
export async function searchFor(reading: QueryContext, typed: SearchText): Promise<WordSearch[]> {
  const {words, paths, values, context, most} = typed
  if (words.length === 0) return []
  const conditions = words.map((_, index) => (values[index] ?? []).map(core => toPredicate(core, context)))
  const sources = words.map((word, index) => [
    ...paths.map(path => sql`nonet_search as s where ${entries(path, word)}`),
    ...(conditions[index] ?? []).map(
      condition => sql`${sql.table(tableOf(reading, typed.entity))} as r where ${condition}`,
    ),
  ])
  const counts = sources.map((some, index) => sql`(${sumOfCounts(some, most)}) as ${sql.ref(`c${index}`)}`)
  const {rows} = await sql<Record<string, unknown>>`select ${sql.join(counts)}`.execute(reading.db)
  return words.map((word, index) => {
    const hits = Number(rows[0]?.[`c${index}`] ?? 0)
    const ofTexts = paths.map(path => matchOf(path, word, context))
    const ofValues = (conditions[index] ?? []).map(where => ({found: {from: null, where}, checked: where}))
    return {matches: [...ofTexts, ...ofValues], hits, common: hits > most}
  })
}

/** Each is counted up to a limit. */
function sumOfCounts(sources: readonly Sql[], most: number): Sql {
  if (sources.length === 0) return sql`0`
  const counted = sources.map(source => sql`(select count(*) from (select 1 from ${source} ${limitTo(most + 1)}) as n)`)
  return sql.join(counted, sql` + `)
}

/** Both databases order words by code point; this is the last code point. */
const last = '\u{10ffff}'

function entries({entity, field}: Pick<SearchedPath, 'entity' | 'field'>, word: string): Sql {
  return sql`s.entity = ${entity} and s.field = ${field} and s.word >= ${word} and s.word < ${word + last}`
}

function matchOf(path: SearchedPath, word: string, context: SqlContext): WordMatch {
  const record = toValue(path.of, context).sql
  const seen = isYes(path.seen) ? sql`` : sql` and ${toPredicate(path.seen, context)}`
  const {of, conditions} = unconditional(path.of)
  const stream = streamOf({...path, of}, word, context)
  const {where, ...led} = stream ?? amongFound(record, entries(path, word), context)
  const shown = stream ? conditions.map(each => toPredicate(each, context)) : []
  return {
    found: {...led, where: sql`(${and([where, ...shown])}${seen})`},
    // The offset keeps PostgreSQL from collecting every entry of a common word before it checks the first record.
    checked: sql`(exists (select 1 from nonet_search as s where s.record = ${record} and ${entries(path, word)}
      limit 1 offset 0)${seen})`,
  }
}

/**
 * A path with the conditions under which its references are visible: the word is looked up first, and the conditions are
 * evaluated for the records that have it, instead of for the whole table.
 */
function unconditional(core: Core): {readonly of: Core; readonly conditions: readonly Core[]} {
  if (core.op === 'if' && core.otherwise.op === 'value' && core.otherwise.value === null) {
    const {of, conditions} = unconditional(core.then)
    return {of, conditions: [core.condition, ...conditions]}
  }
  if (core.op !== 'field') return {of: core, conditions: []}
  const {of, conditions} = unconditional(core.of)
  return {of: {...core, of}, conditions}
}

/**
 * For a path that is no chain of references. As an array, because PostgreSQL would read the whole table for a subquery with some
 * thousand ids.
 */
function amongFound(record: Sql, where: Sql, {database}: SqlContext): Branch {
  const found = sql`select s.record from nonet_search as s where ${where}`
  return {
    from: null,
    where: database === 'sqlite' ? sql`${record} in (${found})` : sql`${record} = any (array(${found}))`,
  }
}

/** Each entry leads to its records directly, so that the caller can stop early. */
function streamOf(path: SearchedPath, word: string, context: SqlContext): Branch | null {
  const route = routeTo(path.of, context.tables)
  if (route === null) return null
  const {joins, where, end} = wayBack(context, route, sql.ref('s.record'))
  const column = route[0]?.column ?? 'id'
  const source = sql`nonet_search as s${joins}`
  const found = [entries(path, word), ...where]
  if (context.database === 'sqlite')
    return {
      from: table => sql`${source} cross join ${table} as r`,
      where: and([...found, sql`${sql.ref(`r.${column}`)} = ${end}`]),
      repeats: true,
    }
  const records = (table: Sql) => sql`select * from ${table} as t where ${sql.ref(`t.${column}`)} = ${end} offset 0`
  return {
    from: table => sql`${source} cross join lateral (${records(table)}) as r`,
    where: and([...found, isFirst(path, word)]),
  }
}

/**
 * A record with several matching words is found by the first of them: PostgreSQL would collect all before removing
 * duplicates.
 */
function isFirst({entity, field}: SearchedPath, word: string): Sql {
  return sql`not exists (select 1 from nonet_search as e where e.record = s.record and e.entity = ${entity}
    and e.field = ${field} and e.word >= ${word} and e.word < s.word limit 1 offset 0)`
}
