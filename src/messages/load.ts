/** Loads the messages of one language on demand. */
import type {PageMessages} from './index.ts'

/** English where there is no translation. */
export async function loadMessages(language: string): Promise<PageMessages> {
  const {messages} = language.split('-')[0] === 'de' ? await import('./de/all.ts') : await import('./en/all.ts')
  return messages
}
