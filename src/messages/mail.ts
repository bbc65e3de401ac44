/** The messages of mails in the language of the document. */

import {inLanguage} from './language.ts'
import {german} from './de/mails.ts'
import {english} from './en/mails.ts'

export const mailMessagesFor = inLanguage({de: german, en: english})
