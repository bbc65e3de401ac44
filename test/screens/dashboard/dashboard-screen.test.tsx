// @vitest-environment jsdom
/** The layout of cards on a dashboard, and their text for people who see no colours. */
import {screen, within} from '@testing-library/react'
import {expect, test} from 'vitest'
import type {TimelineBar} from '../../../src/features/planning/timeline-data.ts'
import {cardLayout} from '../../../src/screens/dashboard/card-widths.ts'
import type {CardBody, CardData} from '../../../src/screens/dashboard/data.ts'
import {DashboardScreen} from '../../../src/screens/dashboard/screen.tsx'
import {renderIn} from '../../kit/dom.tsx'

const rows: CardBody = {as: 'rows', rows: [], more: null, empty: 'Nothing to show.'}
const next: CardBody = {as: 'next', next: null, following: [], empty: 'Nothing to show.'}
const whole = {
  total: '10',
  parts: [
    {label: 'Left', text: '4', percent: '40%', path: 'M0,0', start: 0, share: 40},
    {label: 'Used', text: '6', percent: '60%', path: 'M0,0', start: 40, share: 60},
  ],
}
const ring: CardBody = {as: 'ring', ...whole}
const number: CardBody = {as: 'number', text: '3', unit: 'orders'}
const cardsOf = (...bodies: CardBody[]): CardData[] =>
  bodies.map((body, index) => ({name: `Card ${index + 1}`, href: `/?card=card-${index + 1}`, body}))

const shown = (cards: readonly CardData[]) =>
  renderIn(<DashboardScreen data={{heading: 'Home', day: '', html: '', cards}} />)

test('narrow cards are stacked next to wide ones, and no card is stretched', () => {
  const layout = cardLayout(cardsOf(next, rows, ring, ring, next))
  expect(layout.rows).toEqual([])
  expect(layout.wide.map(({order, width}) => [order, width])).toEqual([
    [1, ''],
    [2, 'half'],
    [3, 'half'],
  ])
  expect(layout.narrow.map(({order}) => order)).toEqual([0, 4])
})

test('a ring and the meters after it are on one card, and each of the meters links to its records', () => {
  const meters: CardBody = {as: 'meters', meters: [{label: '2026', href: '/?card=years&is=2026', ...whole}]}
  const layout = cardLayout(cardsOf(ring, meters, meters, rows, next))
  expect(layout.wide.map(({order, beside}) => [order, beside?.map(each => each.order) ?? []])).toEqual([
    [0, [1, 2]],
    [3, []],
  ])
  shown(cardsOf(ring, meters, rows, next))
  expect(screen.getByRole('link', {name: '2026'}).getAttribute('href')).toBe('/?card=years&is=2026')
  expect(screen.queryByRole('link', {name: 'View all: Card 2'})).toBeNull()
})

test('several figures are one row, and charts alone are in rows', () => {
  const layout = cardLayout(cardsOf(number, number, ring, ring))
  expect(layout.rows.map(({width}) => width)).toEqual(['w6', 'w6', 'w6', 'w6'])
  expect(layout.wide).toEqual([])
})

test('D32: only a card with more records than it shows has a link to all, with their number', () => {
  shown(cardsOf(rows, {...rows, more: {count: '14'}}, number))
  expect(screen.queryByRole('link', {name: 'View all: Card 1'})).toBeNull()
  expect(screen.getByRole('link', {name: 'View all 14: Card 2'}).getAttribute('href')).toBe('/?card=card-2')
  expect(screen.getByRole('link', {name: 'View all: Card 3, 3 orders'}).textContent).toBe('3')
})

test('a card of people says how many they are, or leads to all of them', () => {
  const person = {id: 'a', name: 'Ada', href: null, texts: [], back: 'back Mon'}
  const people: CardBody = {
    as: 'people',
    people: [person, {...person, id: 'b'}],
    following: '',
    more: null,
    timeline: null,
    empty: '',
  }
  const strip: CardBody = {
    as: 'strip',
    bands: [{key: 'w', text: 'This week', units: 84}],
    heads: [{key: 'd', short: '', text: '1', label: '1 March', units: 84, now: false, off: false}],
    own: null,
    people: true,
    legend: [],
    rows: [
      {
        id: 'a',
        name: 'Ada',
        href: null,
        marks: [],
        create: null,
        bars: [{...day, id: 'x', start: 10, end: 12, href: '/leaves/x', label: 'Ada, 6 March'}],
      },
    ],
    timeline: null,
  }
  shown(cardsOf(people, {...people, more: {count: '9'}}, {...people, people: []}, strip))
  const headings = screen.getAllByRole('heading', {level: 2}).map(({textContent}) => textContent?.trim())
  expect(headings.toSorted()).toEqual(['Card 1 2', 'Card 2  View all 9', 'Card 3', 'Card 4'])
  // A day of six weeks is narrower than a target.
  expect(screen.getByRole('link', {name: 'Ada, 6 March'}).className).toContain('bar-hit')
})

const day: Omit<TimelineBar, 'id' | 'start' | 'end' | 'href' | 'label'> = {
  before: false,
  after: false,
  text: '1 day',
  when: '6 Mar',
  texts: [],
  tone: 'good',
  requested: false,
  half: null,
  state: null,
  movable: null,
}

test('the parts of a ring can be read without the drawing', () => {
  const {container} = shown(cardsOf(ring, next))
  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('row').map(row => row.textContent)).toEqual(['Left4', 'Used6', 'Total10'])
  expect(container.querySelector('[style]')).toBeNull()
})

test('a long amount is smaller, so that it fits inside the ring', () => {
  const [left, used] = whole.parts
  const money: CardBody = {...ring, parts: left && used ? [{...left, text: '€6,755.00'}, used] : []}
  const sizes = [ring, money].map(body => {
    const {container, unmount} = shown(cardsOf(body))
    const size = container.querySelector('text.amount')?.getAttribute('font-size')
    unmount()
    return size
  })
  expect(sizes).toEqual(['24', '13'])
})

test('the next record shows the duration, the end and its name', () => {
  const record = {
    id: '1',
    href: '/leaves/1',
    title: 'Holiday, 30 Nov 2026',
    person: null,
    texts: ['Days: 1'],
    state: {label: 'Approved', tone: 'good'},
    days: 14,
    day: 'Mon 30 Nov',
    date: null,
  }
  shown(cardsOf({as: 'next', next: record, following: [], empty: ''}, ring))
  expect(screen.getByText('days').closest('p')?.textContent).toBe('14 days until Mon 30 Nov')
  expect(screen.getByRole('link', {name: 'Holiday, 30 Nov 2026'}).getAttribute('href')).toBe('/leaves/1')
  expect(screen.getByText('Approved')).toBeDefined()
})

test('if several come next, the first has its date and the others are below it', () => {
  const first = {
    id: '1',
    href: '/holidays/1',
    title: 'Restoration of Independence',
    person: null,
    texts: [],
    state: null,
    days: 15,
    day: 'Tue 1 Dec',
    date: {month: 'Dec', number: '1', when: 'Tuesday, in 15 days'},
  }
  const following = [{id: '2', href: null, title: 'Christmas Day', day: '25 Dec', weekday: 'Fri'}]
  shown(cardsOf({as: 'next', next: first, following, empty: ''}, ring))
  expect(screen.getByRole('link', {name: 'Restoration of Independence'}).getAttribute('href')).toBe('/holidays/1')
  expect(screen.getByText(/Tuesday, in 15 days/).textContent).toBe('Tue 1 Dec: Tuesday, in 15 days')
  expect(screen.getByRole('listitem').textContent).toBe('25 DecChristmas DayFri')
})
