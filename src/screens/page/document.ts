/** A page of text: `page`. */
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly page: Readonly<Record<never, never>>
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly page: typeof bullets
  }
}

const bullets = {}

export const pageDocument = defineScreenKind({
  name: 'page',
  form: 'page',
  example: 'page',
  synonyms: ['text', 'seite'],
  shows: () => ({kind: 'page'}),
  bullets,
  can: {tell: true},
  icon: 'book-open',
  prose: 'all',
})
