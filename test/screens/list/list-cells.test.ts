/** Cells of a list edited in place, over HTTP: permissions, effects on others, and concurrent changes. */
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
  const requests = {ada: await request(people.ada, '2026-05-06'), bo: await request(people.bo, '2026-05-05')}
  return {...made, pages: pagesOf(made.engine), requests}
}

const here = '/requests?status=submitted&sort=number'

describe.each(storesOfStories)('a cell of a list, on $name', ({make}) => {
  test('can be edited by people who may change the record; the control shows who will be notified', async () => {
    const {pages, people, kinds, requests} = await office(await make(timeOff))
    const {data} = await pages.get<ListData>(people.hana, here)
    expect(data.records[0]?.edits).toContain('kind')
    // Computed values, states and fields of other records are not editable here.
    expect(data.records[0]?.edits).not.toEqual(expect.arrayContaining(['days', 'status', 'person.team', 'number']))
    const form = await pages.get<FormScreenData>(people.hana, `${here}&_cell=${requests.ada}.kind`)
    expect(form).toMatchObject({screen: 'form', data: {version: 1, intro: 'Ada will be notified.'}})
    expect(form.data.fields).toMatchObject([{name: 'kind', values: [kinds.unpaid], control: 'record'}])
    expect((await pages.get(people.hana, `${here}&_cell=${requests.ada}.days`)).status).toBe(403)
    expect((await pages.get(people.ada, `${here}&_cell=${requests.bo}.kind`)).status).toBe(404)
  })

  test('has both dates of a span, which are saved as one change', async () => {
    const {pages, people, requests, shown} = await office(await make(timeOff))
    const {data} = await pages.get<ListData>(people.hana, here)
    expect(data.records[0]?.edits).toContain('dates')
    const form = await pages.get<FormScreenData>(people.hana, `${here}&_cell=${requests.ada}.dates`)
    expect(form.data.fields).toMatchObject([
      {name: 'first_day', control: 'date', values: ['2026-05-06']},
      {name: 'last_day', control: 'date', values: ['2026-05-06']},
    ])
    expect(form.data.intro).toBe('Ada will be notified.')
    const days = {first_day: '2026-05-11', last_day: '2026-05-13'}
    const sent = {_action: 'update', _record: `${requests.ada}:1`}
    const wrong = await pages.post<ListData>(people.hana, here, {...sent, ...days, last_day: '2026-05-01'})
    expect(wrong).toMatchObject({status: 422, data: {problems: [{field: 'last_day'}]}})
    expect((await pages.post(people.hana, here, {...sent, ...days})).redirect).toBe(here)
    const at = {entity: 'Request', id: requests.ada}
    expect([await shown(at, 'first_day'), await shown(at, 'last_day')]).toEqual(['2026-05-11', '2026-05-13'])
  })

  test('is saved through the write path, rejected with the reason, and leads back to the same list', async () => {
    const {pages, people, kinds, requests, shown} = await office(await make(timeOff))
    const sent = {_action: 'update', _record: `${requests.ada}:1`, kind: kinds.sickness}
    expect((await pages.post(people.hana, here, sent)).redirect).toBe(here)
    expect(await shown({entity: 'Request', id: requests.ada}, 'kind.name')).toContain('Sick')
    const missing = await pages.post<ListData>(people.hana, here, {...sent, _record: `${requests.ada}:2`, kind: ''})
    expect(missing).toMatchObject({status: 422, screen: 'list', data: {problems: [{field: 'kind'}]}})
    const stranger = await pages.post<ListData>(people.bo, '/', {...sent, _record: `${requests.ada}:2`})
    expect(stranger.status).toBeGreaterThanOrEqual(400)
    const two = new URLSearchParams({_action: 'update', _record: `${requests.ada}:2`, kind: kinds.unpaid})
    two.append('_record', `${requests.bo}:1`)
    expect((await pages.post(people.hana, here, two)).status).toBe(400)
  })

  test('keeps another person’s changes of other fields, and reports a conflict in the same field', async () => {
    const {pages, people, kinds, requests, shown} = await office(await make(timeOff))
    const at = {entity: 'Request', id: requests.ada}
    const note = {_action: 'update', _record: `${requests.ada}:1`, note: 'By train'}
    expect((await pages.post(people.hana, here, note)).redirect).toBe(here)
    const kind = {_action: 'update', _record: `${requests.ada}:1`, kind: kinds.sickness}
    expect((await pages.post(people.hana, here, kind)).redirect).toBe(here)
    expect([await shown(at, 'note'), await shown(at, 'kind.name')]).toEqual(['By train', 'Sickness'])
    const late = await pages.post<ListData>(people.hana, here, {...kind, kind: kinds.unpaid})
    expect(late.status).toBe(409)
    expect(late.data.problems).toEqual([
      {field: 'kind', message: 'Someone else changed this to “Sickness”. Save again to replace it.'},
    ])
    expect(await shown(at, 'kind.name')).toBe('Sickness')
  })
})
