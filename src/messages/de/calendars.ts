/** Our words on calendars, in German. */
import type {calendars as english} from '../en/calendars.ts'

export const calendars: typeof english = {
  earlier: 'Früher',
  today: 'Heute',
  later: 'Später',
  viewsLabel: 'Ansicht',
  views: {month: 'Monat', week: 'Woche', agenda: 'Liste'},
  more: 'Hier ist mehr, als angezeigt werden kann. Schränken Sie die Auswahl ein, um den Rest zu sehen.',
  andMore: (count: number) => `und ${count} weitere`,
  allDay: 'ganztägig',
  closed: 'Geschlossene Tage',
  nothing: 'In diesen Tagen liegt nichts.',
}
