/** Texts of lists by language, for server code that has nothing but the language. */
import {inLanguage} from '../../messages/language.ts'
import * as de from './messages.de.ts'
import * as en from './messages.en.ts'

export const listMessagesFor = inLanguage({de: de.serverMessages, en: en.serverMessages})
