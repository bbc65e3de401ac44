// @vitest-environment jsdom
/** Bulk actions of a list: the confirmation dialog, all records of the list, optimistic updates, and shortcuts. */
import {act, screen, waitFor, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {ListData} from '../../../src/features/collections/data.ts'
import {ListScreen} from '../../../src/screens/list/screen.tsx'
import type {PageResult} from '../../../src/web/router/client.ts'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage, sentBy} from '../../kit/forms.tsx'
import {listedRecord, listOf} from '../../kit/lists.ts'
import {pageWith} from '../../kit/render.tsx'

const fits = ['approve', 'decline', 'delete']
const days = (id: string, name: string, count: number) => {
  const record = listedRecord(id, [name], fits)
  return {...record, cells: [...record.cells, {text: String(count), value: count}, {text: 'Open', value: 'open'}]}
}
const data: ListData = listOf({
  columns: [
    {key: 'name', label: 'Name', help: '', display: 'text', sort: null},
    {key: 'days', label: 'Days', help: '', display: 'number', sort: null, sums: {called: 'days'}},
    {key: 'status', label: 'Status', help: '', display: 'state', sort: null, tones: {}},
  ],
  records: [days('1', 'Ada', 2), days('2', 'Bo', 0.5), days('3', 'Cem', 4)],
  count: {exact: 299},
  bulk: [
    {name: 'approve', label: 'Approve', tone: 'plain', asks: false, to: {word: 'approved', label: 'Approved'}},
    {name: 'decline', label: 'Decline', tone: 'danger', asks: true, to: {word: 'declined', label: 'Declined'}},
    {name: 'delete', label: 'Delete', tone: 'danger', asks: true, to: null},
  ],
})
const page = Object.assign(pageWith({screen: 'list', data}), {url: '/orders?q=x'})

function open(loaded: PageResult = {kind: 'unreachable'}) {
  const fake = new FakeRouter(page)
  fake.loaded = loaded
  const view = renderIn(<ListScreen data={data} />, {page, router: fake.router})
  return {...view, fake}
}

const held = (fake: FakeRouter): (() => void) => {
  let answer = () => {}
  fake.hold = new Promise(resolve => {
    answer = resolve
  })
  return () => answer()
}

const asking: PageResult = {
  kind: 'answer',
  answer: formPage(
    formData({
      heading: 'Decline 2 orders?',
      about: [
        {id: '1', name: 'Ada', when: '9–15 Dec', person: 'ada'},
        {id: '2', name: 'Bo', when: '16 Dec'},
      ],
      aboutMore: 7,
      fields: [field('answer', {label: 'Message'})],
      actions: [{name: 'decline', label: 'Decline 2 orders', tone: 'danger'}],
    }),
  ),
}

const box = (name: string) => screen.getByRole('checkbox', {name: `Select ${name}`})

describe('below a list', () => {
  const foot = (more: Partial<ListData>) => {
    renderIn(<ListScreen data={{...data, ...more}} />, {page})
    return screen.getByText('299 orders').parentElement?.textContent
  }
  it('is the sum of its records, if all of them are there', () => {
    expect(foot({})).toBe('299 orders6.5 days in total')
  })
  it('is no sum of a single page', () => {
    expect(foot({page: {next: '/orders?after=3', previous: null}})).toBe('299 ordersNext')
  })
  it('is the sum of all pages, if the server sent it', () => {
    const page = {next: null, previous: '/orders?before=3'}
    expect(foot({page, records: data.records.slice(0, 1), sum: 871.5})).toBe('299 orders871.5 days in totalPrevious')
  })
})

describe('a list without results', () => {
  it('says what it is filtered by, and offers to clear it', () => {
    const empty = {...data, records: [], filtered: true, filteredBy: ['Status: Draft', '“zebra”']}
    renderIn(<ListScreen data={empty} />, {page})
    expect(screen.getByText('Status: Draft · “zebra”')).toBeTruthy()
    expect(screen.getByRole('link', {name: 'Clear filters'}).getAttribute('href')).toBe('/orders')
  })
})

