/** Our words on the page that shows every part, in German. */
import type {styleGuide as english} from '../en/style-guide.ts'

export const styleGuide: typeof english = {
  heading: 'Alle Teile',
  intro: 'Woraus Seiten gemacht sind, in jedem Zustand. Die Daten sind erfunden.',
  sections: {
    buttons: 'Knöpfe',
    fields: 'Felder',
    states: 'Zustände',
    people: 'Personen',
    table: 'Tabelle',
    notices: 'Hinweise',
    dialog: 'Aktionen und Dialoge',
    empty: 'Wenn nichts da ist',
    path: 'Weg und Verlauf',
    charts: 'Diagramme',
  },
  buttons: {lead: 'Wichtig', plain: 'Einfach', stop: 'Halt', bare: 'Bloß', busy: 'Beschäftigt'},
  columns: {person: 'Person', text: 'Text', time: 'Tag', number: 'Zahl', state: 'Stand'},
  tones: {
    idle: 'Noch nichts',
    wait: 'Wartet',
    info: 'Dazwischen',
    good: 'Gut',
    live: 'Läuft',
    bad: 'Abgelehnt',
    over: 'Vorbei',
  },
  nobody: 'Von selbst',
  field: 'Feld',
  help: 'Hilfe steht unter dem Feld.',
  problem: 'Hier muss etwas verbessert werden.',
  sample: 'Ein paar Wörter',
  said: 'Das ist erledigt.',
  nothing: 'Hier ist noch nichts.',
}
