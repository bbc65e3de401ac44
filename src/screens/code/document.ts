/** A screen written in code, which this version does not show: `code Name`. */
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly code: {readonly component: string}
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly code: typeof bullets
  }
}

const bullets = {}

export const codeDocument = defineScreenKind({
  name: 'code',
  form: 'code Entity',
  example: 'code Name',
  shows: part => ({kind: 'code', component: part('entity')}),
  bullets,
  can: {},
  icon: 'file-text',
  prose: 'none',
  shown: false,
})
