/** The words of a choice: as listed in the document, with earlier names, and as sent by people. */
import type {OptionsResult} from '../define-type.ts'
import {capitalised} from '../names.ts'

export interface ChoiceWords {
  readonly words: readonly string[]
  /** old → new */
  readonly renamed: ReadonlyMap<string, string>
  /** Labels shown instead of values. */
  readonly labels?: ReadonlyMap<string, string>
}

const most = 200
const longest = 60

/** `low, normal (was medium), high` */
export function readWords(written: string, example: string): OptionsResult<ChoiceWords> {
  // `n/a` is a word; bars with spaces around them separate words in other languages.
  if (!written.includes(',') && /\s\/\s/.test(written)) {
    const hint = `Separate the words with commas: \`${written.replaceAll(/\s+\/\s+/g, ', ')}\`.`
    return {ok: false, message: `\`${written}\` is one word.`, hint, part: written}
  }
  const parts = written.split(',')
  if (parts.length > most) {
    const hint = 'Make them records of an entity, and refer to it.'
    return {ok: false, message: `A choice has at most ${most} words, and this one has ${parts.length}.`, hint}
  }
  const words: string[] = []
  const renamed = new Map<string, string>()
  for (const part of parts) {
    const match = /^(.*?)(?:\s*\(was\s+([^()]+)\))?$/.exec(part.trim())
    const [word = '', was] = [match?.[1], match?.[2]?.trim()]
    const wrong = wrongWord(word, words)
    if (wrong !== null) {
      const hint = /[;|]/.test(word)
        ? `Separate the words with commas: \`${written.replaceAll(/\s*[;|]\s*/g, ', ')}\`.`
        : `Write it like this: \`${example}\`.`
      return {ok: false, message: wrong, hint, part: word}
    }
    words.push(word)
    if (was !== undefined) renamed.set(was, word)
  }
  const clash = [...renamed.keys()].find(was => words.includes(was))
  if (clash !== undefined)
    return {
      ok: false,
      message: `\`${clash}\` is an earlier word and a current one.`,
      hint: 'Remove one of the two.',
      part: `(was ${clash})`,
    }
  return {ok: true, options: {words, renamed}}
}

function wrongWord(word: string, earlier: readonly string[]): string | null {
  if (word === '') return 'A word is missing between two commas.'
  if (!/^[\p{L}\p{N}][\p{L}\p{N}\p{M} _+&.'/-]*$/u.test(word))
    return `\`${word}\` cannot be a word of a choice, because of its characters.`
  if (word.length > longest) return `\`${word}\` is longer than ${longest} characters.`
  return earlier.some(other => fold(other) === fold(word)) ? `Duplicate word \`${word}\`.` : null
}

export function writeWords(name: string, {words, renamed}: ChoiceWords): string {
  const was = new Map([...renamed].map(([old, word]) => [word, old]))
  const listed = words.map(word => (was.has(word) ? `${word} (was ${was.get(word)})` : word))
  return `${name} ${listed.join(', ')}`
}

/** The values and their labels. */
interface LabelledWords {
  readonly words: readonly string[]
  readonly labels?: ReadonlyMap<string, string> | undefined
}

/** The value that matches a text, directly or by its label, ignoring case; null if none does. */
export function findWord(text: string, {words, labels}: LabelledWords): string | null {
  const exact = words.find(word => word === text)
  if (exact !== undefined) return exact
  return words.find(word => fold(word) === fold(text) || fold(labels?.get(word) ?? word) === fold(text)) ?? null
}

function fold(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim()
}

/** For people: the label, or `In progress` for `in_progress`. */
export function wordText(word: string, labels?: ReadonlyMap<string, string>): string {
  return labels?.get(word) ?? choiceLabel(word)
}

/** `in_progress` → `In progress` */
export function choiceLabel(word: string): string {
  return capitalised(word.replaceAll('_', ' '))
}
