/** German messages of what is loaded after the page, when it is first used. */
import type {popover as englishPopover, shortcuts as englishShortcuts} from '../en/later.ts'

export const shortcuts: typeof englishShortcuts = {
  heading: 'Tastenkürzel',
  find: 'Suchen',
  palette: 'Befehlsmenü',
  next: 'Nächster Eintrag',
  previous: 'Vorheriger Eintrag',
  open: 'Eintrag öffnen',
  help: 'Tastenkürzel',
  close: 'Schließen',
  placeholder: 'Befehl eingeben oder suchen …',
  fits: 'Ergebnisse',
  actions: 'Auf dieser Seite',
  recent: 'Zuletzt geöffnet',
  screens: 'Seiten',
  create: 'Neu',
  settings: 'Einstellungen',
  theme: theme => `Design: ${theme}`,
  language: language => `Sprache: ${language}`,
  everything: (typed: string) => `Überall nach „${typed}“ suchen`,
  nothing: 'Keine Treffer.',
  count: (count: number) => `${count} Treffer`,
}

/** The popover of the bell. */
export const popover: typeof englishPopover = {
  seeAll: 'Alle Benachrichtigungen',
}
