// @vitest-environment jsdom
/** A gallery: cards are links with a heading, their actions are forms that show their effect at once. */
import {screen, waitFor, within} from '@testing-library/react'
import {expect, it} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import type {GalleryCard, GalleryData} from '../../../src/screens/gallery/data.ts'
import {GalleryScreen} from '../../../src/screens/gallery/screen.tsx'
import {usePage} from '../../../src/web/router/router-provider.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, sentBy} from '../../kit/forms.tsx'
import {pageWith} from '../../kit/render.tsx'

const field = {key: 'house', label: 'House', help: '', display: 'text'} as const

const card = (id: string, name: string, more: Partial<GalleryCard> = {}): GalleryCard => ({
  id,
  version: 3,
  name,
  href: `/rooms/${id}`,
  picture: null,
  mark: null,
  state: {text: 'Free', value: 'free'},
  cells: [{text: 'North'}, {text: '4', value: 4}],
  actions: [
    {name: 'praise', label: 'Praise', tone: 'plain', href: null, to: {word: 'praised', label: 'Praised'}},
    {name: 'close', label: 'Close', tone: 'danger', href: `/rooms/${id}?action=close`, to: null},
  ],
  offer: null,
  ...more,
})

const data: GalleryData = {
  heading: 'Rooms',
  back: null,
  filterBar: {search: {text: ''}, filters: [], filtered: false},
  state: {key: 'status', label: 'Status', help: '', display: 'state', tones: {free: 'good', praised: 'info'}},
  fields: [field, {...field, key: 'beds', label: 'Beds', display: 'number'}],
  cards: [card('a', 'Attic', {picture: '/_nonet/file/Room/a/photo/f'}), card('b', 'Green Barn')],
  count: {exact: 2},
  entityName: {one: 'room', several: 'rooms'},
  page: {next: '/rooms?after=b', previous: null},
  create: null,
  problems: [],
  empty: 'No rooms yet.',
}

const page = (more: Partial<GalleryData> = {}): Page =>
  Object.assign(pageWith({screen: 'gallery', data: {...data, ...more}}), {url: '/rooms'})

function Screen() {
  const shown = usePage()
  return shown.screen === 'gallery' ? <GalleryScreen data={shown.data} /> : null
}

function open(more: Partial<GalleryData> = {}) {
  const fake = new FakeRouter(page(more))
  const answer = Promise.withResolvers<void>()
  fake.hold = answer.promise
  return {fake, answer: answer.resolve, ...renderIn(<Screen />, {page: page(more), router: fake.router})}
}

const cardNamed = (name: string) => within(screen.getByRole('heading', {level: 2, name}).closest('li') ?? document.body)

it('has a card for each record, with its link, state and facts', () => {
  const {container} = open()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  const attic = cardNamed('Attic')
  expect(attic.getByRole('link', {name: 'Attic'}).getAttribute('href')).toBe('/rooms/a')
  expect(attic.getByText('Free')).toBeTruthy()
  expect(attic.getAllByRole('definition').map(({textContent}) => textContent)).toEqual(['North', '4'])
  expect(attic.getAllByRole('term').map(({textContent}) => textContent)).toEqual(['House', 'Beds'])
  // The name is beside the picture.
  const [image, ...others] = container.querySelectorAll('img')
  expect([image?.alt, image?.getAttribute('loading'), others.length]).toEqual(['', 'lazy', 0])
  expect(cardNamed('Green Barn').getByText('GB')).toBeTruthy()
  expect(screen.getByText('2 rooms')).toBeTruthy()
  expect(screen.getByRole('link', {name: 'Next'}).getAttribute('href')).toBe('/rooms?after=b')
})

it('shows the effect of an action at once, and why it was refused', async () => {
  const {user, fake, answer} = open()
  fake.outcome = {kind: 'refused', page: page({problems: [{field: null, message: 'It is taken.'}]})}
  await user.click(screen.getByRole('button', {name: 'Praise: Attic'}))
  expect(cardNamed('Attic').getByText('Praised')).toBeTruthy()
  expect(sentBy(fake.sent[0])).toEqual([
    ['_record', 'a:3'],
    ['_once', 'token-a'],
    ['_action', 'praise'],
  ])
  answer()
  expect((await screen.findByRole('alert')).textContent).toBe('It is taken.')
  await waitFor(() => expect(cardNamed('Attic').getByText('Free')).toBeTruthy())
  await hasFocus(() => screen.getByRole('button', {name: 'Praise: Attic'}))
})

it('asks for more on the page of the record', () => {
  open()
  const [ask] = screen.getAllByRole('link', {name: /^Close…/})
  expect(ask?.getAttribute('href')).toBe('/rooms/a?action=close')
})

it('says what is true where it has no cards, and leads out of a search', () => {
  open({cards: [], filterBar: {search: {text: 'zebra'}, filters: [], filtered: true}, filteredBy: ['“zebra”']})
  expect(screen.getByText('No rooms match.')).toBeTruthy()
  expect(screen.getByText('“zebra”')).toBeTruthy()
  expect(screen.getByRole('link', {name: 'Clear filters'}).getAttribute('href')).toBe('/rooms')
})

it('has no search where there is nothing to find', () => {
  open({cards: [], create: {label: 'New room', href: '/rooms/new'}})
  expect(screen.getByText('No rooms yet.')).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.getAllByRole('link', {name: /New room/})).not.toHaveLength(0)
})
