/** Messages of the style guide in German. */

import type * as english from './messages.en.ts'

export const serverMessages: typeof english.serverMessages = {
  heading: 'Styleguide',
  intro: 'Alle Komponenten in jedem Zustand, mit Beispieldaten.',
  sections: {
    buttons: 'Schaltflächen',
    fields: 'Felder',
    states: 'Zustände',
    people: 'Personen',
    table: 'Tabelle',
    notices: 'Hinweise',
    dialog: 'Aktionen und Dialoge',
    empty: 'Leere Zustände',
    path: 'Fortschritt und Verlauf',
    charts: 'Diagramme',
  },
  buttons: {primary: 'Primär', plain: 'Sekundär', danger: 'Löschen', ghost: 'Als Link', busy: 'Lädt'},
  columns: {person: 'Person', text: 'Text', time: 'Datum', number: 'Betrag', state: 'Status'},
  tones: {
    idle: 'Nicht begonnen',
    wait: 'Wartend',
    info: 'In Bearbeitung',
    good: 'Genehmigt',
    live: 'Aktiv',
    bad: 'Abgelehnt',
    over: 'Beendet',
  },
  nobody: 'Automatisch',
  field: 'Feld',
  help: 'Der Hilfetext steht unter dem Feld.',
  problem: 'Geben Sie einen gültigen Wert ein.',
  sample: 'Beispieltext',
  said: 'Gespeichert.',
  nothing: 'Noch keine Anträge.',
}
