/** The messages of mails in the language of the document. */

import {german} from './de/mail.ts'
import {english, type MailMessages} from './en/mail.ts'

/** English for every other language. */
export function mailMessagesFor(language: string): MailMessages {
  return language.split('-')[0] === 'de' ? german : english
}
