/**
 * What a language is: its grammar, and every text but those of features and kinds, which are beside them in
 * `messages.en.ts` and its translations. Each language is a folder here; English says which texts there are.
 */
import type {errors, errorsOfCalls} from './en/errors.ts'
import type {events} from './en/events.ts'
import type {mails} from './en/mails.ts'
import type {serverMessages} from './en/messages.ts'
import type {FieldLabel, values} from './en/values.ts'
import type {LanguageGrammar} from './grammar.ts'

export type ErrorMessages = Readonly<Record<keyof typeof errors, string>>
export type ErrorMessagesOfCalls = typeof errorsOfCalls
export type EventMessages = typeof events
export type MailMessages = typeof mails
export type ValueTexts = typeof values
export type {FieldLabel}

export interface Language {
  /** As documents name it, without a country. */
  readonly tag: string
  /** The locale of its dates and lists, where a document names no country. */
  readonly dateLocale: string
  readonly grammar: LanguageGrammar
  /** What every page shows. */
  readonly messages: typeof serverMessages
  readonly events: EventMessages
  readonly mails: MailMessages
  readonly errors: ErrorMessages
  /** Those that programs read, where `errors` speak of pages. */
  readonly errorsOfCalls: ErrorMessagesOfCalls
  readonly values: ValueTexts
}

/** Of what programs exchange, of findings, and of the command line. */
export const plainLanguage = 'en'

/** What is said in a language, by tag: `de` of `de-AT`, and English for every language without an entry. */
export function inLanguage<Said>(said: Readonly<Record<string, Said>> & {readonly en: Said}, language: string): Said {
  const [tag = ''] = language.split('-')
  return (Object.hasOwn(said, tag) ? said[tag] : undefined) ?? said.en
}
