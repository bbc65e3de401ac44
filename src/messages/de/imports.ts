/** What only the server says of imports, in German. */
import type {importReplies as english} from '../en/imports.ts'

export const importReplies: typeof english = {
  heading: (called: string) => `${called} importieren`,
  chooseFirst: 'Wählen Sie eine Datei aus.',
  template: (name: string) => `${name}, Vorlage`,
  example: (label: string) => `Beispiel ${label}`,
  addHolidays: 'Feiertage hinzufügen',
  holidays: {
    intro: 'Wählen Sie ein Land oder eine Region und ein Jahr. Tage, die es schon gibt, werden ausgelassen.',
    country: 'Land oder Region',
    year: 'Jahr',
    check: 'Tage anzeigen',
    choose: 'Wählen Sie ein Land.',
    allThere: 'Alle Feiertage dieses Jahres sind schon vorhanden.',
  },
}
