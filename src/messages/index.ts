/**
 * Texts of the application itself. Each feature and kind has its own in `messages.en.ts` and `messages.de.ts`; those that everything uses are here.
 * `messages` is what components show, and what the browser loads of one language; `serverMessages` has in addition what only the server writes into pages.
 */
import type * as en from './en/messages.ts'

type CommonPageMessages = typeof en.messages
type CommonMessages = typeof en.serverMessages

/** What components show. Those of features and kinds are added where they are listed, with `declare module`. */
export interface PageMessages extends CommonPageMessages {}

export interface Messages extends CommonMessages {}
