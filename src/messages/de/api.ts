/** Die Seite über die Aufrufe einer Anwendung. */
import type {api as english} from '../en/api.ts'

export const api: typeof english = {
  heading: 'API',
  intro: (address: string) =>
    `Programme benutzen die Aufrufe unten. ${address} beschreibt sie als OpenAPI 3.1, für erzeugte Clients. Sie sehen die Aufrufe, die Sie benutzen dürfen.`,
  authorization: (header: string) =>
    `Ein Token oder ein API-Schlüssel Ihrer Kontoseite gehört in die Kopfzeile ${header}.`,
  everyone: 'ohne Schlüssel',
  parameter: 'Parameter',
  type: 'Typ',
  places: {path: 'Pfad', query: 'Abfrage', header: 'Kopfzeile'},
  answers: (status: string) => `Antwortet mit ${status}.`,
}
