/** Messages of settings in German. */

import type * as english from './messages.en.ts'

export const serverMessages: typeof english.serverMessages = {
  range: (least, most) =>
    least === null ? `Höchstens ${most}.` : most === null ? `Mindestens ${least}.` : `Zwischen ${least} und ${most}.`,
  changed: (who, when, own) =>
    `Am ${when} ${who === '' ? '' : `von ${who} `}geändert${own === null ? '' : `; ursprünglich ${own}`}.`,
  number: 'Anzahl',
  unit: 'Einheit',
  saved: 'Einstellungen gespeichert.',
  writeLike: example => `Schreiben Sie es so: ${example}`,
  wholeNumber: 'Geben Sie eine ganze Zahl ab 0 ein.',
  outside: (least, most) =>
    least === null
      ? `Der Wert darf höchstens ${most} sein.`
      : most === null
        ? `Der Wert muss mindestens ${least} sein.`
        : `Der Wert muss zwischen ${least} und ${most} liegen.`,
  interval: 'Geben Sie mindestens 1 Stunde an.',
  logo: 'Wählen Sie ein PNG-, JPEG- oder WebP-Bild mit höchstens 200 kB und 4096 Pixeln.',
  unusable: 'Dieser Wert passt nicht zur übrigen Anwendung.',
}
