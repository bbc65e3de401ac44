/**
 * Texts of the application itself. Each feature and kind has its own in `messages.en.ts` and `messages.de.ts`; those that everything uses are here.
 * `messages` is what components show, and what the browser loads of one language; `serverMessages` has in addition what only the server writes into pages.
 */
import {inLanguage} from './language.ts'
import * as de from './de/messages.ts'
import * as en from './en/messages.ts'

type CommonPageMessages = typeof en.messages
type CommonMessages = typeof en.serverMessages

/** What components show. Those of features and kinds are added where they are listed, with `declare module`. */
export interface PageMessages extends CommonPageMessages {}

export interface Messages extends CommonMessages {}

/** What everything uses, for code that has nothing but the language. */
export const commonMessagesFor = inLanguage({de: de.serverMessages, en: en.serverMessages})
