/**
 * What a typed word means beside the words of texts: a choice or a state by what people call it, a date or a span by its month. Each meaning is a condition that
 * holds only where the actor sees the field.
 */
import {type CalendarDate, type DateTime, daysInMonth, makeDate, toDays} from '../../feel/calendar.ts'
import type {Core} from '../../feel/core.ts'
import type {Field} from '../../points/entities/model.ts'
import {localeOf} from '../lookup.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {filterCondition} from '../query/filters.ts'
import type {FilterBy, Path} from '../query/list-query.ts'
import type {RequestTime} from '../request-time.ts'
import {beginningOf} from '../screens/span/dates.ts'
import {fold, wordsOf} from './search-index.ts'

export interface ValueSearch {
  readonly entity: string
  /** Choices, states, dates and spans; other fields mean nothing here. */
  readonly paths: readonly Path[]
  readonly words: readonly string[]
  readonly moment: RequestTime
}

/** For each of the words. */
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
    wordsOf(`${type.toText(isList ? [each] : each, locale)} ${each}`).some(part => part.startsWith(word)),
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

/** The beginning of a day in the zone. */
function momentOf(date: CalendarDate, zone: string, daysLater = 0): DateTime | null {
  return beginningOf(toDays(date) + daysLater, zone)
}

interface Month {
  readonly first: CalendarDate
  readonly last: CalendarDate
}

/** Shorter ones begin too many other words. */
const shortestMonth = 3

/** `dec` is each December from the last year to the next; with a year beside it, both words mean that month. */
function monthsMeant(words: readonly string[], {language, local}: RequestTime): Month[][] {
  const numbers = words.map(word => monthNumbers(word, language))
  const year = words.find(word => /^(19|20|21)\d\d$/.test(word))
  const thisYear = local.date.year
  const years = year === undefined ? [thisYear - 1, thisYear, thisYear + 1] : [Number(year)]
  const inYears = (some: readonly number[]) => some.flatMap(month => years.flatMap(each => monthOf(each, month)))
  return words.map((word, index) => inYears(word === year ? numbers.flat() : (numbers[index] ?? [])))
}

/** By the names of the reader's language and the English ones. */
function monthNumbers(word: string, language: string): number[] {
  if (word.length < shortestMonth) return []
  const names = [...new Set([language, 'en'])].map(
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
