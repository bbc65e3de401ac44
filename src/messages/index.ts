/** The messages in the language of the document. The browser loads a script with one language only. */

import {messages as german} from './de/all.ts'
import {messages as english, type Messages} from './en/all.ts'

export type {Messages}

/** Whoever speaks another language gets English. */
export function messagesFor(language: string): Messages {
  return language.split('-')[0] === 'de' ? german : english
}
