/** Messages of lists in German. */
import type {lists as english, listReplies as englishReplies} from '../en/lists.ts'

export const lists: typeof english = {
  nothingYet: 'Noch keine Einträge.',
  nothingFound: 'Keine Treffer.',
  clearSearch: 'Filter zurücksetzen',
  search: 'Suchen',
  pages: 'Seiten',
  show: 'Filter anwenden',
  all: 'Alle',
  from: 'von',
  to: 'bis',
  view: 'Ansicht',
  columns: 'Spalten',
  perPage: 'Einträge pro Seite',
  rows: 'Zeilenabstand',
  roomy: 'Komfortabel',
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
  withSelected: 'Ausgewählt:',
  selected: count => `${count} ausgewählt`,
  onCount: (action, count) => `${action} (${count})`,
  nothingFits: 'Für alle ausgewählten Einträge zusammen ist keine Aktion verfügbar.',
  andMore: count => `${count} weitere`,
  next: 'Weiter',
  previous: 'Zurück',
}

export const listReplies: typeof englishReplies = {
  nothingThere: 'Setzen Sie die Filter zurück, um alle Einträge zu sehen.',
  viewNotKept:
    'Diese Ansicht konnte nicht gespeichert werden. Verwenden Sie einen kürzeren Namen, oder löschen Sie eine nicht mehr benötigte Ansicht.',
  selectFirst: 'Wählen Sie mindestens einen Eintrag aus.',
  onSeveral: (count, called) => `${count} ${called}`,
  deletingSeveral: several => `${several} löschen?`,
  inState: ({count, of, called, names}, state) => `${count} von ${of} ${called} mit dem Status „${state}“: ${names}.`,
  refusedFor: ({count, of, called, names}, message) => `${count} von ${of} ${called} (${names}): ${message}`,
  notSeen: 'ein Eintrag, den Sie nicht sehen können',
}
