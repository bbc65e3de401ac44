// @vitest-environment jsdom
/** View options of a list apply when they are chosen; tabs show the number of records. */
import {screen, waitFor} from '@testing-library/react'
import {expect, it, vi} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import type {ListData} from '../../../src/features/collections/data.ts'
import {ListTools, SavedViews} from '../../../src/screens/list/list-tools.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter} from '../../kit/forms.tsx'
import {Frame, pageWith} from '../../kit/render.tsx'

const data: ListData = {
  heading: 'Orders',
  back: null,
  keep: [],
  columns: [],
  records: [],
  groups: null,
  filters: [],
  page: {next: null, previous: null},
  count: {exact: 0},
  entityName: {one: 'order', several: 'orders'},
  search: null,
  empty: '',
  filtered: true,
  create: null,
  viewOptions: {
    columns: [
      {key: 'number', label: 'Number', shown: true, usual: true},
      {key: 'total', label: 'Total', shown: false, usual: false},
    ],
    sizes: [25, 50],
    size: 25,
    usualSize: 25,
    compact: false,
    keep: [{name: 'status', value: 'open'}],
  },
  bulk: [],
  views: [{id: 'v', name: 'Open', href: '/orders?status=open', current: true, count: {exact: 19}}],
  total: {moreThan: 1000},
  maySaveView: false,
  exportHref: null,
  importHref: null,
  problems: [],
  opens: null,
  panel: null,
}

function open() {
  const page: Page = Object.assign(pageWith({screen: 'list', data}), {url: '/orders?status=open'})
  const navigate = vi.fn()
  const router = {...new FakeRouter(page).router, navigate}
  const view = renderIn(
    <>
      <ListTools data={data} />
      <SavedViews data={data} />
    </>,
    {page, router},
  )
  return {navigate, ...view}
}

it('D7: columns, page size and density apply when they are chosen, and defaults are not in the address', async () => {
  const {user, navigate} = open()
  const at = {replace: true, keepPlace: true}
  await user.click(screen.getByRole('checkbox', {name: 'Total', hidden: true}))
  await waitFor(() => expect(navigate).toHaveBeenLastCalledWith('/orders?status=open&columns=number,total', at))
  await user.click(screen.getByRole('checkbox', {name: 'Total', hidden: true}))
  const [size, rows] = screen.getAllByRole('combobox', {hidden: true})
  await user.selectOptions(size as HTMLElement, '50')
  await waitFor(() => expect(navigate).toHaveBeenLastCalledWith('/orders?status=open&size=50', at))
  await user.selectOptions(rows as HTMLElement, 'close')
  await waitFor(() => expect(navigate).toHaveBeenLastCalledWith('/orders?status=open&size=50&rows=close', at))
})

it('keeps a choice when the page of the choice before it arrives later', async () => {
  const {user, navigate, rerender} = open()
  const boxes = () => screen.getAllByRole('combobox', {hidden: true})
  const arrive = (url: string) => {
    const page: Page = Object.assign(pageWith({screen: 'list', data}), {url})
    const router = {...new FakeRouter(page).router, navigate}
    rerender(
      <Frame page={page} router={router}>
        <ListTools data={data} />
        <SavedViews data={data} />
      </Frame>,
    )
  }
  await user.click(screen.getByRole('checkbox', {name: 'Total', hidden: true}))
  await waitFor(() => expect(navigate).toHaveBeenCalledTimes(1))
  await user.selectOptions(boxes()[0] as HTMLElement, '50')
  await waitFor(() => expect(navigate).toHaveBeenCalledTimes(2))
  arrive('/orders?status=open&columns=number,total')
  expect(boxes()[0]).toHaveProperty('value', '50')
  arrive('/orders?status=open&size=50&columns=number,total')
  await user.selectOptions(boxes()[1] as HTMLElement, 'close')
  const all = '/orders?status=open&size=50&rows=close&columns=number,total'
  await waitFor(() => expect(navigate).toHaveBeenLastCalledWith(all, {replace: true, keepPlace: true}))
  arrive('/orders?status=closed')
  expect(boxes()[0]).toHaveProperty('value', '25')
})

it('tabs show the number of records of a saved view', () => {
  open()
  expect(screen.getByRole('link', {name: /^Open/}).textContent).toBe('Open 19')
  expect(screen.getByRole('link', {name: /^All/}).textContent).toBe('All 1,000+')
})
