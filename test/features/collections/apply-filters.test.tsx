// @vitest-environment jsdom
/** Filters apply when they are chosen; the address has no empty parameters. */
import {act, screen} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {describe, expect, it, vi} from 'vitest'
import {FilterBar} from '../../../src/features/collections/components/filter-bar.tsx'
import type {FilterData} from '../../../src/features/collections/data.ts'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter} from '../../kit/forms.tsx'
import {emptyPage, Frame} from '../../kit/render.tsx'

const status: FilterData = {
  key: 'status',
  label: 'Status',
  control: 'select',
  value: '',
  options: [
    {value: 'open', label: 'Open'},
    {value: 'closed', label: 'Closed'},
  ],
}
const page = {...emptyPage, url: '/orders'}
const bar = (
  <FilterBar
    filterBar={{search: {text: ''}, filters: [status], filtered: false}}
    keep={[{name: 'sort', value: 'name'}]}
  />
)

describe('a bar of filters', () => {
  it('applies a choice immediately and keeps the rest of the address, without empty parameters', async () => {
    const navigate = vi.fn()
    const {user} = renderIn(bar, {page, router: {enabled: true, navigate}})
    await user.selectOptions(screen.getByRole('combobox', {name: 'Status'}), 'Open')
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce())
    expect(navigate).toHaveBeenCalledWith('/orders?sort=name&status=open', {replace: true, keepPlace: true})
  })

  it('applies a choice that is undone while its page is loading', async () => {
    const navigate = vi.fn<(url: string) => void>()
    const unfiltered = {...page, url: '/orders?sort=name'}
    const fake = new FakeRouter(unfiltered)
    const {user} = renderIn(bar, {page: unfiltered, router: {...fake.router, navigate}})
    const choose = (label: string) => user.selectOptions(screen.getByRole('combobox', {name: 'Status'}), label)
    const asked = () => navigate.mock.calls.map(([url]) => url)
    const [open, all] = ['/orders?sort=name&status=open', '/orders?sort=name']
    await choose('Open')
    await vi.waitFor(() => expect(asked()).toEqual([open]))
    // Other people's changes of the page that is still shown.
    act(() => fake.show({...unfiltered}))
    await choose('All')
    await vi.waitFor(() => expect(asked()).toEqual([open, all]))
    act(() => fake.show({...unfiltered}, {inPlace: true}))
    await choose('Open')
    await vi.waitFor(() => expect(asked()).toEqual([open, all, open]))
  })

  it('applies text once, after a pause in typing, and immediately with Enter', async () => {
    const navigate = vi.fn()
    const {user} = renderIn(bar, {page, router: {enabled: true, navigate}})
    await user.type(screen.getByRole('searchbox', {name: /Search/}), 'pens')
    await vi.waitFor(() => expect(navigate).toHaveBeenCalled())
    expect(navigate).toHaveBeenLastCalledWith('/orders?sort=name&q=pens', {replace: true, keepPlace: true})
    navigate.mockClear()
    await user.keyboard('{Backspace}{Enter}')
    expect(navigate).toHaveBeenCalledWith('/orders?sort=name&q=pen', {replace: true, keepPlace: true})
  })

  it('does not fill in the end of a time range while a person types it', async () => {
    const free = (high: string): FilterData => ({
      key: 'free',
      label: 'Free',
      control: 'times',
      value: '',
      options: [],
      low: '',
      high,
      isMain: true,
    })
    const barWith = (high: string) => <FilterBar filterBar={{search: null, filters: [free(high)], filtered: false}} />
    const end = () => screen.getByLabelText<HTMLInputElement>('Free, to')
    const {rerender} = renderIn(barWith(''), {page})
    act(() => end().focus())
    rerender(<Frame page={page}>{barWith('2026-11-24T15:00')}</Frame>)
    expect(end().value).toBe('')
    act(() => end().blur())
    expect(end().value).toBe('2026-11-24T15:00')
  })

  it('picture: shortcuts of a time range are links that keep the other filters', () => {
    const shortcut = {label: '1 hour', low: '2026-11-24T14:00', high: '2026-11-24T15:00', current: true}
    const free: FilterData = {
      key: 'free',
      label: 'Free',
      control: 'times',
      value: '',
      options: [],
      shortcuts: [shortcut],
    }
    const url = '/rooms?seats=6&free=old&after=x'
    renderIn(<FilterBar filterBar={{search: null, filters: [free], filtered: false}} />, {page: {...page, url}})
    const link = screen.getByRole('link', {name: '1 hour', current: true})
    expect(link.getAttribute('href')).toBe('/rooms?seats=6&free.from=2026-11-24T14%3A00&free.to=2026-11-24T15%3A00')
  })

  it('is a plain form with a button on the server', () => {
    const html = renderToString(<Frame page={page}>{bar}</Frame>)
    expect(html).toContain('<form class="bar" action="/orders" method="get"')
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>Apply filters<\/button>/)
  })
})
