/** A record opened next to its list, over HTTP: its own page at an address of the list, with all its actions. */
import {describe, expect, test} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {pagesOf} from '../../kit/pages.ts'
import {storesOfStories} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

async function office(address: string) {
  const made = await company(address)
  const {people, kinds, make} = made
  const request = async (who: {id: string}, day: string) => {
    const fields = {person: who.id, kind: kinds.unpaid, first_day: day, last_day: day, status: 'submitted'}
    return (await make('Request', fields)).id
  }
  const [ada, bo, cem] = [
    await request(people.ada, '2026-05-06'),
    await request(people.bo, '2026-05-05'),
    await request(people.cem, '2026-05-04'),
  ]
  return {...made, pages: pagesOf(made.engine), requests: {ada, bo, cem}}
}

describe.each(storesOfStories)('a record next to its list, on $name', ({make}) => {
  test('has its own address, its page, and the neighbouring records of the current query', async () => {
    const {pages, people, requests} = await office(await make(timeOff))
    const {data: alone} = await pages.get<ListData>(people.hana, '/requests')
    expect(alone).toMatchObject({opens: 'record', panel: null})
    const list = '/requests?status=submitted'
    const {data, title, status, screen} = await pages.get<ListData>(people.hana, `${list}&_open=${requests.bo}`)
    expect([status, screen]).toEqual([200, 'list'])
    expect(data.records.map(({id}) => id)).toEqual([requests.ada, requests.bo, requests.cem])
    expect(data.panel).toMatchObject({
      screen: 'record',
      id: requests.bo,
      href: '/requests/1002',
      close: list,
      previous: `${list}&_open=${requests.ada}`,
      next: `${list}&_open=${requests.cem}`,
      data: {heading: title, edit: `${list}&_open=${requests.bo}&edit`, remove: `${list}&_open=${requests.bo}&delete`},
    })
    const html = await pages.html(people.hana, `${list}&_open=${requests.bo}`)
    expect(html).toContain('<aside')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  test('is changed and edited there; rejections are shown next to the list', async () => {
    const {pages, people, requests, shown} = await office(await make(timeOff))
    const here = `/requests?status=submitted&_open=${requests.bo}`
    const version = async () => {
      const {data} = await pages.get<ListData>(people.hana, here)
      return data.panel?.screen === 'record' ? String(data.panel.data.version) : ''
    }
    const form = await pages.get<ListData>(people.hana, `${here}&edit`)
    expect(form.data.panel).toMatchObject({screen: 'form', data: {cancel: here}})
    const wrong = {_action: 'update', _version: await version(), note: 'x'.repeat(2001)}
    const refused = await pages.post<ListData>(people.hana, `${here}&edit`, wrong)
    expect(refused).toMatchObject({status: 422, screen: 'list', data: {panel: {screen: 'form'}}})
    expect(refused.data.panel?.data.problems).toMatchObject([{field: 'note'}])
    const saved = {_action: 'update', _version: await version(), note: 'By train'}
    expect((await pages.post(people.hana, `${here}&edit`, saved)).redirect).toBe(here)
    const at = {entity: 'Request', id: requests.bo}
    expect(await shown(at, 'note')).toBe('By train')
    const rejected = {_action: 'reject', _version: await version()}
    const without = await pages.post<ListData>(people.hana, here, rejected)
    expect(without).toMatchObject({status: 422, screen: 'list', data: {problems: [], panel: {screen: 'record'}}})
    expect((await pages.post(people.hana, here, {...rejected, answer: 'No.'})).redirect).toBe(here)
    expect(await shown(at, 'status')).toBe('rejected')
    const remark = {_action: 'add Remark', text: 'Sorry.'}
    expect((await pages.post(people.hana, here, remark)).redirect).toBe(here)
    const removed = {_action: 'delete', _version: await version()}
    expect((await pages.post(people.hana, here, removed)).redirect).toBe('/requests?status=submitted')
    expect((await pages.get(people.hana, here)).status).toBe(404)
  })

  test('requests about selected records still concern the list', async () => {
    const {pages, people, requests} = await office(await make(timeOff))
    const here = `/requests?_open=${requests.bo}`
    const sent = {_action: 'delete', _record: `${requests.ada}:1`}
    expect((await pages.post(people.hana, here, sent)).redirect).toContain('_bulk=delete')
  })

  test('lookups and previews get their response, restricted to readable data', async () => {
    const {pages, people, requests} = await office(await make(timeOff))
    const here = `/requests?_open=${requests.bo}`
    const preview = await pages.post<FormScreenData>(people.hana, `${here}&edit`, {_action: '_preview', note: 'x'})
    expect(preview.screen).toBe('form')
    expect((await pages.get(people.ada, here)).status).toBe(404)
    expect((await pages.get(people.hana, '/requests?_open=nothing')).status).toBe(404)
  })
})
