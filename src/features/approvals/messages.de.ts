/** Messages of decisions and of the reasons for them in German. */

import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  decision: 'Vor Ihrer Entscheidung',
  checks: 'Prüfungen',
  holds: 'Erfüllt',
  warns: 'Hinweis',
  blocks: 'Nicht möglich',
  follows: 'Danach',
  earlier: 'Früher',
  coming: 'Demnächst',
  of: whole => `von ${whole}`,
  becomes: 'wird zu',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  chosen: label => `Noch nicht gesendet: ${label}.`,
  chosenKeys: 'Strg+Eingabe sendet ab, Esc bricht ab.',
  atOnce: (count, days, {open, limit, as}) =>
    `${count} gleichzeitig ${as && `${as} `}am ${days}, einschließlich dieses Eintrags${open === 0 ? '' : `; ${open} noch nicht entschieden`} (höchstens ${limit})`,
  countOf: (label: string, count: number, limit: number) => `${label}: ${count} (höchstens ${limit})`,
  thenDecides: name => `Nach Ihnen entscheidet ${name}`,
}
