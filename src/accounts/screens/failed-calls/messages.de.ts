/** Messages of outgoing calls that failed in German. */

import type * as english from './messages.en.ts'

export const serverMessages: typeof english.serverMessages = {
  heading: 'Fehlgeschlagene Übertragungen',
  intro:
    'Übertragungen an andere Systeme, die fehlgeschlagen sind. Die mit „Fehlgeschlagen“ gekennzeichneten werden erst erneut gesendet, wenn Sie sie wiederholen.',
  none: 'Keine fehlgeschlagenen Übertragungen.',
  givenUp: 'Fehlgeschlagen',
  trying: 'Wird wiederholt',
  tried: (times: number) => (times === 1 ? 'Einmal versucht' : `${times}-mal versucht`),
  created: (when: string) => `erstellt ${when}`,
  next: (when: string) => `nächster Versuch ${when}`,
  retry: 'Wiederholen',
  retryOf: (call: string) => `${call} wiederholen`,
  retryAll: 'Alle wiederholen',
  discard: 'Verwerfen',
  discardOf: (call: string) => `${call} verwerfen`,
  retried: 'Die Übertragungen werden wiederholt.',
  discarded: 'Die Übertragung wurde verworfen.',
}
