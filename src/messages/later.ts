/**
 * Messages of parts that are loaded after the page: in no page's own script, and small enough to include both
 * languages.
 */
import * as german from './de/later.ts'
import * as english from './en/later.ts'

export type LaterMessages = typeof english

/** English for every other language. */
export function laterMessagesFor(language: string): LaterMessages {
  return language.split('-')[0] === 'de' ? german : english
}
