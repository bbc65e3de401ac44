/** The languages that the application speaks. For a document in another one, its own texts are English. */
import {german} from './de/index.ts'
import {english} from './en/index.ts'
import {continued, type LanguageGrammar, type ListType, listIn} from './grammar.ts'
import {inLanguage, type Language} from './language.ts'

const languages = {en: english, de: german} satisfies Readonly<Record<string, Language>>

export type LanguageTag = keyof typeof languages

export const languageOf = (language: string): Language => inLanguage<Language>(languages, language)

/** For the texts of a document, which stay as they are in a language that the application does not speak. */
export function grammarOf(language: string): LanguageGrammar {
  const {tag, grammar} = languageOf(language)
  return language.split('-')[0] === tag ? grammar : unspoken
}

const unspoken: LanguageGrammar = {
  ...english.grammar,
  pluralOf: label => label,
  dateRange: text => text,
  toActor: text => text,
  addressed: parts =>
    parts.reduce<string>((text, part) => continued(text, typeof part === 'string' ? part : part.reader), ''),
  verbOf: () => null,
}

/** The locale of dates and lists. */
export function dateLocaleOf(language: string): string {
  const {tag, dateLocale} = languageOf(language)
  return language === tag ? dateLocale : language
}

/** `Ada, Max and Cem`. */
export function listInLanguage(names: readonly string[], language: string, type?: ListType): string {
  return listIn(dateLocaleOf(language))(names, type)
}
