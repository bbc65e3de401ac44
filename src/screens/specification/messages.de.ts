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
  missing: (number: number) => `${number}. Noch nicht geschrieben`,
  fields: (entity: string) => `${entity}: Felder`,
  states: (entity: string) => `${entity}: Zustände`,
  rules: (entity: string) => `${entity}: Regeln`,
  settings: (screen: string) => `Einstellungen von ${screen}`,
  permissions: (entity: string) => `${entity}: Rechte`,
}
