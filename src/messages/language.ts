/** The languages that the application itself speaks. */

export type Language = 'en' | 'de'

/** English for every other language. */
export function languageOf(language: string): Language {
  return language.split('-')[0] === 'de' ? 'de' : 'en'
}

export function inLanguage<Texts>(texts: Readonly<Record<Language, Texts>>): (language: string) => Texts {
  return language => texts[languageOf(language)]
}
