/** Our words where records come in from a file, in German. */
import type {imports as english} from '../en/imports.ts'

export const imports: typeof english = {
  heading: called => `${called} importieren`,
  intro: most =>
    `Eine CSV-Datei in UTF-8, mit den Feldern in der ersten Zeile. Bis zu ${most} Zeilen. Alle kommen herein, oder keine, und Sie sehen, warum.`,
  file: 'Datei',
  check: 'Datei prüfen',
  bring: (count, called) => `${count} ${called} importieren`,
  good: (count, called) => `${count} ${called} können hereinkommen. Noch ist nichts geändert.`,
  bad: total =>
    total === 1 ? 'Eine Stelle in der Datei ist zu verbessern' : `${total} Stellen in der Datei sind zu verbessern`,
  unchanged: 'Nichts wurde geändert.',
  line: 'Zeile',
  column: 'Spalte',
  value: 'Wert',
  problem: 'Was nicht stimmt',
  mayHold: 'Was eine Datei enthalten darf',
  required: 'nötig',
  chooseFirst: 'Wählen Sie zuerst eine Datei aus.',
  again: 'Wählen Sie sie zum Importieren noch einmal aus: Sie ist zu lang, um sie hier zu behalten.',
}
