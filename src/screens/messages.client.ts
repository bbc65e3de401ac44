/** The texts of one language, for the browser. */
import type {PageMessages} from '../messages/index.ts'
import {inLanguage} from '../messages/language.ts'
import type {LanguageTag} from '../messages/languages.ts'

// Destructured at the import, so that the bundler leaves out what only the server writes.
const loaders: Readonly<Record<LanguageTag, () => Promise<PageMessages>>> = {
  de: () => import('./messages.de.ts').then(({messages}) => messages),
  en: () => import('./messages.en.ts').then(({messages}) => messages),
}

export const loadMessages = (language: string): Promise<PageMessages> => inLanguage(loaders, language)()
