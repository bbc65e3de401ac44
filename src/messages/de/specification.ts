/** Our words around the document itself, in German. */
import type {specification as english} from '../en/specification.ts'

export const specification: typeof english = {
  points: 'Die neun Punkte',
  missing: (number: number) => `${number}. Nicht geschrieben`,
  open: 'offen',
  also: 'Zum selben Thema',
  fields: (entity: string) => `${entity}: Felder`,
  states: (entity: string) => `${entity}: Zustände`,
  rules: (entity: string) => `${entity}: Regeln`,
  permissions: (entity: string) => `${entity}: Rechte`,
  nothing: 'Das Dokument sagt hier nichts, also gilt die Vorgabe.',
}
