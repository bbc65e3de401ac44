/** The messages of mails in the language of the document. */

import {inLanguage} from './language.ts'
import {german} from './mail.de.ts'
import {english} from './mail.en.ts'

export const mailMessagesFor = inLanguage({de: german, en: english})
