// @vitest-environment jsdom
/** A board: a moved card is in its new column immediately, and back with the reason if the move is rejected. */
import {screen, waitFor, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import type {BoardCard, BoardData} from '../../../src/screens/board/data.ts'
import {BoardScreen} from '../../../src/screens/board/screen.tsx'
import {usePage} from '../../../src/web/router/router-provider.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, sentBy} from '../../kit/forms.tsx'
import {pageWith} from '../../kit/render.tsx'

const card = (id: string, name: string): BoardCard => ({
  id,
  version: 3,
  name,
  href: `/orders/${id}`,
  tone: 'hue hue-teal',
  cells: [],
  moves: [
    {name: 'approve', label: 'Approve', to: 'approved', needsInput: false},
    {name: 'reject', label: 'Reject', to: 'rejected', needsInput: true},
  ],
})

const column = (value: string, label: string, cards: readonly BoardCard[]) => ({
  value,
  label,
  tone: 'idle',
  count: {exact: cards.length},
  cards,
  more: null,
})

const data: BoardData = {
  heading: 'Orders',
  filterBar: {search: null, filters: [], filtered: false},
  columns: [
    column('open', 'Open', [card('a', 'Pens'), card('b', 'Paper')]),
    column('approved', 'Approved', []),
    column('rejected', 'Rejected', []),
  ],
  fields: [],
  legend: [{kind: 'colour', text: 'Office', tone: 'hue hue-teal'}],
  sets: null,
  problems: [],
  empty: null,
  create: {label: 'New order', href: '/orders/new'},
}

const page = (more: Partial<BoardData> = {}): Page =>
  Object.assign(pageWith({screen: 'board', data: {...data, ...more}}), {url: '/orders'})

function Screen() {
  const shown = usePage()
  return shown.screen === 'board' ? <BoardScreen data={shown.data} /> : null
}

function open() {
  const fake = new FakeRouter(page())
  const answer = Promise.withResolvers<void>()
  fake.hold = answer.promise
  return {fake, answer: answer.resolve, ...renderIn(<Screen />, {page: page(), router: fake.router})}
}

const namesIn = (label: string) =>
  within(screen.getByRole('region', {name: label}))
    .queryAllByRole('link')
    .map(link => link.textContent)

const countOf = (label: string) => within(screen.getByRole('region', {name: label})).getByRole('heading').textContent

const moveButton = (name: string) => screen.getAllByRole('button', {name, hidden: true})[0] as HTMLButtonElement

it('cards have the colour of their category, and the legend names it', () => {
  open()
  expect(screen.getByRole('link', {name: 'Pens'}).closest('li')?.className).toContain('hue-teal')
  expect(within(screen.getByRole('list', {name: 'Legend'})).getByText('Office')).toBeTruthy()
})

it('offers the form for its records, whatever the primary form of the product is', () => {
  const fresh = page()
  const menu = [{title: '', items: [{label: 'Orders', href: '/orders', icon: 'board'}]}]
  const shell = {...fresh.shell, menu, lead: {label: 'New room', href: '/rooms/new', icon: 'plus'}}
  renderIn(<Screen />, {page: {...fresh, shell}})
  expect(screen.getByRole('link', {name: /New order/}).getAttribute('href')).toContain('/orders/new')
  expect(screen.queryByRole('link', {name: /New room/})).toBeNull()
})

describe('moving a card', () => {
  it('shows it in its new column before the server responds, with both counts', async () => {
    const {user, fake, answer} = open()
    await user.click(moveButton('Approve'))
    expect(namesIn('Open')).toEqual(['Paper'])
    expect(namesIn('Approved')).toEqual(['Pens'])
    expect([countOf('Open'), countOf('Approved')]).toEqual(['Open1', 'Approved1'])
    expect(sentBy(fake.sent[0])).toEqual([
      ['_record', 'a'],
      ['_version', '3'],
      ['_once', 'token-a'],
      ['_action', 'approve'],
    ])
    answer()
  })

  it('cannot be repeated until the response arrives', async () => {
    const {user, fake, answer} = open()
    await user.click(moveButton('Approve'))
    expect(within(screen.getByRole('region', {name: 'Approved'})).queryAllByRole('button', {hidden: true})).toEqual([])
    expect(fake.sent).toHaveLength(1)
    answer()
  })

  it('that is rejected reverts the card and shows the reason', async () => {
    const {user, fake, answer} = open()
    const problems = [{field: null, message: 'The budget is used up.'}]
    fake.outcome = {kind: 'refused', page: Object.assign(page({problems}), {status: 422})}
    await user.click(moveButton('Approve'))
    expect(namesIn('Approved')).toEqual(['Pens'])
    answer()
    expect((await screen.findByRole('alert')).textContent).toContain('The budget is used up.')
    await waitFor(() => expect(namesIn('Open')).toEqual(['Pens', 'Paper']))
    expect(namesIn('Approved')).toEqual([])
  })

  it('leaves the page as it is: the focus follows a card that is moved by its menu, and a refusal takes it', async () => {
    const {user, fake, answer} = open()
    await user.click(moveButton('Approve'))
    await hasFocus(() => screen.getByRole('link', {name: 'Pens'}))
    expect(fake.sent[0]).toMatchObject({staysOnPage: true, refusedInPlace: true})
    fake.outcome = {kind: 'refused', page: page({problems: [{field: null, message: 'The budget is used up.'}]})}
    answer()
    await hasFocus(() => screen.queryByRole('alert'))
  })

  it('with inputs leaves the card where it is', async () => {
    const {user, fake, answer} = open()
    await user.click(moveButton('Reject…'))
    expect(fake.sent).toHaveLength(1)
    expect(namesIn('Open')).toEqual(['Pens', 'Paper'])
    answer()
  })
})
