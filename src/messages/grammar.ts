/** What a language has to say of its grammar, and what all grammars have in common. */

interface PluralForms {
  readonly one: string
  readonly other: string
}

/** `plural(2, {one: '1 result', other: '2 results'})`: the plural form of this language for the number. */
export function pluralIn(language: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, {one, other}) => (rules.select(count) === 'one' ? one : other)
}

/** `Ada, Max and Cem`. */
export function listIn(locale: string): (names: readonly string[], type?: ListType) => string {
  return (names, type = 'conjunction') => {
    const [only = ''] = names
    return names.length < 2 ? only : new Intl.ListFormat(locale, {type}).format(names)
  }
}

export type ListType = 'conjunction' | 'disjunction'

/** `reminder sent` → `Reminder sent` */
export function upperFirst(text: string): string {
  return text.replace(/^./u, first => first.toUpperCase())
}

/** Adds a full stop, unless the last word is an abbreviation that already has one: `9.–15. Dez.` */
export function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}

/** A part of a sentence; after an abbreviation, it brings no second full stop. */
export function continued(sentence: string, part: string): string {
  return sentence + (sentence.endsWith('.') ? part.replace(/^\./, '') : part)
}

/** How the labels and sentences of a document change where they are used. */
export interface LanguageGrammar {
  /** The plural of a label for which the document has none. */
  readonly pluralOf: (label: string) => string
  /** The label of an entity, a field or a state within a sentence. */
  readonly inSentence: (label: string) => string
  /** The label of a button within a sentence: “can approve or decline”. */
  readonly buttonInSentence: (label: string) => string
  /** A sentence as a heading or a subject, without its full stop. */
  readonly titled: (sentence: string) => string
  /** A range of dates as `Intl` writes it. */
  readonly dateRange: (text: string) => string
  /** The object of “Enter …”: “a start date”, “the number of seats”. */
  readonly fieldPhrase: (field: PhrasedField) => string
  /** Whether “This {field} is already in use” reads well with this label. */
  readonly isOneThing: (label: string) => boolean
  /** The text of a sentence about an action, for the person who performed it: “their” is “your”. */
  readonly toActor: (text: string) => string
  /** A sentence in which the reader is “you”. */
  readonly addressed: (parts: readonly SentencePart[]) => string
  /** Of the words of a sentence about an action, the one that says what was done: “approved” of “approve”. */
  readonly verbOf: (action: string, words: readonly string[]) => string | null
}

export interface PhrasedField {
  readonly label: string
  readonly inSentence: string
  /** The kind of its control. */
  readonly control: string
}

/** Text, or the name of the reader. */
export type SentencePart = string | {readonly reader: string}

/** A field in a sentence about a change. */
export interface NamedField {
  readonly label: string
  readonly isNumber: boolean
}
