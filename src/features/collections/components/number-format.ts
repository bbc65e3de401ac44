/** Counts of records, formatted in the reader's language. */
import type {ListData} from '../data.ts'

/** Small numbers are the same in all supported languages; digit grouping takes a phone a moment to load. */
export function numberText(count: number, language: string): string {
  return count < 1000 ? String(count) : count.toLocaleString(language)
}

/** The count: exact, or a lower bound. */
export function countText(count: ListData['count'], language: string): string {
  return 'exact' in count ? numberText(count.exact, language) : `${numberText(count.moreThan, language)}+`
}

/** The same with a noun: “1 request”, “200+ requests”. */
export function namedCount({count, entityName}: Pick<ListData, 'count' | 'entityName'>, language: string): string {
  const isOne = 'exact' in count && count.exact === 1
  return `${countText(count, language)} ${isOne ? entityName.one : entityName.several}`
}
