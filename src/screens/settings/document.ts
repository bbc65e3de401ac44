/** The constants of point 9 that people may change: `settings`. */
import {defineScreenKind} from '../../points/screens/kind.ts'

declare module '../../points/screens/shows.ts' {
  interface ShownByKind {
    readonly settings: Readonly<Record<never, never>>
  }
}
declare module '../../points/screens/model.ts' {
  interface BulletsByKind {
    readonly settings: typeof bullets
  }
}

const bullets = {}

export const settingsDocument = defineScreenKind({
  name: 'settings',
  form: 'settings',
  example: 'settings',
  shows: () => ({kind: 'settings'}),
  bullets,
  can: {configure: true},
  icon: 'settings',
  prose: 'none',
})
