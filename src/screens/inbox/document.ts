/** How an inbox is written: `inbox of Request`, the records that wait for a decision. */
import {checks, earlier, figures} from '../../features/approvals/bullets.ts'
import {closedDays, daysOff, halfDays, rows} from '../../features/planning/bullets.ts'
import {
  colourByOfStrip,
  requestedOfStrip,
  spreadOfStrip,
  strip,
  stripWhere,
} from '../../features/planning/strip-bullets.ts'
import {actions, columns, decided, fields, filters, search, sort, where} from '../../points/screens/bullets/shared.ts'
import {empty, firstRun} from '../../points/screens/bullets/texts.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly inbox: {readonly entity: string}
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly inbox: typeof bullets
  }
}

const bullets = {
  where,
  columns,
  sort,
  filters,
  search,
  fields,
  actions,
  decided,
  empty,
  firstRun,
  figures,
  checks,
  earlier,
  strip,
  stripWhere,
  spread: spreadOfStrip,
  colourBy: colourByOfStrip,
  requested: requestedOfStrip,
  halfDays,
  rows,
  daysOff,
  closedDays,
}

export const inboxDocument = defineScreenKind({
  name: 'inbox',
  form: 'inbox of Entity',
  example: 'inbox of Request',
  synonyms: ['approvals', 'queue', 'triage', 'posteingang'],
  shows: part => ({kind: 'inbox', entity: part('entity')}),
  bullets,
  can: {showMany: true, decide: true},
  icon: 'inbox',
})
