/** Compares a list with sorting and filtering in plain JavaScript: every page from the first to the last, and back. */

import {expect} from 'vitest'
import {listPage} from '../../src/engine/lists/list.ts'
import type {ListDefinition, ListQuery} from '../../src/engine/query/list-query.ts'
import type {Actor, Grant, Grants} from '../../src/screens/testing.ts'
import type {Granted} from '../kit/naive-visibility.ts'
import {NaiveWorld, type TestRecord} from '../kit/naive-world.ts'
import type {Place} from './list-place.ts'
import {NaiveList, now} from './list-world.ts'

export interface Case {
  readonly place: Place
  readonly records: readonly TestRecord[]
  readonly granted: Granted
  readonly me: string
  readonly screen: ListDefinition
  readonly asked: ListQuery
  readonly stop: number
}

/** Every page from the first to the last, and back. */
export async function compare({place, records, granted, me, screen, asked, stop}: Case): Promise<void> {
  const told = JSON.stringify({
    stop,
    screen,
    asked,
    granted: [...granted].map(([name, grants]) => [name, ...grants.map(grantText)]),
  })
  const naive = new NaiveList(new NaiveWorld(place.specification, records, now), granted, me)
  const expected = naive.list(screen, asked)
  const actor: Actor = {kind: 'person', id: me, name: 'Me', roles: []}
  const grants: Grants = (_, act, entity) => (act === 'read' ? (granted.get(entity) ?? []) : [])
  const [there, back] = await place.ask(actor, grants, async (reading, visibility) => {
    const page = (at: ListQuery['place']) => listPage(reading, visibility, {screen, asked: {...asked, place: at}, stop})
    let last = await page(null)
    expect(last.previous, told).toBe(null)
    expect(last.count, told).toEqual(expected.length > stop ? {moreThan: stop} : {exact: expected.length})
    for (const {id, cells} of last.rows) {
      const texts = screen.columns.map(path => naive.text({entity: 'Ticket', id}, path))
      expect(
        cells.map(({text}) => text),
        told,
      ).toEqual(texts)
    }
    const pages = [last.rows]
    for (; last.next !== null; pages.push(last.rows)) {
      last = await page({side: 'after', cursor: last.next})
      expect(last.rows.length, told).toBeGreaterThan(0)
    }
    const backwards = [last.rows]
    for (; last.previous !== null; backwards.unshift(last.rows))
      last = await page({side: 'before', cursor: last.previous})
    return [pages, backwards].map(all => all.flatMap(rows => rows.map(({id}) => id)))
  })
  expect(there, told).toEqual(expected.map(({id}) => id))
  expect(back, told).toEqual(there)
}

const grantText = ({where, fields}: Grant) => [where, fields && [...fields]]

export const everyone = (records: readonly TestRecord[]): string[] =>
  records.filter(({entity}) => entity === 'User').map(({id}) => id)
