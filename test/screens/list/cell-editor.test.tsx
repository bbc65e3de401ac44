// @vitest-environment jsdom
/** Cells edited in place: how editing starts and ends, optimistic updates, and rejections. */
import {fireEvent, screen, waitFor} from '@testing-library/react'
import {beforeEach, describe, expect, it, vi} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import type {FormFieldData} from '../../../src/features/forms/data.ts'
import {ListScreen} from '../../../src/screens/list/screen.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage, sentBy} from '../../kit/forms.tsx'
import {listedRecord, listOf} from '../../kit/lists.ts'
import {pageWith} from '../../kit/render.tsx'

const data: ListData = listOf({
  columns: [
    {key: 'number', label: 'Number', help: '', display: 'text', sort: null},
    {key: 'title', label: 'Title', help: '', display: 'text', sort: null},
    {key: 'mood', label: 'Mood', help: '', display: 'text', sort: null},
  ],
  records: [
    {...listedRecord('a', ['1', 'Lamp', 'Good']), edits: ['title', 'mood']},
    listedRecord('b', ['2', 'Desk', 'Bad']),
  ],
  opens: 'record',
})
const page = Object.assign(pageWith({screen: 'list', data}), {url: '/orders?status=open'})

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: true, addEventListener() {}, removeEventListener() {}}))
})

/** Once the cells are interactive. */
async function open(edited: FormFieldData | readonly FormFieldData[], {intro = '', shown = data} = {}) {
  const fake = new FakeRouter(page)
  fake.loaded = {kind: 'answer', answer: formPage(formData({fields: [edited].flat(), version: 4, intro}))}
  const navigate = vi.fn()
  const router = {...fake.router, navigate}
  const view = renderIn(<ListScreen data={shown} />, {page, router})
  await waitFor(() => expect(screen.getAllByRole('cell').some(each => each.hasAttribute('tabindex'))).toBe(true))
  return {...view, fake, navigate}
}

const cell = (name: string) => screen.getByRole('cell', {name})

