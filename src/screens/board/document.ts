/** How a board is written: `board of Ticket by status`, a column for each state or choice. */
import {requested} from '../../features/planning/bullets.ts'
import {colourBy} from '../../points/screens/bullets/colours.ts'
import {columns, filters, search, sort, where} from '../../points/screens/bullets/shared.ts'
import {empty, firstRun} from '../../points/screens/bullets/texts.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly board: {readonly entity: string; readonly by: string}
  }
}

declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly board: typeof bullets
  }
}

const bullets = {where, columns, sort, filters, search, empty, firstRun, colourBy, requested}

export const boardDocument = defineScreenKind({
  name: 'board',
  form: 'board of Entity by field',
  example: 'board of Ticket by status',
  synonyms: ['kanban'],
  shows: part => ({kind: 'board', entity: part('entity'), by: part('by')}),
  arrangedBy: ({by}) => [
    {
      written: by,
      must: () => ({
        types: ['choice'],
        message: 'cannot make columns: a board needs a state or a choice.',
        hint: 'Name the field `status`, or one of type `one of …`.',
      }),
    },
  ],
  bullets,
  can: {showMany: true, arrange: true},
  icon: 'square-kanban',
})
