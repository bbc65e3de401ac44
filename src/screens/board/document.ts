/** How a board is written: `board of Ticket by status`, a column for each state or choice. */
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/model.ts' {
  interface ShownByKind {
    readonly board: {readonly entity: string; readonly by: string}
  }
}

export const boardDocument = defineScreenKind({
  name: 'board',
  form: 'board of Entity by field',
  example: 'board of Ticket by status',
  synonyms: ['kanban'],
  shows: part => ({kind: 'board', entity: part('entity'), by: part('by')}),
  arrangedBy: ({by}) => [
    {
      written: by,
      must: {
        types: ['choice'],
        message: 'cannot make columns: a board needs a state or a choice.',
        hint: 'Name the field `status`, or one of type `one of …`.',
      },
    },
  ],
  can: {showMany: true, arrange: true, colour: true},
  icon: 'square-kanban',
})
