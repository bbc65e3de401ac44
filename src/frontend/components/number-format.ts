/** Numbers of records, as the language writes them. */
import type {ListData} from '../../contract/list.ts'

export function numberText(count: number, language: string): string {
  // Engines keep the formatter of a language for this, and make a new one for each `Intl.NumberFormat`.
  return count.toLocaleString(language)
}

/** How many there are: exactly, or at least so many. */
export function countText(count: ListData['count'], language: string): string {
  return 'exact' in count ? numberText(count.exact, language) : `${numberText(count.moreThan, language)}+`
}

/** The same with what they are called: “1 request”, “200+ requests”. */
export function namedCount({count, entityName}: Pick<ListData, 'count' | 'entityName'>, language: string): string {
  const isOne = 'exact' in count && count.exact === 1
  return `${countText(count, language)} ${isOne ? entityName.one : entityName.several}`
}
