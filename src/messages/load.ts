/** Loads the messages of one language on demand. Falls back to English. */
import type {ListParts} from './en/list-parts.ts'
import type {PageMessages} from './index.ts'

const isGerman = (language: string): boolean => language.split('-')[0] === 'de'

export async function loadMessages(language: string): Promise<PageMessages> {
  const {messages} = isGerman(language) ? await import('./de/all.ts') : await import('./en/all.ts')
  return messages
}

/** For the parts of a list that are loaded when first used. */
export async function loadListParts(language: string): Promise<ListParts> {
  const {listParts} = isGerman(language) ? await import('./de/list-parts.ts') : await import('./en/list-parts.ts')
  return listParts
}
