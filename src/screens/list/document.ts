/** How a list is written: `list of Ticket`. */
import {free, freeIf, freeWhere} from '../../features/collections/bullets.ts'
import {feedOf} from '../../points/screens/bullets/feed.ts'
import {actions, columns, filters, groupBy, search, sort, where} from '../../points/screens/bullets/shared.ts'
import {publicHolidays, starter} from '../../points/screens/bullets/starting-records.ts'
import {empty, firstRun} from '../../points/screens/bullets/texts.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly list: {readonly entity: string}
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly list: typeof bullets
  }
}

const bullets = {
  where,
  columns,
  sort,
  filters,
  search,
  groupBy,
  actions,
  empty,
  firstRun,
  feed: feedOf({possible: ['atom', 'json'], usual: []}),
  free,
  freeWhere,
  freeIf,
  publicHolidays,
  starter,
}

export const listDocument = defineScreenKind({
  name: 'list',
  form: 'list of Entity',
  example: 'list of Ticket',
  synonyms: ['table', 'grid', 'index', 'overview', 'liste', 'tabelle'],
  shows: part => ({kind: 'list', entity: part('entity')}),
  bullets,
  can: {showMany: true, browse: true},
  icon: 'list',
})
