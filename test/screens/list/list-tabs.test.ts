/**
 * Parts of a list, over HTTP: saved views with their counts, names that link to their pages, and the defaults of a
 * view.
 */
import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

describe.each(storesOfStories)('a list, on $name', ({make}) => {
  test('D28: names link to people and records that the person may open', async () => {
    const {people, kinds, make: made, engine, team} = await company(await make(timeOff))
    const pages = pagesOf(engine)
    await made('Request', {person: people.ada.id, kind: kinds.unpaid, first_day: '2026-05-04', last_day: '2026-05-04'})
    const {data} = await pages.get<ListData>(people.hana, '/requests')
    const cells = new Map(data.columns.map(({key}, at) => [key, data.records[0]?.cells[at]]))
    expect(cells.get('person')).toMatchObject({text: 'Ada', href: `/people/${people.ada.id}`})
    expect(cells.get('person.team')).toMatchObject({text: 'Makers', href: `/teams/${team}`})
    expect(cells.get('kind')?.href).toBe(`/kinds/${kinds.unpaid}`)
    expect(cells.get('first_day')?.href).toBeUndefined()
    // A person who may not open the pages of people still reads their names.
    const holidays = await pages.get<ListData>(people.ada, '/holidays/mine')
    expect(holidays.data.records.flatMap(({cells: all}) => all.flatMap(({href}) => href ?? []))).toEqual([])
  })

  test('saved views show their number of readable records', async () => {
    const {people, kinds, make: made, engine} = await company(await make(timeOff))
    const pages = pagesOf(engine)
    for (const [day, status] of [
      ['2026-05-04', 'submitted'],
      ['2026-05-05', 'submitted'],
      ['2026-05-06', 'approved'],
    ] as const)
      await made('Request', {person: people.ada.id, kind: kinds.unpaid, first_day: day, last_day: day, status})
    expect((await pages.get<ListData>(people.hana, '/requests')).data).toMatchObject({views: [], total: null})
    await pages.post(people.hana, '/requests?status=submitted', {_action: 'save view', name: 'Waiting'})
    const {data} = await pages.get<ListData>(people.hana, '/requests')
    expect(data.total).toEqual({exact: 3})
    expect(data.views).toMatchObject([
      {name: 'Waiting', href: '/requests?status=submitted', current: false, count: {exact: 2}},
    ])
  })

  test('the default view is declared, so that an address need not contain it', async () => {
    const {people, engine} = await company(await make(timeOff))
    const {data} = await pagesOf(engine).get<ListData>(people.hana, '/holidays?columns=name&size=50')
    expect(data.viewOptions).toMatchObject({size: 50, usualSize: 25})
    const usual = data.viewOptions.columns.filter(column => column.usual).map(({key}) => key)
    expect(usual).toEqual(['name', 'day', 'place'])
    expect(data.viewOptions.columns.filter(({shown}) => shown).map(({key}) => key)).toEqual(['name'])
  })
})
