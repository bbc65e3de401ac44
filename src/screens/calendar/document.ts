/** How a calendar is written: `calendar of Booking by starts..ends`. */
import {closedDays, daysOff, halfDays, requested, spreadShown} from '../../features/planning/bullets.ts'
import {spreadFields} from '../../points/screens/arranging-fields.ts'
import {colourBy} from '../../points/screens/bullets/colours.ts'
import {feedOf} from '../../points/screens/bullets/feed.ts'
import {columns, filters, search, sort, where} from '../../points/screens/bullets/shared.ts'
import {empty, firstRun, hiddenAs} from '../../points/screens/bullets/texts.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly calendar: {readonly entity: string; readonly from: string; readonly to: string | null}
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly calendar: typeof bullets
  }
}

const bullets = {
  where,
  columns,
  sort,
  filters,
  search,
  empty,
  firstRun,
  hiddenAs,
  spread: spreadShown,
  colourBy,
  requested,
  halfDays,
  daysOff,
  closedDays,
  feed: feedOf({possible: ['ics'], usual: ['ics'], mail: true}),
}

export const calendarDocument = defineScreenKind({
  name: 'calendar',
  form: 'calendar of Entity by field[..field]',
  example: 'calendar of Booking by starts',
  synonyms: ['kalender'],
  shows: part => ({kind: 'calendar', entity: part('entity'), from: part('by'), to: part('to') || null}),
  arrangedBy: shows => spreadFields({...shows, per: null}),
  bullets,
  can: {showMany: true, arrange: true, onDays: true},
  icon: 'calendar',
})