describe('several records', () => {
  it('D24: are named in a dialog, with dates and their number, before an action that ends them', async () => {
    const {user, fake} = open(asking)
    await user.click(box('Ada'))
    await user.click(box('Bo'))
    expect(await screen.findByText('2.5 days')).toBeTruthy()
    await user.click(screen.getByRole('button', {name: 'Decline 2 orders'}))
    const dialog = await screen.findByRole('dialog', {name: 'Decline 2 orders?'})
    expect(fake.loads).toEqual(['/orders?q=x&_bulk=decline&_record=1%3A1&_record=2%3A1'])
    expect((await within(dialog).findAllByRole('listitem')).map(item => item.textContent)).toEqual([
      'AAda9–15 Dec',
      'Bo16 Dec',
      'and 7 more',
    ])
    await user.type(within(dialog).getByRole('textbox', {name: /Message/}), 'Not then.')
    const answer = held(fake)
    await user.click(within(dialog).getByRole('button', {name: 'Decline 2 orders'}))
    expect(screen.getAllByText('Declined')).toHaveLength(2)
    expect(sentBy(fake.sent[0])).toEqual(
      expect.arrayContaining([
        ['_action', 'decline'],
        ['_bulk', 'decline'],
        ['_record', '1:1'],
        ['_record', '2:1'],
        ['answer', 'Not then.'],
      ]),
    )
    answer()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByText('Declined')).toBeNull())
    expect(screen.getByText('0 selected')).toBeTruthy()
  })

  it('P25: of which only some allow the action are asked about first, and the dialog is about those', async () => {
    const fake = new FakeRouter(page)
    fake.loaded = asking
    const [ada, bo, cem] = data.records
    const some = ada && bo && cem ? [ada, {...bo, actions: ['delete']}, cem] : []
    const {user} = renderIn(<ListScreen data={{...data, records: some}} />, {
      page,
      router: fake.router,
    })
    for (const name of ['Ada', 'Bo', 'Cem']) await user.click(box(name))
    await user.click(screen.getByRole('button', {name: 'Approve 2 of 3'}))
    await screen.findByRole('dialog')
    expect(fake.loads).toEqual(['/orders?q=x&_bulk=approve&_record=1%3A1&_record=3%3A1'])
    expect(fake.sent).toEqual([])
  })

  it('keep their dialog open if the action is refused, which says why above the form and at the field', async () => {
    const {user, fake} = open(asking)
    await user.click(box('Ada'))
    await user.click(box('Bo'))
    await user.click(screen.getByRole('button', {name: 'Decline 2 orders'}))
    const dialog = within(await screen.findByRole('dialog', {name: 'Decline 2 orders?'}))
    const problems = [{field: 'answer', message: 'Enter a message.'}]
    fake.outcome = {kind: 'refused', page: formPage(formData({problems}), {status: 422})}
    const message = await dialog.findByRole('textbox', {name: /Message/})
    await user.click(dialog.getByRole('button', {name: 'Decline 2 orders'}))
    expect((await dialog.findByRole('alert')).textContent).toContain('Enter a message.')
    expect(message.getAttribute('aria-invalid')).toBe('true')
    // Fresh data of the list does not know the refusal.
    act(() => fake.show({...page}))
    expect(message.getAttribute('aria-invalid')).toBe('true')
    await user.type(message, 'Sorry.')
    expect(message.getAttribute('aria-invalid')).toBeNull()
  })

  it('are shown in their new state immediately, and reverted with the reason if that is rejected', async () => {
    const {user, fake} = open()
    const problems = [{field: null, message: '1 of 2 orders is closed.'}]
    fake.outcome = {kind: 'refused', page: pageWith({screen: 'list', data: {...data, problems}})}
    const answer = held(fake)
    await user.click(box('Ada'))
    await user.click(box('Cem'))
    await user.click(screen.getByRole('button', {name: 'Approve 2 orders'}))
    expect(screen.getAllByText('Approved')).toHaveLength(2)
    answer()
    expect((await screen.findByRole('alert')).textContent).toBe('1 of 2 orders is closed.')
    await waitFor(() => expect(screen.queryByText('Approved')).toBeNull())
    expect(screen.getByText('2 selected')).toBeTruthy()
  })

  it('can be all records of the list: the server determines the actions, and the dialog always asks', async () => {
    const every = {count: 299, actions: ['approve'], sum: 812}
    const {user, fake} = open({kind: 'answer', answer: pageWith({screen: 'list', data: {...data, every}})})
    await user.click(screen.getByRole('checkbox', {name: /^Select all/}))
    await user.click(await screen.findByRole('button', {name: 'Select all 299'}))
    await screen.findByText('299 selected')
    expect(fake.loads).toEqual(['/orders?q=x&_all=yes'])
    expect(screen.getByText('812 days')).toBeTruthy()
    expect(screen.queryByRole('button', {name: /^Delete/})).toBeNull()
    await user.click(screen.getByRole('button', {name: 'Approve 299 orders'}))
    await screen.findByRole('dialog', {name: 'Approve 299 orders?'})
    expect(fake.loads.at(-1)).toBe('/orders?q=x&_bulk=approve&_all=yes')
    expect(fake.sent).toEqual([])
  })

  it('are selected by X and with Shift while the arrows, J and K move; not while a person types', async () => {
    const {user} = open()
    const link = (name: string) => screen.getByRole('link', {name})
    link('Ada').focus()
    // The shortcuts are loaded after the page.
    await waitFor(async () => {
      await user.keyboard('x')
      expect(screen.getByText('1 selected')).toBeTruthy()
    })
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(screen.getByText('2 selected')).toBeTruthy()
    await hasFocus(() => link('Bo'))
    await user.keyboard('{ArrowDown}')
    await hasFocus(() => link('Cem'))
    await user.keyboard('{Shift>}X{/Shift}')
    expect(screen.getByText('3 selected')).toBeTruthy()
    await user.click(await screen.findByRole('button', {name: 'Clear selection'}))
    expect(screen.getByText('0 selected')).toBeTruthy()
  })
})

describe('one record', () => {
  it('shows its new state immediately after an action of its row, and the reason there if it is rejected', async () => {
    const {user, fake} = open()
    const problems = [{field: null, message: 'The order is closed.'}]
    fake.outcome = {kind: 'refused', page: pageWith({screen: 'list', data: {...data, problems}})}
    const answer = held(fake)
    await user.click(await screen.findByRole('button', {name: 'Approve: Bo'}))
    const row = () => screen.getByRole('row', {name: /Bo/})
    expect(within(row()).getByText('Approved')).toBeTruthy()
    expect(row().getAttribute('aria-busy')).toBe('true')
    answer()
    expect((await within(row()).findByRole('alert')).textContent).toBe('The order is closed.')

    await waitFor(() => expect(within(row()).getByText('Open')).toBeTruthy())
  })
})
