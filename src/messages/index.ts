/** Our words in the language of the document. The browser gets a script for each language, with the words of that one alone. */

import {words as german} from './de/all.ts'
import {words as english, type Words} from './en/all.ts'

export type {Words}

/** Whoever speaks another language gets English. */
export function wordsFor(language: string): Words {
  return language.split('-')[0] === 'de' ? german : english
}
