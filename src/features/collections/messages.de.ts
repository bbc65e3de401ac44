/** Messages of lists in German. */

import {doneTo, listed} from '../../messages/de/grammar.ts'
import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  nothingFound: 'Keine Treffer.',
  noneMatch: records => `Keine ${records} gefunden.`,
  clearSearch: 'Filter zurücksetzen',
  search: 'Suchen',
  pages: 'Seiten',
  filterChips: {
    none: 'Keine Angabe',
    filterBy: 'Filtern nach …',
    operator: 'Operator',
    operators: {
      is: 'ist',
      anyOf: 'ist eines von',
      empty: 'ist leer',
      from: 'ab',
      until: 'bis',
      between: 'zwischen',
      contains: 'enthält',
    },
    ends: (from, to) => `${from} und ${to}`,
    ofNumbers: {is: 'genau', from: 'mindestens', until: 'höchstens'},
    removeFilter: label => `${label} entfernen`,
    applyFilter: 'Anwenden',
    choose: 'wählen',
    apply: 'anwenden',
    close: 'schließen',
  },
  show: 'Filter anwenden',
  filter: 'Filter',
  all: 'Alle',
  from: 'von',
  to: 'bis',
  view: 'Ansicht',
  columns: 'Spalten',
  perPage: 'Zeilen pro Seite',
  rows: 'Zeilenabstand',
  roomy: 'Normal',
  close: 'Kompakt',
  apply: 'Anwenden',
  keepView: 'Ansicht speichern',
  viewName: 'Name der Ansicht',
  views: 'Gespeicherte Ansichten',
  forgetView: name => `Ansicht ${name} löschen`,
  exportCsv: 'CSV exportieren',
  importCsv: 'Importieren',
  more: 'Mehr',
  select: name => `${name} auswählen`,
  selectAll: 'Alle auf dieser Seite auswählen',
  withSelected: 'Auswahl:',
  selected: count => `${count} ausgewählt`,
  onCount: (action, count, called) => `${action}: ${count} ${called}`,
  andMore: count => (count === 1 ? '1 weiterer Eintrag' : `${count} weitere`),
  total: sum => `insgesamt ${sum}`,
  next: 'Weiter',
  previous: 'Zurück',
}

export const serverMessages: typeof english.serverMessages = {
  ...messages,
  noneYet: records => `Noch keine ${records}.`,
  nothingThere: 'Setzen Sie die Filter zurück, um alle Einträge zu sehen.',
  viewNotKept:
    'Diese Ansicht konnte nicht gespeichert werden. Verwenden Sie einen kürzeren Namen, oder löschen Sie eine nicht mehr benötigte Ansicht.',
  selectFirst: 'Wählen Sie mindestens einen Eintrag aus.',
  onSeveral: (count, called) => `${count} ${called}`,
  asking: (action, several) => `${doneTo(action, several)}?`,
  cannotBeUndone: 'Dies kann nicht rückgängig gemacht werden.',
  tooMany: most => `Höchstens ${most} Einträge können auf einmal geändert werden. Filtern Sie zuerst die Liste.`,
  quoted: text => `„${text}“`,
  noValue: 'Ohne',
  deletingSeveral: several => `${several} löschen?`,
  inState: ({count, of, called, names}, state) => `${count} von ${of} ${called} mit dem Status „${state}“: ${names}.`,
  refusedFor: ({count, of, called, names}, message) => `${count} von ${of} ${called} (${names}): ${message}`,
  notSeen: 'ein Eintrag, den Sie nicht sehen können',
  free: 'Frei',
  now: 'Jetzt',
  willBeNotified: (names, more) => {
    const others =
      more === 0
        ? []
        : [
            names.length === 0
              ? more === 1
                ? '1 Person'
                : `${more} Personen`
              : more === 1
                ? '1 weitere Person'
                : `${more} weitere`,
          ]
    const people = [...names, ...others]
    return `${listed(people)} ${names.length + more === 1 ? 'wird' : 'werden'} benachrichtigt.`
  },
  changedTo: text => `Eine andere Person hat dies in „${text}“ geändert. Speichern Sie erneut, um es zu ersetzen.`,
  firstSteps: 'Erste Schritte',
}
