/** The words of mails in the language of the document. */

import {german} from './de/mail.ts'
import {english, type MailWords} from './en/mail.ts'

/** Whoever speaks another language gets English. */
export function mailWordsFor(language: string): MailWords {
  return language.split('-')[0] === 'de' ? german : english
}
