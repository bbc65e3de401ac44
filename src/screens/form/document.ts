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
import {bullet} from '../../points/screens/bullets/bullet.ts'
import {actions, fields} from '../../points/screens/bullets/shared.ts'
import {checkBraces, translatedText} from '../../points/screens/bullets/texts.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'

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

/** The confirmation for a person who submitted the form but cannot see the record. */
const thanks = bullet({
  name: 'thanks',
  example: 'thanks: Thank you. We will answer by email.',
  describe: 'The confirmation for people who cannot see the record, which may name what they filled in: `{subject}`.',
  absent: null,
  needs: {fields},
  read: (at): string | null => {
    const listed = at.needs.fields
    const filledIn = [...at.entity.fields.keys()].filter(
      name => listed.length === 0 || listed.some(path => path.length === 1 && path[0] === name),
    )
    const what = 'a field of this form or a constant'
    checkBraces(at, {fields: filledIn, what, hint: 'Name a field that the form asks for.'})
    return at.value.text
  },
  translate: translatedText,
})

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
