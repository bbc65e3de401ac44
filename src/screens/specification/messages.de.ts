/** Messages of the specification in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  points: 'Die neun Punkte',
  open: 'offen',
  also: 'Siehe auch',
  nothing: 'Das Dokument legt dies nicht fest; es gilt die Vorgabe.',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  titles: {
    1: 'Was das Produkt leistet und für wen',
    2: 'Seiten und Adressen',
    3: 'Entitäten und ihre Felder',
    4: 'Zustände und Übergänge',
    5: 'Prüfregeln',
    6: 'Rollen und Rechte',
    7: 'Aufrufe',
    8: 'Fehlerkatalog',
    9: 'Konstanten und Grenzen',
  },
  fields: (entity: string) => `${entity}: Felder`,
  states: (entity: string) => `${entity}: Zustände`,
  rules: (entity: string) => `${entity}: Regeln`,
  settings: (screen: string) => `Einstellungen von ${screen}`,
  permissions: (entity: string) => `${entity}: Rechte`,
}
