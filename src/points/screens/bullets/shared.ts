/** The bullets of screens that show several records, and of those that show the fields of one. */

import type {FieldPath} from '../paths.ts'
import {bullet} from './bullet.ts'
import {actionsOf, bulletPaths, conditionOf, sortsOf} from './names.ts'

export const where = bullet({
  name: 'where',
  example: 'where: status != "closed"',
  describe: 'Only the records for which the condition holds.',
  absent: null,
  read: conditionOf,
})

export const columns = bullet({
  name: 'columns',
  example: 'columns: number, subject, assignee.name',
  describe: 'The fields shown of each record.',
  absent: [],
  read: at => bulletPaths(at, 'listed'),
})

export const sort = bullet({
  name: 'sort',
  example: 'sort: -updated, number',
  describe: 'The order of the records. A minus sorts downwards.',
  absent: [],
  read: sortsOf,
})

export const filters = bullet({
  name: 'filters',
  example: 'filters: status, assignee',
  describe: 'The fields by which people filter the records.',
  absent: [],
  read: at => bulletPaths(at, 'filter'),
})

export const search = bullet({
  name: 'search',
  example: 'search: subject, body',
  describe: 'The fields that the search field looks at.',
  absent: [],
  read: at => bulletPaths(at, 'listed'),
})

export const groupBy = bullet({
  name: 'groupBy',
  example: 'group by: team',
  describe: 'The field by which the records are grouped.',
  absent: null,
  read: (at): FieldPath | null => bulletPaths(at, 'listed')[0] ?? null,
})

export const fields = bullet({
  name: 'fields',
  example: 'fields: number, subject, body',
  describe: 'The fields of the record, in this order.',
  absent: [],
  read: at => bulletPaths(at, 'listed'),
})

export const actions = bullet({
  name: 'actions',
  example: 'actions: submit, withdraw',
  describe: 'The actions of point 4 that the screen offers.',
  absent: [],
  read: actionsOf,
})

/** Those that need no further decision. */
export const decided = bullet({
  name: 'decided',
  example: 'decided: status in ("approved", "declined")',
  describe: 'The records of the second tab, which need no decision any more.',
  absent: null,
  read: conditionOf,
})
