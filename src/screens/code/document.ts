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

/** All are read with the tables, which name their values. */
const address = bullet({
  name: 'address',
  example: 'address: floor: number; day: date = today()',
  describe: 'The values in the address, with their types and defaults.',
  absent: null,
  read: ({value}): Text | null => value,
})

const title = bullet({
  name: 'title',
  example: 'title: {article.title}',
  describe: 'The title of the page, with values of its single records.',
  absent: null,
  read: ({value}): Text | null => value,
})

const description = bullet({
  name: 'description',
  example: 'description: {article.summary}',
  describe: 'What search engines and previews say of the page.',
  absent: null,
  read: ({value}): Text | null => value,
})

const image = bullet({
  name: 'image',
  example: 'image: {article.cover}',
  describe: 'The picture of previews: a file, or the address of one.',
  absent: null,
  read: ({value}): Text | null => value,
})

const bullets = {address, title, description, image}

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
