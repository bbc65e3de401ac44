/** Texts that components show, with the screens that show them: other pages do not load them. */
import type {LanguageTag} from '../../messages/languages.ts'
import * as de from './messages.de.ts'
import * as en from './messages.en.ts'

export const importsTexts: Readonly<Record<LanguageTag, typeof en.messages>> = {de: de.messages, en: en.messages}