describe('an editable cell', () => {
  it('is edited after a double click; Enter saves with the shown version, and the cell shows it immediately', async () => {
    const {user, fake, navigate} = await open(field('title', {values: ['Lamp']}), {intro: 'Bo will be notified.'})
    let answer = () => {}
    fake.hold = new Promise(resolve => {
      answer = resolve
    })
    await user.dblClick(cell('Lamp'))
    const input = await screen.findByRole('textbox', {name: 'Title'})
    expect(fake.loads).toEqual(['/orders?status=open&_cell=a.title'])
    expect(screen.getByText('Bo will be notified.')).toBeTruthy()
    await user.clear(input)
    await user.type(input, 'Floor lamp{Enter}')
    await hasFocus(() => screen.getByRole('cell', {name: 'Floor lamp'}))
    expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({
      _action: 'update',
      _record: 'a:4',
      title: 'Floor lamp',
    })
    expect(fake.sent[0]).toMatchObject({refusedInPlace: true, staysOnPage: true})
    expect(fake.sent[0]?.url.search).toBe('?status=open')
    answer()
    // The first click has opened the record; the second only concerns the cell.
    expect(navigate).toHaveBeenCalledTimes(1)
  })

  it('is edited after a click on its pencil, which does not open the record', async () => {
    const {user, navigate} = await open(field('title', {values: ['Lamp']}))
    await user.hover(cell('Lamp'))
    fireEvent.click(screen.getByRole('button', {name: 'Edit: Title'}))
    expect(await screen.findByRole('textbox', {name: 'Title'})).toBeTruthy()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('has a pencil even if its name opens the record', async () => {
    const named = {...data, records: [{...listedRecord('a', ['1', 'Lamp', 'Good']), edits: ['number']}]}
    const {user, navigate} = await open(field('number', {values: ['1']}), {shown: named})
    await user.hover(cell('1'))
    fireEvent.click(screen.getByRole('button', {name: 'Edit: Number'}))
    expect(await screen.findByRole('textbox', {name: 'Number'})).toBeTruthy()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('has both dates of a span: Tab leads from one to the other, and Enter saves both', async () => {
    const dates = ['first', 'last'].map(name => field(name, {control: 'date', values: ['2026-05-06']}))
    const {user, fake} = await open(dates)
    let answer = () => {}
    fake.hold = new Promise(resolve => {
      answer = resolve
    })
    await user.dblClick(cell('Lamp'))
    const first = await screen.findByLabelText<HTMLInputElement>('First')
    expect(document.activeElement).toBe(first)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('Last'))
    await user.clear(screen.getByLabelText('Last'))
    await user.type(screen.getByLabelText('Last'), '2026-05-08{Enter}')
    await screen.findByRole('cell', {name: /6.* – .*8/})
    expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({first: '2026-05-06', last: '2026-05-08'})
    answer()
  })

  it('is edited after a double click even if the pointer is over another element by the second click', async () => {
    const {user} = await open(field('title', {values: ['Lamp']}))
    const elsewhere = vi.fn()
    screen.getByRole('heading', {level: 1}).addEventListener('click', elsewhere)
    await user.pointer([{target: cell('Lamp'), keys: '[MouseLeft]'}])
    fireEvent.click(screen.getByRole('heading', {level: 1}), {detail: 2})
    expect(await screen.findByRole('textbox', {name: 'Title'})).toBeTruthy()
    expect(elsewhere).not.toHaveBeenCalled()
  })

  it('is reverted if the change is rejected, with the reason and the input', async () => {
    const {user, fake} = await open(field('title', {values: ['Lamp']}))
    const problems = [{field: 'title', message: 'Too short.'}]
    fake.outcome = {kind: 'refused', page: pageWith({screen: 'list', data: {...data, problems}})}
    cell('Lamp').focus()
    await user.keyboard('{F2}')
    const input = await screen.findByRole('textbox', {name: 'Title'})
    await user.clear(input)
    await user.type(input, 'L{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Too short.')
    expect(await screen.findByRole<HTMLInputElement>('textbox', {name: 'Title'})).toHaveProperty('value', 'L')
    expect(await screen.findByRole('cell', {name: 'Lamp'})).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', {name: 'Title'})).toBeNull())
    expect(fake.sent).toHaveLength(1)
    await hasFocus(() => cell('Lamp'))
  })

  it('offers choices in a list: picking one saves it', async () => {
    const options = [
      {value: 'good', label: 'Good'},
      {value: 'bad', label: 'Bad'},
    ]
    const {user, fake} = await open(field('mood', {control: 'choice', options, values: ['good']}))
    cell('Good').focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('combobox', {name: 'Mood'})).toHaveProperty('value', 'Good')
    await user.click(await screen.findByRole('option', {name: 'Bad'}))
    await waitFor(() => expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({mood: 'bad'}))
  })

  it.each([
    ['a person', field('mood', {control: 'record', options: [{value: 'bo', label: 'Bo Diaz'}]}), 'Bo Diaz', 'bo'],
    ['yes or no', field('mood', {control: 'yes/no', values: ['yes']}), 'No', 'no'],
  ])('picks %s from a list', async (_, edited, label, value) => {
    const {user, fake} = await open(edited)
    await user.dblClick(cell('Good'))
    await user.click(await screen.findByRole('option', {name: label}))
    await waitFor(() => expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({mood: value}))
  })

  it('opens its record with a click, like the rest of the row; other clicks do not', async () => {
    const {user, navigate} = await open(field('title'))
    await user.click(cell('Lamp'))
    expect(navigate).toHaveBeenCalledWith('/orders?status=open&_open=a', expect.anything())
    await user.dblClick(cell('Desk'))
    expect(screen.queryByRole('textbox', {name: 'Title'})).toBeNull()
    expect(cell('Desk').getAttribute('tabindex')).toBeNull()
  })
})

describe('a list beside an opened record', () => {
  it('keeps what records are about, rather than who decided, if they are called by a number', () => {
    const more = (key: string, display: 'person' | 'span' | 'state') =>
      ({key, label: key, help: '', display, sort: null}) as const
    const columns = [...data.columns.slice(0, 2), more('dates', 'span'), more('status', 'state'), more('by', 'person')]
    const records = data.records.map(each => ({...each, cells: [...each.cells, ...each.cells].slice(0, 5)}))
    renderIn(<ListScreen data={{...data, columns, records}} />, {page})
    const heads = screen.getAllByRole('columnheader').map(({className}) => className.split(' '))
    // On small screens, the last column has no room.
    expect([heads[1], heads[4]].map(head => head?.includes('out-s'))).toEqual([false, true])
  })
})

it('a text that is only a number gets its label where rows are stacked, other texts do not', () => {
  const [first, ...others] = data.columns
  const floor = {key: 'floor', label: 'Floor', help: '', display: 'text', sort: null} as const
  const shown: ListData = {
    ...data,
    columns: first ? [first, ...others, floor] : [],
    records: [listedRecord('a', ['1', 'Lamp', 'Good', '4']), listedRecord('b', ['2', 'Desk', 'Bad', 'Ground floor'])],
  }
  renderIn(<ListScreen data={shown} />, {page})
  expect(cell('4').className).toContain('labelled')
  expect(cell('Ground floor').className).not.toContain('labelled')
})
