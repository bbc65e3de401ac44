/** The texts of all features and kinds, in every language, for the server. The browser loads those of one (`messages.client.ts`). */
import type {Messages} from '../messages/index.ts'
import {inLanguage} from '../messages/language.ts'
import type {LanguageTag} from '../messages/languages.ts'
import * as de from './messages.de.ts'
import * as en from './messages.en.ts'

type AllPageMessages = typeof en.messages
type AllMessages = typeof en.serverMessages

declare module '../messages/index.ts' {
  interface PageMessages extends AllPageMessages {}
  interface Messages extends AllMessages {}
}

const messages: Readonly<Record<LanguageTag, Messages>> = {en: en.serverMessages, de: de.serverMessages}

export const messagesFor = (language: string): Messages => inLanguage(messages, language)
