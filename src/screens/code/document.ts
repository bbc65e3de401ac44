/** How a screen written in code is declared: `code FloorPlan`, its address, and its tables of data. */
import type {Text} from '../../document/raw.ts'
import {bullet} from '../../points/screens/bullets/bullet.ts'
import {defineScreenKind} from '../../points/screens/kind.ts'
import {actionTable, dataTable} from '../../points/screens/own/model.ts'
import {readOwnScreen} from '../../points/screens/own/read.ts'

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

/** It is read with the tables, which name its values. */
const address = bullet({
  name: 'address',
  example: 'address: floor: number; day: date = today()',
  describe: 'The values in the address, with their types and defaults.',
  absent: null,
  read: ({value}): Text | null => value,
})

const bullets = {address}

export const codeDocument = defineScreenKind({
  name: 'code',
  form: 'code Entity',
  example: 'code Name',
  shows: part => ({kind: 'code', component: part('entity')}),
  bullets,
  own: {tables: [dataTable, actionTable], read: readOwnScreen},
  can: {},
  icon: 'file-text',
})
