/** How the page of a record is written: `record of Ticket`. */
import {decision} from '../../features/approvals/bullets.ts'
import {expects} from '../../features/records/bullets.ts'
import {display} from '../../points/screens/bullets/colours.ts'
import {related, relatedColumns, relatedSort, relatedWhere} from '../../points/screens/bullets/related.ts'
import {actions, fields, where} from '../../points/screens/bullets/shared.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly record: {readonly entity: string}
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly record: typeof bullets
  }
}

const bullets = {where, fields, actions, related, relatedWhere, relatedSort, relatedColumns, display, decision, expects}

export const recordDocument = defineScreenKind({
  name: 'record',
  form: 'record of Entity',
  example: 'record of Ticket',
  synonyms: ['detail', 'details', 'show', 'view', 'entry'],
  shows: part => ({kind: 'record', entity: part('entity')}),
  bullets,
  can: {showOne: true},
  icon: 'file-text',
})
