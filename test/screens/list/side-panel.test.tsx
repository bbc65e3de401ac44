// @vitest-environment jsdom
/** A record next to its list: opened by a click on a wide screen, navigated and closed by keyboard. */
import {act, screen, waitFor, within} from '@testing-library/react'
import {memo, useLayoutEffect} from 'react'
import {expect, it, vi} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import type {ListData, PanelData} from '../../../src/features/collections/data.ts'
import {FormScreen} from '../../../src/screens/form/screen.tsx'
import {ListScreen} from '../../../src/screens/list/screen.tsx'
import {RecordScreen} from '../../../src/screens/record/screen.tsx'
import {DeferredPage, usePage} from '../../../src/web/router/router-provider.tsx'
import type {RouterStatus} from '../../../src/web/router/types.ts'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter, formData} from '../../kit/forms.tsx'
import {listedRecord, listOf, recordData} from '../../kit/lists.ts'
import {pageWith} from '../../kit/render.tsx'

const column = {key: 'name', label: 'Name', help: '', display: 'text', isName: true, sort: null} as const

const list = listOf({
  columns: [column],
  records: ['a', 'b', 'c'].map(id => listedRecord(id, [`Order ${id}`])),
  opens: 'record',
})

const withState: ListData = {
  ...list,
  columns: [column, {key: 'status', label: 'Status', help: '', display: 'state', sort: null}],
  records: list.records.map(each => ({...each, cells: [...each.cells, {text: 'Sent', value: 'sent'}]})),
}

const record = recordData({
  heading: 'Order b',
  edit: '/orders?open=yes&_open=b&edit',
  back: {label: 'Orders', href: '/orders'},
})

const frame = {
  id: 'b',
  href: '/orders/b',
  close: '/orders?open=yes',
  previous: '/orders?open=yes&_open=a',
  next: '/orders?open=yes&_open=c',
}
const panel: PanelData = {...frame, screen: 'record', data: record}

function open(data: ListData, {wide = true, url = '/orders?open=yes', search = ''} = {}) {
  vi.stubGlobal('matchMedia', () => ({matches: wide}))
  const page: Page = Object.assign(pageWith({screen: 'list', data}), {url})
  const navigate = vi.fn()
  const prefetch = vi.fn()
  const status: RouterStatus = {
    navigation: search === '' ? {state: 'idle'} : {state: 'loading', to: '/orders', search},
    failure: null,
    announcement: '',
    overtaken: false,
  }
  const router = {...new FakeRouter(page).router, navigate, prefetch, status: () => status}
  const view = renderIn(<ListScreen data={data} />, {
    page,
    router,
    screens: {record: RecordScreen, form: FormScreen},
  })
  return {navigate, prefetch, ...view}
}

it('a click on a record opens it next to the list, and keeps the query of the list', async () => {
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
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Order b'))
})

it.each([
  [true, 'http://localhost:3000/orders?open=yes&_open=b'],
  [false, 'http://localhost:3000/orders/b'],
])('a record is prefetched when it is pressed, if a click will open it (wide: %s)', async (wide, address) => {
  const {user, prefetch} = open(list, {wide})
  await user.pointer({target: screen.getByRole('link', {name: 'Order b'}), keys: '[MouseLeft>]'})
  await waitFor(() => expect(prefetch).toHaveBeenCalledWith(address))
})

it('while a record loads, the panel shows the data of its row; Escape closes it', async () => {
  const {user, navigate} = open(withState, {search: '?open=yes&_open=b'})
  const aside = screen.getByRole('complementary', {name: 'Order b'})
  expect(aside.getAttribute('aria-busy')).toBe('true')
  expect(within(aside).getByRole('heading', {level: 2, name: 'Order b'})).toBeTruthy()
  expect(within(aside).getByText('Sent')).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
  await user.keyboard('{Escape}')
  expect(navigate.mock.calls).toEqual([['/orders?open=yes', {keepPlace: true, replace: true}]])
})

it('another record replaces the open one immediately, which stays visible until the data arrives', () => {
  open({...list, panel}, {search: '?open=yes&_open=c'})
  const aside = screen.getByRole('complementary', {name: 'Order c'})
  expect(
    within(aside)
      .getAllByRole('heading', {level: 2})
      .map(each => each.textContent),
  ).toEqual(['Order c'])
  expect(within(aside).getByRole('heading', {level: 2, name: 'Order b', hidden: true})).toBeTruthy()
})

it('a closed panel disappears immediately', () => {
  open({...list, panel}, {search: '?open=yes'})
  expect(screen.queryByRole('complementary')).toBeNull()
})

it('a form of the record replaces it', () => {
  open({...list, panel: {...frame, screen: 'form', data: formData({heading: 'Edit order b'})}})
  expect(screen.getByRole('heading', {level: 2, name: 'Edit order b'})).toBeDefined()
})

const Part = memo(({rendered}: {rendered: string[]}) => {
  rendered.push(`part ${usePage().url}`)
  return null
})

function Rest({rendered}: {rendered: string[]}) {
  const {url} = usePage()
  useLayoutEffect(() => {
    rendered.push(`painted ${url}`)
  }, [rendered, url])
  return (
    <DeferredPage>
      <Part rendered={rendered} />
    </DeferredPage>
  )
}

it('the rest of the page renders before a deferred part when it changes in place, and together with it otherwise', async () => {
  const page: Page = Object.assign(pageWith({screen: 'list', data: list}), {url: '/orders'})
  const fake = new FakeRouter(page)
  const rendered: string[] = []
  renderIn(<Rest rendered={rendered} />, {page, router: fake.router})
  rendered.length = 0
  await act(async () => fake.show({...page, url: '/orders?_open=b'}, {inPlace: true}))
  expect(rendered).toEqual(['painted /orders?_open=b', 'part /orders?_open=b'])
  rendered.length = 0
  await act(async () => fake.show({...page, url: '/orders?_open=c'}))
  expect(rendered).toEqual(['part /orders?_open=c', 'painted /orders?_open=c'])
})
