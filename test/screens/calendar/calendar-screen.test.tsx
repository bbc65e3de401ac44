// @vitest-environment jsdom
/**
 * A calendar in the browser: the keyboard selects free days and hours, moves and resizes entries; a rejected move is
 * reverted with the reason.
 */
import {fireEvent, screen, waitFor, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import type {CalendarData, CalendarDay, CalendarItem} from '../../../src/features/planning/calendar-data.ts'
import {movedPlace, withMovedItem} from '../../../src/screens/calendar/calendar-plan.ts'
import {CalendarScreen} from '../../../src/screens/calendar/screen.tsx'
import {usePage} from '../../../src/web/router/router-provider.tsx'
// Preloads the parts that are loaded after the page.
import '../../../src/screens/calendar/calendar-overlays.tsx'
import {renderIn} from '../../kit/dom.tsx'
import {FakeRouter, sentBy} from '../../kit/forms.tsx'
import {pageWith} from '../../kit/render.tsx'

/** Monday, 2 March 2026, and the days after it. */
const days = (count: number): CalendarDay[] =>
  Array.from({length: count}, (_, index) => ({
    date: `2026-03-${String(index + 2).padStart(2, '0')}`,
    text: String(index + 2),
    weekday: 'Day',
    label: `${index + 2} March`,
    today: index === 1,
    off: index % 7 > 4,
    note: '',
    closed: '',
    outside: false,
    href: `/away?on=${index}`,
    create: `/new?first=${index}`,
  }))

const item: CalendarItem = {
  id: 'item',
  href: '/requests/7',
  first: 2,
  last: 3,
  time: '',
  times: '',
  minutes: null,
  text: 'Ada',
  label: 'Ada, 4–5 Mar, Holiday',
  tone: 'hue hue-teal',
  requested: false,
  half: null,
  state: null,
  movable: 5,
  cells: [],
}

const data: CalendarData = {
  heading: 'Calendar',
  view: 'month',
  period: 'March 2026',
  earlier: '/away?on=2026-02-01',
  today: '/away',
  later: '/away?on=2026-04-01',
  views: [],
  filterBar: {search: null, filters: [], filtered: false},
  keep: [],
  legend: [],
  requested: null,
  closed: [],
  more: null,
  empty: null,
  create: {href: '/new', label: 'Request time off', from: 'first', to: 'last', row: null, timed: false},
  problems: [],
  days: days(14),
  items: [item],
  columns: [],
  hours: null,
}

/** The same day by the hour, from 7 to 20. */
const meeting: CalendarItem = {
  ...item,
  label: 'Standup, 4 Mar, 09:00–10:00',
  text: 'Standup',
  first: 2,
  last: 2,
  time: '09:00',
  times: '09:00–10:00',
  minutes: {begins: 2 * 1440 + 540, ends: 2 * 1440 + 600},
}
const hourly: Partial<CalendarData> = {
  view: 'week',
  days: days(7),
  items: [meeting],
  hours: {first: 7, labels: Array.from({length: 13}, (_, index) => `${index + 7}:00`), now: null},
  create: {href: '/book', label: 'Book', from: 'starts', to: 'ends', row: null, timed: true},
}

const page = (more: Partial<CalendarData> = {}): Page =>
  Object.assign(pageWith({screen: 'calendar', data: {...data, ...more}}), {url: '/away', once: 'once'})

function Shown() {
  const shown = usePage()
  return shown.screen === 'calendar' ? <CalendarScreen data={shown.data} /> : null
}

/** In the table: phones and screen readers get a list. */
const barOf = (name: RegExp) =>
  screen.getAllByRole('link', {name}).find(link => link.closest('table') ?? link.closest('.hours')) as HTMLElement

const status = () => screen.findByRole('status')

/** Once its handlers are attached, the popover replaces the browser's tooltip. */
const readyLink = () =>
  waitFor(() => {
    const link = barOf(/Ada, 4–5 Mar/)
    expect(link.title).toBe('')
    return link
  })

async function open(more: Partial<CalendarData> = {}) {
  const fake = new FakeRouter(page(more))
  const answer = Promise.withResolvers<void>()
  fake.hold = answer.promise
  const view = renderIn(<Shown />, {page: page(more), router: fake.router})
  await status()
  return {fake, answer: answer.resolve, ...view}
}

/** The column of the day, and how many days it covers. */
function placeOfBar(): [number, number] {
  const cell = barOf(/Ada/).closest('td')
  const cells = [...(barOf(/Ada/).closest('tr')?.cells ?? [])]
  const before = cells.slice(0, cell ? cells.indexOf(cell) : 0).reduce((sum, each) => sum + each.colSpan, 0)
  return [before, cell?.colSpan ?? 0]
}

it('picture: a day of a year says how many it has; a single one keeps its colour', () => {
  const many = (count: number, on: number) =>
    Array.from({length: count}, (_, index) => ({...item, id: `${on} ${index}`, first: on, last: on}))
  renderIn(<Shown />, {page: page({view: 'year', items: [...many(1, 0), ...many(2, 1), ...many(4, 2), ...many(9, 3)]})})
  const seen = [2, 3, 4, 5].map(day => screen.getByRole('link', {name: new RegExp(`^${day} March, `)}))
  expect(seen.map(link => link.title)).toEqual([
    '2 March, 1 entry',
    '3 March, 2 entries',
    '4 March, 4 entries',
    '5 March, 9 entries',
  ])
  const strength = seen.map(link => link.querySelector('[aria-hidden]')?.className)
  expect(strength).toEqual(['on hue hue-teal', 'on some', 'on several', 'on many'])
})

describe('free days', () => {
  it('are selected with the arrow keys on the link of a day, across weeks', async () => {
    const {user} = await open()
    const add = screen.getByRole('link', {name: 'Request time off: 9 March'})
    add.focus()
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    expect((await status()).textContent).toBe('10–12 Mar')
    expect(screen.getByRole('dialog', {name: 'Request time off'}).textContent).toContain('3 days')
    // Enter on the focused link leads there too.
    expect(add.getAttribute('href')).toBe('/new?first=2026-03-10&last=2026-03-12&_from=%2Faway')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('have hours in a week of times', async () => {
    const {user} = await open(hourly)
    screen.getByRole('link', {name: 'Book: 5 March'}).focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}')
    expect((await status()).textContent).toBe('Thu 5 Mar, 09:30–10:45')
    const offer = screen.getByRole('dialog', {name: 'Book'})
    expect(offer.textContent).toContain('1 hr, 15 min')
    expect(offer.querySelector('a')?.getAttribute('href')).toBe(
      '/book?starts=2026-03-05T09%3A30&ends=2026-03-05T10%3A45&_from=%2Faway',
    )
  })
})

describe('an entry', () => {
  it('is moved by days and weeks with the arrow keys, and is in its new place before the server responds', async () => {
    const {user, fake, answer} = await open()
    barOf(/Ada/).focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect((await status()).textContent).toContain('Move to 12–13 Mar')
    await user.keyboard('{Enter}')
    expect(placeOfBar()).toEqual([3, 2])
    expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({
      _action: 'move',
      _record: 'item',
      _version: '5',
      _minutes: String(8 * 1440),
      _edge: 'both',
    })
    answer()
  })

  it('shows its details on focus, and closes them with Escape', async () => {
    const columns = [{key: 'kind', label: 'Type', help: '', display: 'text'}] as const
    const {user} = await open({columns, items: [{...item, cells: [{text: 'Holiday'}]}]})
    const link = await readyLink()
    link.focus()
    const facts = await screen.findByRole('dialog', {name: /Ada/})
    expect(facts.textContent).toContain('4 March – 5 March')
    expect(facts.textContent).toContain('TypeHoliday')
    expect(within(facts).getByRole('link', {name: 'Open'}).getAttribute('href')).toBe('/requests/7')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', {name: /Ada/})).toBe(null))
  })

  it('shows its details on hover, until Escape, and none on touch', async () => {
    const {user} = await open()
    const link = await readyLink()
    await user.pointer([{keys: '[TouchA>]', target: link}])
    link.focus()
    expect(screen.queryByRole('dialog', {name: /Ada/})).toBe(null)
    link.blur()
    await user.hover(link)
    expect((await screen.findByRole('dialog', {name: /Ada/})).textContent).toContain('Ada')
    fireEvent.keyDown(document.body, {key: 'Escape'})
    await waitFor(() => expect(screen.queryByRole('dialog', {name: /Ada/})).toBe(null))
  })

  it('is resized with Shift, and reverted with the reason when that is rejected', async () => {
    const {user, fake, answer} = await open()
    const problems = [{field: null, message: 'You have 2 days left.'}]
    fake.outcome = {kind: 'refused', page: Object.assign(page({problems}), {status: 422})}
    barOf(/Ada/).focus()
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}{Enter}')
    expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({_minutes: '1440', _edge: 'end'})
    expect(placeOfBar()).toEqual([2, 3])
    answer()
    expect((await screen.findByRole('alert')).textContent).toContain('You have 2 days left.')
    await waitFor(() => expect(placeOfBar()).toEqual([2, 2]))
  })

  it('is moved by quarters of an hour among hours, and cancelled with Escape', async () => {
    const {user, fake} = await open(hourly)
    barOf(/Standup/).focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect((await status()).textContent).toContain('Move to Thu 5 Mar, 09:15–10:15')
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    expect((await status()).textContent).toContain('Move to Wed 4 Mar, 09:00–09:45')
    await user.keyboard('{Escape}')
    expect((await status()).textContent).toBe('')
    expect(fake.sent).toEqual([])
  })
})

describe('a move', () => {
  it('changes the time, never makes it shorter than a step, and is not sent twice', () => {
    const move = {id: 'item', version: 5, minutes: 1440 + 30, edge: 'both', row: null} as const
    const [moved] = withMovedItem({...data, items: [meeting]}, move, 'en-GB').items
    expect(moved).toMatchObject({first: 3, last: 3, time: '09:30', movable: null})
    expect(withMovedItem(data, {...move, version: 4}, 'en-GB').items).toEqual([item])
    expect(movedPlace(meeting, -90, 'end').minutes).toEqual({begins: 2 * 1440 + 540, ends: 2 * 1440 + 555})
    expect(movedPlace(item, 9 * 1440, 'start')).toEqual({first: 3, last: 3, minutes: null})
  })
})
