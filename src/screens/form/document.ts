/** How a form is written: `form for Ticket`, for a new record, or for one that the route names. */
import {checks, figures} from '../../features/approvals/bullets.ts'
import {choices, dates, instead, insteadSort} from '../../features/approvals/form-bullets.ts'
import {applies} from '../../features/forms/bullets.ts'
import {closedDays, daysOff, halfDays, rows} from '../../features/planning/bullets.ts'
import {
  colourByOfStrip,
  requestedOfStrip,
  spreadOfStrip,
  stripOfForm,
  stripWhere,
} from '../../features/planning/strip-bullets.ts'
import {actions, fields} from '../../points/screens/bullets/shared.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'
import {thanks} from './bullets.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly form: {readonly entity: string}
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly form: typeof bullets
  }
}

const bullets = {
  fields,
  actions,
  thanks,
  choices,
  applies,
  figures,
  checks,
  dates,
  instead,
  insteadSort,
  strip: stripOfForm,
  stripWhere,
  spread: spreadOfStrip,
  colourBy: colourByOfStrip,
  requested: requestedOfStrip,
  halfDays,
  rows,
  daysOff,
  closedDays,
}

export const formDocument = defineScreenKind({
  name: 'form',
  form: 'form for Entity',
  example: 'form for Ticket',
  synonyms: ['edit', 'create', 'new', 'formular'],
  shows: part => ({kind: 'form', entity: part('entity')}),
  bullets,
  can: {create: true, edit: true},
  icon: 'plus',
})
