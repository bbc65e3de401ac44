/**
 * All records of a list, changed at once: by the query of the list, with the permissions of the person, and confirmed
 * first.
 */
import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {operator} from '../../../src/screens/testing.ts'
import {creating, done} from '../../kit/engine.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

const days = ['04', '05', '06', '07', '08', '11', '12', '13', '14', '15']
const many = 2 * days.length

async function office(address: string) {
  const made = await company(address)
  const {people, kinds, make} = made
  for (const person of [people.ada.id, people.bo.id])
    for (const at of days) {
      const day = `2026-05-${at}`
      await make('Request', {person, kind: kinds.unpaid, first_day: day, last_day: day, status: 'submitted'})
    }
  return {...made, pages: pagesOf(made.engine)}
}

describe.each(storesOfStories)('all records of a list, on $name', ({make}) => {
  test('are counted and summed, with the actions that apply to each, and changed only after they were named', async () => {
    const {pages, people} = await office(await make(timeOff))
    const all = `/requests?person=${people.ada.id}`
    const {data} = await pages.get<ListData>(people.hana, `${all}&_all=yes`)
    expect(data.every).toMatchObject({count: many / 2, sum: expect.any(Number)})
    expect(data.every?.actions).toEqual(expect.arrayContaining(['reject', 'delete']))
    expect(data.every?.actions).not.toContain('withdraw')
    expect(data.columns.find(({key}) => key === 'days')?.sums).toEqual({called: 'days'})

    const unasked = await pages.post(people.hana, all, {_action: 'delete', _all: 'yes'})
    expect(unasked.redirect).toBe(`${all}&_bulk=delete&_all=yes`)
    const form = await pages.get<FormScreenData>(people.hana, unasked.redirect ?? '')
    expect(form.data).toMatchObject({
      heading: `Delete ${many / 2} requests?`,
      aboutMore: many / 2 - 5,
      actions: [{name: 'delete', label: `Delete ${many / 2} requests`, tone: 'danger'}],
    })
    expect(form.data.about[0]).toMatchObject({name: 'Ada', person: people.ada.id, when: expect.stringMatching(/\w/)})
    const sent = {_action: 'delete', _bulk: 'delete', _all: 'yes'}
    expect((await pages.post(people.hana, all, sent)).redirect).toBe(all)
    expect((await pages.get<ListData>(people.hana, '/requests')).data.count).toEqual({exact: many / 2})
  })

  test('are summed below the first of several pages, if the list is filtered', async () => {
    const {pages, people, engine, kinds} = await office(await make(timeOff))
    const more = ['01', '02', '03', '04', '05', '08'].map(at => {
      const day = `2026-06-${at}`
      const dates = {first_day: day, last_day: day, status: 'submitted'}
      return creating('Request', {person: people.bo.id, kind: kinds.unpaid, ...dates})
    })
    await engine.change(operator, more)
    const page = async (query: string) => (await pages.get<ListData>(people.hana, `/requests?size=25&${query}`)).data
    const {records, count, sum} = await page('status=submitted')
    expect([records.length, count, sum]).toEqual([25, {exact: many + 6}, many + 6])
    expect((await page('')).sum).toBeUndefined()
  })

  test('are changed all or none, and only by people who may open the list', async () => {
    const {pages, people, kinds, make: create} = await office(await make(timeOff))
    const day = '2026-05-18'
    const taken = {person: people.ada.id, kind: kinds.unpaid, first_day: day, last_day: day, status: 'approved'}
    await create('Request', taken)
    const sent = {_action: 'reject', _bulk: 'reject', _all: 'yes', answer: 'No.'}
    const refused = await pages.post<ListData>(people.hana, '/requests', sent)
    expect(refused).toMatchObject({status: 409, screen: 'list'})
    expect(refused.data.problems).toMatchObject([{message: expect.stringMatching(/^1 of 21 requests is “Approved”/)}])
    const waiting = '/requests?status=submitted'
    expect((await pages.get<ListData>(people.hana, waiting)).data.count).toEqual({exact: many})
    expect((await pages.post(people.hana, waiting, sent)).redirect).toBe(waiting)
    expect((await pages.get<ListData>(people.hana, waiting)).data.count).toEqual({exact: 0})
    expect((await pages.post(people.ada, '/requests', sent)).status).toBe(404)
  })

  test('of more than 1,000 none is changed, and the page explains what to do', async () => {
    const made = await company(await make(timeOff))
    const {people, engine} = made
    const pages = pagesOf(engine)
    const names = Array.from({length: 1001}, (_, index) => `Office ${String(index).padStart(4, '0')}`)
    done(
      await engine.change(
        operator,
        names.map(name => creating('Place', {name})),
      ),
    )
    const sent = {_action: 'delete', _bulk: 'delete', _all: 'yes'}
    const refused = await pages.post<ListData>(people.hana, '/places', sent)
    expect(refused).toMatchObject({status: 422, screen: 'list'})
    expect(refused.data.problems).toEqual([
      {field: null, message: 'At most 1,000 records can be changed at once. Filter the list first.'},
    ])
    expect((await pages.get<ListData>(people.hana, '/places')).data.count).toEqual({moreThan: 1000})
  })

  test('complete filters are suggested with their number of records', async () => {
    const {pages, people} = await office(await make(timeOff))
    const {data} = await pages.get<ListData>(people.hana, `/requests?_suggest=${encodeURIComponent('ada')}`)
    expect(data.suggested).toContainEqual({
      key: 'person',
      label: 'Person',
      value: people.ada.id,
      text: 'Ada',
      person: people.ada.id,
      count: {exact: many / 2},
    })
    const status = await pages.get<ListData>(people.hana, '/requests?_suggest=submit')
    expect(status.data.suggested).toMatchObject([{key: 'status', value: 'submitted', count: {exact: many}}])
  })
})
