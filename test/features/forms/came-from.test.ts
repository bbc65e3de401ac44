/** Forms know the page they were opened from: Cancel leads back to it, and nowhere else. */
import {expect, test} from 'vitest'
import type {FormScreenData} from '../../../src/features/forms/data.ts'
import {pagesOf} from '../../kit/pages.ts'
import {sqlite} from '../../kit/store-databases.ts'
import {company, timeOff} from '../../kit/time-off.ts'

const {make} = sqlite

test('D35: Cancel leads back to the page that the form was opened from, also after a rejection', async () => {
  const {engine, people} = await company(await make(timeOff))
  const pages = pagesOf(engine)
  const opened = '/requests/new?_from=%2Fcalendar%3Fview%3Dweek%26on%3D2026-03-09'
  const {data} = await pages.get<FormScreenData>(people.ada, opened)
  expect(data.cancel).toBe('/calendar?view=week&on=2026-03-09')
  const refused = await pages.post<FormScreenData>(people.ada, opened, {_action: 'submit'})
  expect([refused.status, refused.data.cancel]).toEqual([422, '/calendar?view=week&on=2026-03-09'])
})

test('D35: without an origin, Cancel leads to the list of all such records, or to the front page, never to an inbox', async () => {
  const {engine, people} = await company(await make(timeOff))
  const pages = pagesOf(engine)
  const cancel = async (who: typeof people.ada, path: string) =>
    (await pages.get<FormScreenData>(who, path)).data.cancel
  expect(await cancel(people.ada, '/requests/new')).toBe('/')
  expect(await cancel(people.hana, '/requests/new')).toBe('/requests')
  for (const odd of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/a/../..//evil.example',
    'javascript:x',
    '/requests/new',
  ])
    expect(await cancel(people.ada, `/requests/new?_from=${encodeURIComponent(odd)}`)).toBe('/')
})

test('D35: links to forms include the current page, and the primary form marks no menu entry', async () => {
  const {engine, people} = await company(await make(timeOff))
  const pages = pagesOf(engine)
  const teams = await pages.html(people.hana, '/teams?sort=name')
  expect(teams).toContain('href="/teams/new?_from=%2Fteams%3Fsort%3Dname"')
  expect(teams).toContain('href="/requests/new?_from=%2Fteams%3Fsort%3Dname"')
  const form = await pages.html(people.hana, '/requests/new?_from=%2Fteams')
  const menu = /<nav class="menu"[\s\S]*?<\/nav>/.exec(form)?.[0] ?? ''
  expect(menu).toContain('href="/requests"')
  expect(menu).not.toContain('aria-current')
})
