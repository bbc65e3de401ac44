/** Our words for those who use the keyboard, in German. */
import type {shortcuts as english} from '../en/shortcuts.ts'

export const shortcuts: typeof english = {
  heading: 'Tasten',
  find: 'Suchen',
  palette: 'Etwas öffnen oder tun',
  next: 'Nächster Eintrag',
  previous: 'Voriger Eintrag',
  open: 'Eintrag öffnen',
  help: 'Diese Tasten zeigen',
  close: 'Schließen, was offen ist',
  placeholder: 'Wohin, oder was tun?',
  fits: 'Was passt',
  actions: 'Auf dieser Seite',
  recent: 'Zuletzt geöffnet',
  screens: 'Seiten',
  everything: (typed: string) => `Überall nach „${typed}“ suchen`,
  nothing: 'Nichts passt. Versuchen Sie andere Wörter.',
  count: (count: number) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
}
