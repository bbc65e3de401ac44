// @vitest-environment jsdom
/** Filters of a list: a record among too many to list is found while its name is typed. */
import {screen, waitFor} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {describe, expect, it} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import {FilterBar} from '../../../src/features/collections/components/filter-bar.tsx'
import type {FilterData} from '../../../src/features/collections/data.ts'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter} from '../../kit/forms.tsx'
import {emptyPage, Frame, pageWith} from '../../kit/render.tsx'

const topic: FilterData = {
  key: 'topic',
  label: 'Topic',
  control: 'text',
  value: '',
  options: [],
  lookup: '/?_lookup=topic',
}
const chosen: FilterData = {...topic, control: 'select', value: 't7', options: [{value: 't7', label: 'Bread'}]}

const bar = (filter: FilterData) => <FilterBar filterBar={{search: null, filters: [filter], filtered: false}} />

/** The response of the lookup: the filter alone, with its options. */
const offering = (...options: FilterData['options']): Page =>
  pageWith({
    screen: 'board',
    data: {
      heading: 'Articles',
      filterBar: {search: null, filters: [{...topic, control: 'select', options}], filtered: false},
      columns: [],
      fields: [],
      legend: [],
      sets: null,
      problems: [],
      empty: null,
      create: null,
    },
  })

const combobox = () =>
  waitFor(() => {
    const found = screen.getByRole<HTMLInputElement>('combobox', {name: 'Topic'})
    expect(found.tagName).toBe('INPUT')
    return found
  })

const sent = () => {
  const {form} = screen.getByRole<HTMLButtonElement>('button', {name: 'Apply filters'})
  return form ? [...new FormData(form)] : []
}

describe('a filter by a record among too many', () => {
  it('is a text, or a list with the chosen record, without JavaScript', () => {
    const html = (filter: FilterData) => renderToString(<Frame page={emptyPage}>{bar(filter)}</Frame>)
    expect(html(topic)).toMatch(/<input id="filter-topic" autoComplete="off" name="topic" value=""\/>/)
    expect(html(chosen)).toMatch(/<select id="filter-topic" name="topic">.*selected="">Bread/)
  })

  it('is looked up on the server while the name is typed, and sent by its id', async () => {
    const fake = new FakeRouter(emptyPage)
    fake.loaded = {kind: 'answer', answer: offering({value: 't230', label: 'Cake'})}
    const {user} = renderIn(bar(topic), {router: fake.router})
    await user.type(await combobox(), 'cak')
    await waitFor(() => expect(fake.loads.at(-1)).toBe('/?_lookup=topic&q=cak'))
    await user.click(await screen.findByRole('option', {name: 'Cake'}))
    expect(sent()).toEqual([['topic', 't230']])
  })

  it('keeps the chosen record, by its name; typed text is sent as it is', async () => {
    const {user} = renderIn(bar(chosen), {router: new FakeRouter(emptyPage).router})
    const input = await combobox()
    expect([input.value, sent()]).toEqual(['Bread', [['topic', 't7']]])
    await user.clear(input)
    await user.type(input, 'tea')
    await user.tab()
    expect(sent()).toEqual([['topic', 'tea']])
  })
})

describe('a filter of few records that is not set', () => {
  const plainHtml = () =>
    '<label for="filter-topic">Topic</label><select id="filter-topic" name="topic"><option>Bread</option></select>'
  const bars = (filter: FilterData) => (
    <FilterBar withChips filterBar={{search: null, filters: [filter], filtered: false}} />
  )

  it('keeps what the server has rendered, which the data has not, until chips replace it', async () => {
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(<Frame page={emptyPage}>{bars({...topic, plainHtml})}</Frame>)
    const select = container.querySelector('select')
    const failed: unknown[] = []
    const {hydrateRoot} = await import('react-dom/client')
    const {router} = new FakeRouter(emptyPage)
    const root = hydrateRoot(
      container,
      <Frame page={emptyPage} router={{...router, enabled: false}}>
        {bars(topic)}
      </Frame>,
      {onRecoverableError: cause => failed.push(cause)},
    )
    await waitFor(() => expect(Object.keys(container.querySelector('form') ?? {}).join()).toContain('__reactFiber'))
    expect(select?.isConnected).toBe(true)
    expect(select?.options.length).toBe(1)
    expect(failed).toEqual([])
    root.unmount()
    container.remove()
  })
})
