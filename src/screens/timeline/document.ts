/** How a timeline is written: `timeline of Booking by starts..ends per room`, a row for each record or choice. */
import {
  closedDays,
  daysOff,
  groupByRow,
  halfDays,
  open,
  requested,
  rows,
  spreadShown,
} from '../../features/planning/bullets.ts'
import {spreadFields} from '../../points/screens/arranging-fields.ts'
import {colourBy} from '../../points/screens/bullets/colours.ts'
import {feedOf} from '../../points/screens/bullets/feed.ts'
import {columns, filters, search, sort, where} from '../../points/screens/bullets/shared.ts'
import {empty, firstRun, hiddenAs} from '../../points/screens/bullets/texts.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly timeline: {
      readonly entity: string
      readonly from: string
      readonly to: string | null
      readonly per: string
    }
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly timeline: typeof bullets
  }
}

const bullets = {
  where,
  columns,
  sort,
  filters,
  search,
  groupBy: groupByRow,
  empty,
  firstRun,
  hiddenAs,
  spread: spreadShown,
  colourBy,
  requested,
  halfDays,
  rows,
  open,
  daysOff,
  closedDays,
  feed: feedOf({possible: ['ics'], usual: ['ics']}),
}

export const timelineDocument = defineScreenKind({
  name: 'timeline',
  form: 'timeline of Entity by field[..field] per field',
  example: 'timeline of Booking by starts..ends per room',
  synonyms: ['schedule', 'gantt'],
  shows: part => ({
    kind: 'timeline',
    entity: part('entity'),
    from: part('by'),
    to: part('to') || null,
    per: part('per'),
  }),
  arrangedBy: spreadFields,
  bullets,
  can: {showMany: true, arrange: true, onDays: true, inRows: true},
  icon: 'chart-gantt',
})
