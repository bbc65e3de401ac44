// @vitest-environment jsdom
/** Filters as chips: each part is a menu, complete filters have counts, and choices apply immediately. */
import {screen, waitFor, within} from '@testing-library/react'
import {beforeEach, describe, expect, it, vi} from 'vitest'
import type {FilterData, ListData} from '../../../src/features/collections/data.ts'
import {ListScreen} from '../../../src/screens/list/screen.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter} from '../../kit/forms.tsx'
import {listedRecord, listOf} from '../../kit/lists.ts'
import {pageWith} from '../../kit/render.tsx'

const status: FilterData = {
  key: 'status',
  label: 'Status',
  control: 'select',
  value: 'open',
  options: [
    {value: 'open', label: 'Open'},
    {value: 'done', label: 'Done'},
  ],
}
const buyer: FilterData = {
  key: 'buyer',
  label: 'Buyer',
  control: 'select',
  value: '',
  options: [{value: 'ada', label: 'Ada Byron'}],
  entity: 'User',
}
const day: FilterData = {key: 'day', label: 'Day', control: 'dates', value: '', options: [], low: '', high: ''}
const seats: FilterData = {key: 'seats', label: 'Seats', control: 'range', value: '', options: [], low: '', high: ''}

const data: ListData = listOf({
  records: [listedRecord('1', ['Lamp'])],
  filters: [status, buyer, day, seats],
  search: {text: 'x'},
  keep: [{name: 'sort', value: '-day'}],
  filtered: true,
})
const page = Object.assign(pageWith({screen: 'list', data}), {url: '/orders?status=open&sort=-day&q=x'})

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})

async function open() {
  const fake = new FakeRouter(page)
  const suggested = [{key: 'buyer', label: 'Buyer', value: 'ada', text: 'Ada Byron', count: {exact: 7}, person: 'ada'}]
  fake.loaded = {kind: 'answer', answer: pageWith({screen: 'list', data: {...data, suggested}})}
  const navigate = vi.fn()
  const view = renderIn(<ListScreen data={data} />, {
    page,
    router: {...fake.router, navigate},
  })
  await screen.findByRole('button', {name: 'Filter'})
  return {...view, fake, navigate}
}

const at = {replace: true, keepPlace: true}
const chip = () => screen.getByRole('group', {name: /^Status/})

describe('an active filter', () => {
  it('is a chip with field, operator, value and ×; other values apply immediately and the rest of the address is kept', async () => {
    const {user, navigate} = await open()
    expect(chip().getAttribute('aria-label')).toBe('Status is Open')
    await user.click(within(chip()).getByRole('button', {name: 'Status: Open'}))
    await user.click(await screen.findByRole('option', {name: 'Done'}))
    expect(navigate).toHaveBeenLastCalledWith('/orders?sort=-day&q=x&status=done', at)
    await user.click(within(chip()).getByRole('button', {name: 'Remove Status'}))
    expect(navigate).toHaveBeenLastCalledWith('/orders?sort=-day&q=x', at)
  })

  it('has the operators of its kind: any of several, and empty', async () => {
    const {user, navigate} = await open()
    await user.click(within(chip()).getByRole('button', {name: /^Operator/}))
    await user.click(await screen.findByRole('button', {name: 'is any of'}))
    await user.click(await screen.findByRole('option', {name: 'Done'}))
    expect(navigate).toHaveBeenLastCalledWith('/orders?sort=-day&q=x&status=open,done', at)
    await user.click(within(chip()).getByRole('button', {name: /^Operator/}))
    await user.click(await screen.findByRole('button', {name: 'is empty'}))
    expect(navigate).toHaveBeenLastCalledWith('/orders?sort=-day&q=x&status=none', at)
  })
})

describe('a new filter', () => {
  it('is found with F: fields immediately, complete filters with their number of records', async () => {
    const {user, fake, navigate} = await open()
    await user.keyboard('f')
    const input = await screen.findByRole('combobox', {name: 'Filter'})
    await user.type(input, 'b')
    expect(screen.getByRole('option', {name: 'Buyer'})).toBeTruthy()
    const found = await screen.findByRole('option', {name: /Buyer: Ada Byron/})
    expect(found.textContent).toMatch(/7$/)
    // The typed letters are marked, and an icon or a face says what it is.
    expect([...found.querySelectorAll('mark')].map(({textContent}) => textContent)).toEqual(['B', 'B'])
    expect(found.querySelector('.avatar')).toBeTruthy()
    expect(screen.getByRole('option', {name: 'Buyer'}).querySelector('svg')).toBeTruthy()
    await waitFor(() => expect(fake.loads.at(-1)).toBe('/orders?status=open&sort=-day&q=x&_suggest=b'))
    await user.click(found)
    expect(navigate).toHaveBeenLastCalledWith('/orders?sort=-day&q=x&status=open&buyer=ada', at)
  })

  it('is not one that was found for an earlier text: Enter picks what is typed', async () => {
    const {user, fake, navigate} = await open()
    await user.keyboard('f')
    const input = await screen.findByRole('combobox', {name: 'Filter'})
    await screen.findByRole('option', {name: /Buyer: Ada Byron/})
    const {promise, resolve} = Promise.withResolvers<void>()
    fake.holdLoads = promise
    await user.type(input, 'ada')
    expect(screen.getByRole('option', {name: /Buyer: Ada Byron/})).toBeTruthy()
    await user.type(input, ' z')
    expect(screen.queryByRole('option')).toBeNull()
    await user.keyboard('{Enter}')
    expect(navigate).not.toHaveBeenCalled()
    resolve()
  })

  it('asks for its value: two dates for a period', async () => {
    const {user, navigate} = await open()
    await user.click(screen.getByRole('button', {name: 'Filter'}))
    await user.click(await screen.findByRole('option', {name: 'Day'}))
    const from = await screen.findByLabelText('Day, from')
    await user.type(from, '2026-12-01')
    await user.type(screen.getByLabelText('Day, to'), '2026-12-31')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(navigate).toHaveBeenLastCalledWith('/orders?sort=-day&q=x&status=open&day=2026-12-01..2026-12-31', at),
    )
  })

  it('D7: a number is the least, and applies as it is typed', async () => {
    const {user, navigate} = await open()
    await user.click(screen.getByRole('button', {name: 'Filter'}))
    await user.click(await screen.findByRole('option', {name: 'Seats'}))
    await user.type(await screen.findByLabelText('Seats, at least'), '6')
    await waitFor(() => expect(navigate).toHaveBeenLastCalledWith('/orders?sort=-day&q=x&status=open&seats=6..', at))
    expect(screen.queryByRole('button', {name: 'Apply'})).toBeNull()
    await user.click(screen.getByRole('button', {name: 'Operator: at least'}))
    expect(await screen.findByRole('button', {name: 'exactly'})).toBeTruthy()
    expect(screen.getByRole('button', {name: 'at most'})).toBeTruthy()
  })

  it('is not opened by a letter that a person types into the search', async () => {
    const {user} = await open()
    await user.type(screen.getByRole('searchbox', {name: 'Search'}), 'f')
    expect(screen.queryByRole('combobox', {name: 'Filter'})).toBeNull()
  })
})
