/** Messages of forms, in German. */
import type {forms as english} from '../en/forms.ts'
import {pluralIn} from '../plural.ts'

const plural = pluralIn('de')

export const forms: typeof english = {
  save: 'Speichern',
  saveAs: (state: string) => `Als „${state}“ speichern`,
  cancel: 'Abbrechen',
  thanks: 'Vielen Dank',
  received: 'Wir haben Ihre Angaben erhalten.',
  again: 'Weitere Antwort senden',
  optional: 'optional',
  choose: 'Auswählen',
  typeName: 'Namen eingeben',
  yes: 'Ja',
  no: 'Nein',
  problems: (count: number) =>
    plural(count, {one: 'Bitte prüfen Sie eine Angabe', other: `Bitte prüfen Sie ${count} Angaben`}),
  edit: 'Bearbeiten',
  editing: (name: string) => `„${name}“ bearbeiten`,
  delete: 'Löschen',
  deleting: (name: string) => `„${name}“ löschen?`,
  deletingIntro:
    'Das lässt sich nicht rückgängig machen. Alles, was dazugehört, wird mit gelöscht. Der Verlauf bleibt erhalten, einschließlich seiner Texte.',
  deletingPersonal: (fields: string) =>
    `Das lässt sich nicht rückgängig machen. Alles, was dazugehört, wird mit gelöscht. Der Verlauf bleibt erhalten, ohne: ${fields}.`,
  add: 'Hinzufügen',
  adding: (name: string) => `${name} hinzufügen`,
  remove: 'Entfernen',
  another: 'Weitere hinzufügen',
  row: (list: string, place: number) => `${list}, Zeile ${place}`,
  keep: 'Behalten',
  place: 'Position',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  movedTo: (place: number, count: number) => `An Position ${place} von ${count} verschoben`,
  changedBy: (who: string, when: string) =>
    who === '' ? `Dieser Eintrag wurde geändert (${when})` : `${who} hat diesen Eintrag geändert (${when})`,
  bothVersions:
    'Es wurde nichts überschrieben. Wählen Sie für jedes Feld die Version, die Sie behalten möchten, und speichern Sie erneut.',
  theirs: 'Aktuelle Version',
  mine: 'Ihre Version',
  empty: 'leer',
  dropFiles: 'Dateien hierher ziehen oder',
  chooseFiles: (several: boolean) => (several ? 'Dateien auswählen' : 'Datei auswählen'),
  chosenFiles: 'Ausgewählte Dateien',
  removeFile: (name: string) => `${name} entfernen`,
  keepFile: (name: string) => `${name} behalten`,
  draftRestored: 'Entwurf wiederhergestellt.',
  discardDraft: 'Verwerfen',
  leaveTitle: 'Seite ohne Speichern verlassen?',
  leaveText: 'Die ausgewählten Dateien bleiben im Entwurf nicht erhalten.',
  leave: 'Verlassen',
  stay: 'Bleiben',
  matches: (count: number) => (count === 0 ? 'Keine Treffer' : `${count} Treffer`),
  noMatches: (text: string) => (text === '' ? 'Keine Treffer' : `Keine Treffer für „${text}“`),
  showOptions: (label: string) => `Auswahl für ${label} anzeigen`,
  openCalendar: (label: string) => `Kalender für ${label} öffnen`,
  chooseDate: (label: string) => `Datum für ${label} auswählen`,
  months: 'Monate',
  nextMonth: 'Nächster Monat',
  previousMonth: 'Vorheriger Monat',
}
