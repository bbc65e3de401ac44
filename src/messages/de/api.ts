/** Die Seite über die Aufrufe einer Anwendung. */
import type {api as english} from '../en/api.ts'

export const api: typeof english = {
  heading: 'API',
  intro: (address: string) =>
    `Diese Aufrufe können Sie aus eigenen Programmen nutzen. ${address} beschreibt sie als OpenAPI 3.1, damit Sie einen Client generieren können. Angezeigt werden nur Aufrufe, für die Sie berechtigt sind.`,
  authorization: (header: string) =>
    `Senden Sie einen API-Schlüssel von Ihrer Kontoseite oder ein Token in der Kopfzeile ${header}.`,
  everyone: 'ohne Schlüssel',
  parameter: 'Parameter',
  type: 'Typ',
  places: {path: 'Pfad', query: 'Abfrage', header: 'Kopfzeile'},
  answers: (status: string) => `Antwortet mit ${status}.`,
}
