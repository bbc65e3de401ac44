/** Messages of imports that only the server needs, in German. */
import type {importReplies as english} from '../en/imports.ts'

export const importReplies: typeof english = {
  heading: (called: string) => `${called} importieren`,
  done: ({added, existing, isUpdate, called}) => {
    const there = existing === 0 ? '' : isUpdate ? `${existing} aktualisiert` : `${existing} übersprungen`
    if (added === 0 && there !== '') return `Nichts Neues, ${there}.`
    return `${added} ${added === 1 ? called.one : called.several} hinzugefügt${there && `, ${there}`}.`
  },
  chooseFirst: 'Wählen Sie eine CSV-Datei aus.',
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
