/** The texts of one language, for the browser. */
import type {PageMessages} from '../messages/index.ts'
import {type Language, languageOf} from '../messages/language.ts'

// Destructured at the import, so that the bundler leaves out what only the server writes.
const loadIn: Readonly<Record<Language, () => Promise<PageMessages>>> = {
  de: () => import('./messages.de.ts').then(({messages}) => messages),
  en: () => import('./messages.en.ts').then(({messages}) => messages),
}

export const loadMessages = (language: string): Promise<PageMessages> => loadIn[languageOf(language)]()
