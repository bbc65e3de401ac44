/** English grammar. */
import {continued, type LanguageGrammar, listIn, pluralIn, type SentencePart} from '../grammar.ts'
import {fieldPhrase, isOneThing, pluralOf} from './nouns.ts'

export const tag = 'en'

/** British: the order of day and month in words cannot be misread, and lists have no comma before “and”. */
export const dateLocale = 'en-GB'

export const plural = pluralIn(tag)
export const listed = listIn(dateLocale)

/** `10,000`. */
export const counted = (count: number): string => count.toLocaleString(tag)

const uncapitalised = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

/** In lower case, but for abbreviations. */
const inSentence = (label: string): string =>
  label.replace(/(?<![\p{L}\p{N}])\p{Lu}[\p{Ll}\p{M}’'-]*(?![\p{L}\p{N}])/gu, word => word.toLowerCase())

/** “withdrew their request” is “withdrew your request” for the person who did it. */
const toActor = (text: string): string =>
  text
    .replace(/\btheir\b/g, 'your')
    .replace(/\bTheir\b/g, 'Your')
    .replace(/\bthemselves\b/g, 'yourself')

/** “approved {person}’s request” is “approved your request”. */
function addressed(parts: readonly SentencePart[]): string {
  let text = ''
  let isAfterYou = false
  for (const part of parts) {
    if (typeof part === 'string') text = continued(text, isAfterYou ? part.replace(/^['’]s\b/, 'r') : part)
    else text += 'you'
    isAfterYou = typeof part !== 'string'
  }
  return text
}

/** A sentence begins with its verb: “Approve” and “approved {person}’s {kind}”. Other sentences are about more than the record. */
function verbOf(action: string, [verb]: readonly string[]): string | null {
  return verb?.startsWith(action.slice(0, 4)) ? verb : null
}

export const grammar: LanguageGrammar = {
  pluralOf,
  inSentence,
  buttonInSentence: uncapitalised,
  titled: sentence => sentence.replace(/\.$/, ''),
  // Across a year, English writes “Thu, 19 Nov 2026”, and otherwise “Thu 19 Nov”.
  dateRange: text => text.replace(/\b([A-Z][a-z]{2}), (?=\d)/g, '$1 '),
  fieldPhrase,
  isOneThing,
  toActor,
  addressed,
  verbOf,
}
