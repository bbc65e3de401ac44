/** Ausgehende Aufrufe, die fehlgeschlagen sind. */
import type {failedCalls as english} from '../en/failed-calls.ts'

export const failedCalls: typeof english = {
  heading: 'Fehlgeschlagene Aufrufe',
  intro:
    'Andere Systeme haben diese Aufrufe nicht angenommen. Aufgegebene Aufrufe werden erneut gesendet, wenn Sie sie wiederholen.',
  none: 'Kein Aufruf ist fehlgeschlagen.',
  givenUp: 'Aufgegeben',
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
