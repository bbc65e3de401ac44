/** The words of mails in the language of the document. */
import {english, type MailWords} from './words/english.ts'
import {german} from './words/german.ts'

/** Whoever speaks another language gets English. */
export function mailWordsFor(language: string): MailWords {
  return language.split('-')[0] === 'de' ? german : english
}
