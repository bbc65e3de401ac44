/** Messages of list screens: editing in place, dialogs, filters, the record beside the list in German. */

import {doneTo} from '../../messages/de/grammar.ts'
import type * as english from './messages.en.ts'

export const messages: typeof english.messages = {
  editing: (label, name) => `${label}: ${name}`,
  onSome: (action, count, of) => `${action}: ${count} von ${of}`,
  nothingFits: 'Für diese Auswahl ist keine Aktion verfügbar.',
  save: 'speichern',
  cancel: 'abbrechen',
  none: 'Keine Angabe',
  notEditable: 'Sie können dies jetzt nicht ändern.',
  selectEvery: count => `Alle ${count} auswählen`,
  clearSelection: 'Auswahl aufheben',
  tooMany: most => `Höchstens ${most} können auf einmal geändert werden. Filtern Sie die Liste, um alle auszuwählen.`,
  asking: (action, count, called) => `${doneTo(action, `${count} ${called}`)}?`,
  andMore: count => (count === 1 ? 'und 1 weiterer Eintrag' : `und ${count} weitere`),
  keys: {
    select: 'Eintrag auswählen',
    extend: 'Auswahl erweitern',
    filter: 'Filter hinzufügen',
    move: 'Zwischen Zeilen und Zellen bewegen',
    edit: 'Zelle bearbeiten',
  },
  panel: {
    close: 'Schließen',
    open: 'Seite öffnen',
    previous: 'Vorheriger Eintrag',
    next: 'Nächster Eintrag',
  },
}
