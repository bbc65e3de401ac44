/** Messages of imports in German. */

import {counted} from '../../messages/de/grammar.ts'
import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  intro: most =>
    `Laden Sie eine CSV-Datei (UTF-8) mit den Spaltennamen in der ersten Zeile und bis zu ${counted(most)} Zeilen hoch. Enthält eine Zeile einen Fehler, wird nichts importiert.`,
  file: 'Datei',
  check: 'Datei prüfen',
  rows: 'Zu importierende Zeilen',
  bring: (count, called) => `${count} ${called} importieren`,
  good: (count, called, existing) => {
    const ready = count === 0 ? 'Nichts Neues in dieser Datei' : `Bereit zum Importieren: ${count} ${called}`
    const there = `${existing} schon ${existing === 1 ? 'vorhandener Eintrag' : 'vorhandene Einträge'} zum Aktualisieren oder Überspringen`
    const none = 'In dieser Datei ist nichts zu importieren'
    const found = existing > 0 ? `${ready}; ${there}` : count === 0 ? none : ready
    return `${found}. Es wurde noch nichts gespeichert.`
  },
  firstRows: count => (count === 1 ? 'Die erste Zeile' : `Die ersten ${count} Zeilen`),
  outcome: 'Ergebnis',
  isNew: 'Neu',
  isThere: 'Schon vorhanden',
  bringAll: 'Datei importieren',
  existing: (total, called) =>
    total === 1
      ? `1 ${called} aus dieser Datei ist schon vorhanden`
      : `${total} ${called} aus dieser Datei sind schon vorhanden`,
  existingRow: (line, name) => `Zeile ${line}: ${name}`,
  existingMore: count => `und ${count} weitere`,
  update: 'Aktualisieren',
  updateHelp: 'Die Werte aus der Datei übernehmen. Leere Zellen ändern nichts.',
  skip: 'Überspringen',
  skipHelp: 'Vorhandene Einträge nicht ändern.',
  bad: total => (total === 1 ? '1 Problem in dieser Datei' : `${total} Probleme in dieser Datei`),
  unchanged: 'Es wurde nichts importiert.',
  line: 'Zeile',
  column: 'Spalte',
  value: 'Wert',
  problem: 'Problem',
  mayHold: 'Spalten',
  required: 'erforderlich',
  again: 'Diese Datei ist zu groß, um sie zwischenzuspeichern. Wählen Sie sie zum Importieren erneut aus.',
  getTemplate: 'Vorlage herunterladen',
  templateHelp: 'Die Vorlage enthält alle Spalten und eine Beispielzeile.',
  role: 'Rolle',
  roleHelp: 'wenn in einer Zeile keine Rolle steht',
  noRole: 'Keine Rolle',
  invite: 'Jeder Person eine Einladung senden',
  inviteHelp: 'Eine E-Mail mit einem Link, um ein Passwort festzulegen.',
  noInvitations:
    'Es ist kein Mailserver eingerichtet, daher wird niemand per E-Mail eingeladen. Öffnen Sie nach dem Import eine Person, um einen Einladungslink zu erstellen.',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  heading: (called: string) => `${called} importieren`,
  done: ({added, existing, isUpdate, called}) => {
    const there = existing === 0 ? '' : isUpdate ? `${existing} aktualisiert` : `${existing} übersprungen`
    if (added === 0 && there !== '') return `Nichts Neues, ${there}.`
    return `${added} ${added === 1 ? called.one : called.several} hinzugefügt${there && `, ${there}`}.`
  },
  chooseFirst: 'Wählen Sie eine CSV-Datei aus.',
  chooseRows: 'Wählen Sie mindestens eine Zeile aus.',
  template: (name: string) => `${name}, Vorlage`,
  example: (label: string) => `Beispiel: ${label}`,
  addHolidays: 'Feiertage hinzufügen',
  starter: {
    intro:
      'Beginnen Sie mit einer fertigen Auswahl. Alles lässt sich später ändern. Was schon vorhanden ist, wird übersprungen.',
    check: 'Vorschau',
    allThere: 'Alle diese Einträge sind bereits vorhanden.',
  },
  holidays: {
    intro: 'Wählen Sie ein Land oder eine Region und die Jahre. Bereits eingetragene Tage werden übersprungen.',
    country: 'Land oder Region',
    year: 'Jahre',
    check: 'Vorschau',
    choose: 'Wählen Sie ein Land oder eine Region.',
    allThere: 'Alle Feiertage dieser Jahre sind bereits eingetragen.',
  },
}
