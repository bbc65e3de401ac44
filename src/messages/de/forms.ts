/** Our words on forms, in German. */
import type {forms as english} from '../en/forms.ts'

export const forms: typeof english = {
  save: 'Speichern',
  saveAs: (state: string) => `Als „${state}“ speichern`,
  cancel: 'Abbrechen',
  optional: 'freiwillig',
  choose: 'Auswählen',
  typeName: 'Namen eingeben',
  yes: 'Ja',
  no: 'Nein',
  mend: (count: number) => (count === 1 ? 'Bitte eine Angabe prüfen' : `Bitte ${count} Angaben prüfen`),
  edit: 'Bearbeiten',
  editing: (name: string) => `„${name}“ bearbeiten`,
  delete: 'Löschen',
  deleting: (name: string) => `„${name}“ löschen?`,
  deletingIntro: 'Das lässt sich nicht rückgängig machen. Alles, was dazugehört, wird mit gelöscht.',
  add: 'Hinzufügen',
  adding: (name: string) => `${name} hinzufügen`,
  remove: 'Entfernen',
  another: 'Weiteres hinzufügen',
  place: 'Platz',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  changedBy: (who: string, when: string) =>
    who === '' ? `Dies wurde inzwischen geändert (${when})` : `${who} hat dies inzwischen geändert (${when})`,
  bothVersions:
    'Es wurde nichts überschrieben, und Ihre Eingaben sind noch da. Wählen Sie für jede dieser Angaben, was gelten soll, und speichern Sie noch einmal.',
  theirs: 'Wie es jetzt ist',
  mine: 'Ihre Angabe',
  empty: 'leer',
  dropFiles: 'Dateien hierher ziehen oder auswählen',
  keepFile: (name: string) => `${name} behalten`,
  restored: 'Das hatten Sie zuvor eingegeben.',
  startAfresh: 'Neu beginnen',
  leave: 'Diese Seite verlassen? Ihre Eingaben sind noch nicht gespeichert.',
  matches: (count: number) => (count === 0 ? 'Nichts passt' : count === 1 ? 'Ein Treffer' : `${count} Treffer`),
}
