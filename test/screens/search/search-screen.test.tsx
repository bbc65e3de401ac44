// @vitest-environment jsdom
/** The page of search results: groups with their numbers, names of people and records, forms for new records. */
import {screen, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {FoundRecordData, SearchData} from '../../../src/engine/page/search.ts'
import {SearchScreen} from '../../../src/screens/search/screen.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {pageWith} from '../../kit/render.tsx'

const record = (id: string, more: Partial<FoundRecordData> = {}): FoundRecordData => ({
  id,
  name: `Order ${id}`,
  href: `/orders/${id}`,
  about: '',
  date: '',
  state: null,
  person: false,
  ...more,
})

const nothing: SearchData = {query: '', hint: '', groups: [], all: null, create: [], languages: []}

const open = (more: Partial<SearchData>) => {
  const data = {...nothing, ...more}
  return renderIn(<SearchScreen data={data} />, {page: pageWith({screen: 'search', data})})
}

describe('the search page', () => {
  it('shows what was found by entity, with the number and a link to more', () => {
    const people = [record('1', {name: 'Rui Costa', person: true, about: 'Design'})]
    const orders = [record('2', {date: '3 Dec', about: 'No. 12', state: {text: 'Open', tone: 'wait'}})]
    open({
      query: 'r',
      groups: [
        {heading: 'People', icon: 'people', records: people, count: {exact: 1}, more: null},
        {heading: 'Orders', icon: 'list', records: orders, count: {moreThan: 100}, more: '/search?q=r&in=orders'},
      ],
    })
    const first = within(screen.getByRole('region', {name: 'People'}))
    expect(first.getByRole('link', {name: /Rui Costa/}).getAttribute('href')).toBe('/orders/1')
    expect(first.queryByRole('link', {name: /more/i})).toBeNull()
    const second = within(screen.getByRole('region', {name: 'Orders'}))
    expect(second.getByRole('heading').textContent).toContain('100+')
    expect(second.getByRole('link', {name: /Order 2/}).textContent).toContain('No. 12 · 3 Dec')
    expect(second.getByText('Open')).toBeTruthy()
    expect(second.getAllByRole('link').map(link => link.getAttribute('href'))).toContain('/search?q=r&in=orders')
  })

  it('says that nothing was found, and for what', () => {
    open({query: 'zzz'})
    expect(screen.getByText(/zzz/)).toBeTruthy()
    expect(screen.queryByRole('region')).toBeNull()
  })

  it('without a search offers the forms for new records', () => {
    open({create: [{label: 'New order', href: '/orders/new'}]})
    expect(screen.getByRole('link', {name: 'New order'}).getAttribute('href')).toBe('/orders/new')
  })

  it('names a record that has no page of its own without a link', () => {
    const records = [record('9', {href: null})]
    open({query: 'o', groups: [{heading: 'Orders', icon: 'list', records, count: {exact: 1}, more: null}]})
    expect(screen.getByText('Order 9')).toBeTruthy()
    expect(screen.queryByRole('link', {name: /Order 9/})).toBeNull()
  })
})
