/** Ausgehende Aufrufe, die fehlgeschlagen sind. */
import type {failedCalls as english} from '../en/failed-calls.ts'

export const failedCalls: typeof english = {
  heading: 'Fehlgeschlagene Aufrufe',
  intro:
    'Aufrufe an andere Systeme, die nicht gelungen sind. Aufrufe mit „Fehlgeschlagen“ werden erst erneut gesendet, wenn Sie sie wiederholen.',
  none: 'Keine fehlgeschlagenen Aufrufe.',
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
  retried: 'Die Aufrufe werden erneut gesendet.',
  discarded: 'Der Aufruf wurde verworfen.',
}
