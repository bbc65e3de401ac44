/** Texts of accounts by language, for the server. */
import {inLanguage} from '../messages/language.ts'
import * as de from './messages.de.ts'
import * as en from './messages.en.ts'

export const accountMessagesFor = inLanguage({de: de.serverMessages, en: en.serverMessages})
