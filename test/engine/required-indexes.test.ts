/** The indexes that screens and permissions require, and the searched fields. */
import {expect, test} from 'vitest'
import {searchIndex} from '../../src/engine/lists/search-index.ts'
import type {ListDefinition} from '../../src/engine/query/list-query.ts'
import {requiredIndexes, searchedFields} from '../../src/engine/required-indexes.ts'
import type {WriteContext} from '../../src/engine/transaction/context.ts'
import {coreOf} from '../kit/naive-world.ts'
import {world} from './list-world.ts'

const specification = world()
const {entities} = specification
const paths = (text: string) => (text === '' ? [] : text.split(' ').map(path => path.split('.')))

const screen = (said: Partial<ListDefinition>): ListDefinition => ({
  entity: 'Ticket',
  where: null,
  columns: [],
  sort: [],
  filters: [],
  search: [],
  groupBy: null,
  size: 10,
  ...said,
})

const wished = (lists: readonly ListDefinition[], conditions: readonly string[] = []) =>
  requiredIndexes({
    entities,
    lists,
    conditions: conditions.map(text => ({entity: 'Ticket', where: coreOf(specification, 'Ticket', text)})),
  }).map(({entity, fields}) => `${entity} ${fields.join(' ')}`)

const by = (...names: string[]) => names.map(name => ({path: [name], descending: false}))

test.each([
  ['an order', screen({sort: by('starts')}), ['Ticket starts id']],
  ['an order of two', screen({sort: by('level', 'due')}), ['Ticket level due id']],
  ['no order by what has no column', screen({sort: by('score', 'due')}), []],
  [
    'an order by the name of a reference: that of the others, and what follows in each',
    screen({sort: by('owner', 'due')}),
    ['User name id', 'Ticket owner due id'],
  ],
  [
    'columns to sort by, with every step on the way',
    screen({columns: paths('due owner owner.team score tags')}),
    ['Ticket due id', 'User name id', 'Ticket owner id', 'Team name id', 'User team id'],
  ],
  [
    'groups, which come before the order',
    screen({sort: by('due'), groupBy: ['owner', 'nick']}),
    ['User nick id', 'Ticket owner due id'],
  ],
  ['groups of its own', screen({sort: by('due'), groupBy: ['level']}), ['Ticket level due id']],
  [
    'a filter with the order',
    screen({sort: by('starts'), filters: paths('level')}),
    ['Ticket starts id', 'Ticket level starts id'],
  ],
  [
    'a filter through a reference',
    screen({sort: by('starts'), filters: paths('owner.team')}),
    ['Ticket starts id', 'Ticket owner starts id', 'User team id'],
  ],
  ['a filter by a range', screen({filters: paths('price')}), ['Ticket price id']],
  [
    'what a choice is not',
    screen({where: coreOf(specification, 'Ticket', 'level != "low"'), sort: by('due')}),
    ['Ticket due id', 'Ticket level due id'],
  ],
])('%s', (_, list, expected) => {
  expect(wished([list])).toEqual(expected)
})

test('permissions require indexes for selective conditions, at every step', () => {
  expect(wished([], ['owner.manager = me or helper = me', 'level = "high" and done'])).toEqual([
    'User manager',
    'Ticket owner',
    'Ticket helper',
  ])
})

test('equal requirements are merged', () => {
  expect(wished([screen({sort: by('due')}), screen({sort: by('due'), columns: paths('due')})])).toEqual([
    'Ticket due id',
  ])
})

test('searched fields belong to their own entity, and only texts are searched', () => {
  const searched = searchedFields(entities, [
    screen({search: paths('subject owner.name owner.team.name level score nothing')}),
  ])
  expect([...searched].map(([entity, fields]) => [entity, ...fields])).toEqual([
    ['Ticket', 'subject'],
    ['User', 'name'],
    ['Team', 'name'],
  ])
  // Called by the write path with every change.
  const kept: WriteContext['search'] = searchIndex(searched)
  expect(kept).toBeTypeOf('function')
})

const ruled = (list: Partial<ListDefinition>, ...rules: readonly string[]) =>
  requiredIndexes({
    entities,
    lists: [{...screen(list), rules: rules.map(text => coreOf(specification, 'Ticket', text))}],
    conditions: [],
  })
    .map(({fields}) => fields.join(' '))
    .filter(fields => fields.includes('level') && !fields.startsWith('level'))

test('the reference of a rule and a filter by a choice are in one index, with the order', () => {
  const list = {sort: by('due'), filters: paths('level')}
  expect(ruled(list, 'owner = me')).toEqual(['owner level due id'])
  expect(ruled(list, 'owner.manager = me or helper = me')).toEqual(['owner level due id', 'helper level due id'])
  expect(ruled({...list, where: coreOf(specification, 'Ticket', 'owner = me')})).toEqual(['owner level due id'])
  expect(ruled({filters: paths('level')}, 'owner = me')).toEqual(['owner level id'])
  expect(ruled(list, 'price > 3')).toEqual([])
  expect(ruled({...list, filters: paths('owner')}, 'owner = me')).toEqual([])
})
