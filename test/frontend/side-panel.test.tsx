// @vitest-environment jsdom
/** A record beside its list: opened by a click on a wide screen, moved through and closed by keys. */
import {screen} from '@testing-library/react'
import {expect, it, vi} from 'vitest'
import type {ListData, PanelData} from '../../src/contract/list.ts'
import type {Page} from '../../src/contract/page.ts'
import type {RecordData} from '../../src/contract/record.ts'
import {FormScreen} from '../../src/frontend/screens/form/whole-form.tsx'
import {ListScreen} from '../../src/frontend/screens/list/list-screen.tsx'
import {RecordScreen} from '../../src/frontend/screens/record/record-screen.tsx'
import {renderIn} from '../kit/dom.tsx'
import {FakeRouter, formData} from '../kit/forms.tsx'
import {pageWith} from '../kit/render.tsx'

const column = {key: 'name', label: 'Name', help: '', display: 'text', isName: true, sort: null} as const

const list: ListData = {
  heading: 'Orders',
  back: null,
  keep: [],
  columns: [column],
  records: ['a', 'b', 'c'].map(id => ({
    id,
    version: 1,
    href: `/orders/${id}`,
    cells: [{text: `Order ${id}`}],
    actions: [],
    group: null,
  })),
  groups: null,
  filters: [],
  page: {next: null, previous: null},
  count: {exact: 3},
  entityName: {one: 'order', several: 'orders'},
  search: null,
  empty: '',
  filtered: false,
  create: null,
  viewOptions: {columns: [], sizes: [], size: 25, usualSize: 25, compact: false, keep: []},
  bulk: [],
  views: [],
  total: null,
  maySaveView: false,
  exportHref: null,
  importHref: null,
  problems: [],
  opens: true,
  panel: null,
}

const record: RecordData = {
  heading: 'Order b',
  version: 1,
  actions: [],
  edit: '/orders?open=yes&_open=b&edit',
  remove: null,
  deleteWarning: '',
  problems: [],
  back: {label: 'Orders', href: '/orders'},
  path: [],
  fields: [],
  cells: [],
  related: [],
  history: [],
  historyFailed: null,
  addComment: null,
}

const frame = {
  id: 'b',
  href: '/orders/b',
  close: '/orders?open=yes',
  previous: '/orders?open=yes&_open=a',
  next: '/orders?open=yes&_open=c',
}
const panel: PanelData = {...frame, screen: 'record', data: record}

function open(data: ListData, {wide = true, url = '/orders?open=yes'} = {}) {
  vi.stubGlobal('matchMedia', () => ({matches: wide}))
  const page: Page = Object.assign(pageWith({screen: 'list', data}), {url})
  const navigate = vi.fn()
  const router = {...new FakeRouter(page).router, navigate}
  return {navigate, ...renderIn(<ListScreen data={data} Record={RecordScreen} Form={FormScreen} />, {page, router})}
}

it('a click on a record opens it beside the list, and keeps what the list was asked for', async () => {
  const {user, navigate} = open(list)
  await user.click(screen.getByRole('link', {name: 'Order b'}))
  expect(navigate.mock.calls).toEqual([['/orders?open=yes&_open=b', {keepPlace: true, replace: false}]])
})

it('a narrow screen, and a click with Ctrl, go to the page of the record', async () => {
  const narrow = open(list, {wide: false})
  const link = screen.getByRole('link', {name: 'Order b'})
  link.addEventListener('click', event => event.preventDefault())
  await narrow.user.click(link)
  expect(link.getAttribute('href')).toBe('/orders/b')
  expect(narrow.navigate).not.toHaveBeenCalled()
})

it('the opened record is marked, and Escape, J and K close it and move on', async () => {
  const {user, navigate} = open({...list, panel}, {url: '/orders?open=yes&_open=b'})
  expect(screen.getByRole('link', {name: 'Order b'}).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('complementary').textContent).toContain('Order b')
  expect(screen.getAllByRole('heading', {level: 1})).toHaveLength(1)
  await user.keyboard('j')
  await user.keyboard('k')
  await user.click(screen.getByRole('link', {name: 'Order c'}))
  await user.keyboard('{Escape}')
  expect(navigate.mock.calls).toEqual([
    ['/orders?open=yes&_open=c', {keepPlace: true, replace: true}],
    ['/orders?open=yes&_open=a', {keepPlace: true, replace: true}],
    ['/orders?open=yes&_open=c', {keepPlace: true, replace: true}],
    ['/orders?open=yes', {keepPlace: true}],
  ])
  expect(document.activeElement?.textContent).toBe('Order b')
})

it('a form of the record takes its place', () => {
  open({...list, panel: {...frame, screen: 'form', data: formData({heading: 'Edit order b'})}})
  expect(screen.getByRole('heading', {level: 2, name: 'Edit order b'})).toBeDefined()
})
