// @vitest-environment jsdom
/**
 * A timeline in the browser: the keyboard selects free time and moves bars, a moved bar is in its new place
 * immediately, and the details of a bar are shown on focus.
 */
import {fireEvent, screen, waitFor, within} from '@testing-library/react'
import fc from 'fast-check'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import {chosenText, createHref, lengthText} from '../../../src/features/planning/components/chosen-time.ts'
import {type Interval, targetsOf} from '../../../src/features/planning/components/lanes.ts'
import type {TimelineBar, TimelineData, TimelineRow} from '../../../src/features/planning/timeline-data.ts'
import {withMovedBar} from '../../../src/screens/timeline/moved-bar.ts'
import {TimelineScreen} from '../../../src/screens/timeline/screen.tsx'
import {usePage} from '../../../src/web/router/router-provider.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, sentBy} from '../../kit/forms.tsx'
import {pageWith} from '../../kit/render.tsx'

const bar: TimelineBar = {
  id: 'bar',
  href: '/requests/7',
  start: 4,
  end: 8,
  before: false,
  after: false,
  text: '2 days',
  label: 'Ada, 3–4 Mar, Holiday, Draft',
  when: '3–4 Mar',
  texts: ['Holiday'],
  tone: 'hue hue-teal',
  requested: true,
  half: null,
  state: {label: 'Draft', tone: 'idle'},
  movable: 5,
}

const row = (id: string, name: string, bars: readonly TimelineBar[], create: string | null = null): TimelineRow => ({
  id,
  name,
  href: null,
  bars,
  marks: [],
  create,
})

const heads = Array.from({length: 10}, (_, index) => ({
  key: `2026-03-${String(index + 1).padStart(2, '0')}`,
  short: '',
  text: '',
  label: `${index + 1} March`,
  units: 2,
  now: index === 1,
  off: index === 6 || index === 7,
}))

const data: TimelineData = {
  heading: 'Who’s away',
  view: 'quarter',
  period: 'March 2026',
  earlier: '/away?on=2026-02-01',
  today: '/away',
  later: '/away?on=2026-04-01',
  views: [],
  filterBar: {search: null, filters: [], filtered: false},
  keep: [],
  legend: [{kind: 'colour', text: 'Holiday', tone: 'hue hue-teal'}],
  requested: {shown: true, href: '/away?requested=no'},
  closed: [],
  more: null,
  empty: null,
  create: {href: '/new', label: 'Request time off', from: 'first', to: 'last', row: null, timed: false},
  problems: [],
  bands: [{key: '2026-03', text: 'March 2026', units: 20}],
  heads,
  named: [{start: 4, end: 20, text: 'Spring day', whose: 'Paris'}],
  now: null,
  origin: {date: '2026-03-01', minute: 0, unit: 720},
  own: row('ada', 'Ada', [bar], '/new?first=2026-03-02&last=2026-03-02'),
  groups: [
    {
      key: 't1',
      label: 'Makers',
      href: '/away?folded=t1',
      folded: false,
      present: 1,
      rows: [row('bo', 'Bo', [])],
      closed: [],
    },
  ],
  columns: [{key: 'kind', label: 'Type', help: '', display: 'text'}],
  people: true,
  count: {exact: 2},
  entityName: {one: 'person', several: 'people'},
  presentAs: 'away',
  present: 1,
  page: {next: null, previous: null},
}

const page = (more: Partial<TimelineData> = {}): Page =>
  Object.assign(pageWith({screen: 'timeline', data: {...data, ...more}}), {url: '/away', once: 'once'})

function Shown() {
  const shown = usePage()
  return shown.screen === 'timeline' ? <TimelineScreen data={shown.data} /> : null
}

/** The names take 160 pixels, the time 400. */
function measure(): void {
  const measured = Object.getOwnPropertyDescriptor(Element.prototype, 'getBoundingClientRect') ?? {}
  onTestFinished(() => void Object.defineProperty(Element.prototype, 'getBoundingClientRect', measured))
  Element.prototype.getBoundingClientRect = function (this: Element) {
    return this.matches('thead .who') ? new DOMRect(0, 0, 160, 20) : new DOMRect(0, 0, 560, 20)
  }
}

/** What is drawn over the page is loaded after it. */
const loaded = () => screen.findByRole('status')

const marchBar = (id: string, start: number, days: string, more: Partial<TimelineBar> = {}): TimelineBar => ({
  ...bar,
  id,
  href: `/requests/${id}`,
  start,
  end: start + 2,
  when: days,
  label: `Ada, ${days}, Holiday, Draft`,
  ...more,
})

describe('bars that are too narrow or too close to click', () => {
  const crowded = row('ada', 'Ada', [
    marchBar('1', 0, '1 Mar'),
    marchBar('2', 4, '3 Mar', {texts: ['Sick leave']}),
    marchBar('3', 16, '9 Mar'),
  ])

  it('share a button that lists their records, each with its link; a single narrow one stays a link', () => {
    renderIn(<Shown />, {page: page({own: crowded})})
    const both = screen.getByRole('button', {name: 'Ada, 2 entries: 1 Mar; 3 Mar'})
    const list = document.getElementById(both.getAttribute('popovertarget') ?? '')
    const links = [...(list?.querySelectorAll('a') ?? [])]
    expect(links.map(link => [link.getAttribute('href'), link.textContent])).toEqual([
      ['/requests/1', '1 Mar Holiday · Draft'],
      ['/requests/2', '3 Mar Sick leave · Draft'],
    ])
    expect(screen.getByRole('link', {name: /Ada, 9 Mar/}).getAttribute('href')).toBe('/requests/3')
  })

  it('are separate links if there is space, as in a month', () => {
    renderIn(<Shown />, {page: page({own: crowded, view: 'month'})})
    expect(screen.queryByRole('button', {name: /entries/})).toBe(null)
    expect(screen.getAllByRole('link', {name: /^Ada, \d Mar/})).toHaveLength(3)
  })

  it('are listed on hover', async () => {
    const {user} = renderIn(<Shown />, {page: page({own: crowded})})
    await loaded()
    await user.hover(screen.getByRole('button', {name: /entries/}))
    const card = await screen.findByRole('dialog', {hidden: true, name: /Ada/})
    expect(within(card).getAllByRole('link', {hidden: true})).toHaveLength(2)
  })

  it('never overlap, are never too small, and every bar is in one of them', () => {
    const lanes = fc.array(fc.record({gap: fc.nat(12), units: fc.integer({min: 1, max: 20})}), {maxLength: 30})
    fc.assert(
      fc.property(lanes, fc.integer({min: 0, max: 10}), (parts, reach) => {
        let at = 0
        const lane: Interval[] = parts.map(({gap, units}) => {
          const start = at + gap
          at = start + units
          return {start, end: at}
        })
        // A table has room for two targets.
        const length = Math.max(at, 2 * reach)
        const targets = targetsOf(lane, {length, reach})
        expect(targets.flatMap(({items}) => items)).toEqual(lane)
        let before = 0
        for (const {start, end, narrow} of targets) {
          const half = Math.max(reach, end - start) / 2
          const middle = narrow === 'start' ? start + half : narrow === 'end' ? end - half : (start + end) / 2
          expect(middle - half).toBeGreaterThanOrEqual(before)
          before = middle + half
        }
      }),
    )
  })
})

describe('a timeline', () => {
  it('is a table of links before any script: own row, groups, requested records, holidays with their place', () => {
    renderIn(<Shown />, {page: page()})
    expect(screen.getByText('You').closest('th')?.textContent).toContain('Ada')
    const group = screen.getByRole('link', {name: 'Makers'})
    expect([group.getAttribute('href'), group.getAttribute('aria-expanded')]).toEqual(['/away?folded=t1', 'true'])
    expect(screen.getByText('1 away today').closest('th')?.textContent).toContain('Makers')
    expect(screen.getByText('1 of 2 people away today')).toBeTruthy()
    const toggle = screen.getByRole('link', {name: 'Show pending requests', current: true})
    expect(toggle.getAttribute('href')).toBe('/away?requested=no')
    expect(screen.getByTitle('Spring day, Paris')).toBeTruthy()
    expect(within(screen.getByRole('list', {name: 'Legend'})).getByText('Holiday')).toBeTruthy()
    const add = screen.getByRole('link', {name: 'Request time off: Ada'})
    expect(add.getAttribute('href')).toBe('/new?first=2026-03-02&last=2026-03-02')
  })

  it('is scrolled to the current day or hour, with its whole label beside the names', () => {
    const hours = heads.map(head => ({...head, units: 4, text: head.key, label: head.key}))
    const measured = Object.getOwnPropertyDescriptor(Element.prototype, 'getBoundingClientRect') ?? {}
    onTestFinished(() => void Object.defineProperty(Element.prototype, 'getBoundingClientRect', measured))
    Element.prototype.getBoundingClientRect = function (this: Element) {
      if (this.getAttribute('aria-current') === 'date') return new DOMRect(700, 0, 70, 20)
      if (this.matches('[aria-current="date"] > *')) return new DOMRect(682, 0, 106, 20)
      return this.matches('thead .who') ? new DOMRect(0, 0, 160, 20) : new DOMRect(0, 0, 0, 0)
    }
    renderIn(<Shown />, {page: page({view: 'day', bands: [], heads: hours, now: 5})})
    expect(screen.getByRole('region', {name: 'Who’s away'}).scrollLeft).toBe(682 - 160)
  })

  it('offers the form for days selected with the arrow keys', async () => {
    const {user} = renderIn(<Shown />, {page: page()})
    const add = screen.getByRole('link', {name: 'Request time off: Ada'})
    await loaded()
    add.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    const offer = screen.getByRole('dialog', {name: 'Request time off'})
    expect(offer.textContent).toContain('3–5 Mar')
    expect(offer.textContent).toContain('3 days')
    // Enter on the focused link leads there too.
    expect(add.getAttribute('href')).toBe('/new?first=2026-03-03&last=2026-03-05&_from=%2Faway')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('offers an hour of a day that is pressed, up to the next bar, and says what a longer time overlaps', async () => {
    // Ten pixels are a quarter of an hour, from 8 o’clock.
    measure()
    const hours = heads.map(head => ({...head, units: 4}))
    const taken = {...bar, text: 'Review', start: 18, end: 22}
    renderIn(<Shown />, {
      page: page({
        ...{view: 'day', bands: [], heads: hours, own: row('ada', 'Ada', [taken], '/new')},
        origin: {date: '2026-03-02', minute: 480, unit: 15},
      }),
    })
    await loaded()
    const line = () => screen.getByRole('row', {name: /Ada/})
    const drag = (from: number, to: number) => {
      fireEvent.pointerDown(line(), {clientX: 160 + from * 10 + 5, button: 0})
      fireEvent.pointerMove(document, {clientX: 160 + to * 10 + 5})
      fireEvent.pointerUp(document, {clientX: 160 + to * 10 + 5})
    }
    const offer = () => screen.getByRole('dialog', {name: 'Request time off'}).textContent
    drag(8, 8)
    expect(offer()).toContain('10:00–11:00')
    drag(16, 16)
    expect(offer()).toContain('12:00–12:30')
    expect(offer()).not.toContain('Overlaps')
    drag(16, 19)
    expect(offer()).toContain('12:00–13:00')
    expect(offer()).toContain('Overlaps: Review')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('picture: a text that the form requires is typed where the time is chosen, and Enter leads on', async () => {
    const create = {href: '/new', label: 'Book', from: 'first', to: 'last', row: null, timed: false}
    const shown = page({create: {...create, text: {name: 'title', label: 'Title'}}})
    const {user} = renderIn(<Shown />, {page: shown})
    await loaded()
    measure()
    fireEvent.pointerDown(screen.getByRole('row', {name: /^Ada/}), {clientX: 165, button: 0})
    fireEvent.pointerUp(document, {clientX: 165})
    const offer = within(screen.getByRole('dialog', {name: 'Book'}))
    const followed = vi.fn((event: Event) => event.preventDefault())
    offer.getByRole('link').addEventListener('click', followed)
    const title = offer.getByLabelText('Title')
    await hasFocus(() => title)
    await user.keyboard('Tea & cake{Enter}')
    expect(followed).toHaveBeenCalledOnce()
    expect(offer.getByRole('link').getAttribute('href')).toMatch(/^\/new\?first=2026-03-\d\d&.*&title=Tea\+%26\+cake$/)
  })

  it('announces the target of a bar that is moved with the arrow keys, and cancels it with Escape', async () => {
    const {user} = renderIn(<Shown />, {page: page()})
    const link = screen.getByRole('link', {name: /Ada, 3–4 Mar/})
    await loaded()
    link.focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('status').textContent).toContain('Move to 4–5 Mar')
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    expect(screen.getByRole('status').textContent).toContain('Move to 3–5 Mar')
    await user.keyboard('{Escape}')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('picture: says what a bar would overlap before it is dropped', async () => {
    const hours = heads.map(head => ({...head, units: 4}))
    const review = {...bar, text: 'Review', start: 18, end: 22}
    const standup = {...bar, id: 'standup', label: 'Standup', text: 'Standup', start: 23, end: 26}
    const {user} = renderIn(<Shown />, {
      page: page({
        ...{view: 'day', bands: [], heads: hours, own: row('ada', 'Ada', [review, standup], '/new')},
        origin: {date: '2026-03-02', minute: 480, unit: 15},
      }),
    })
    await loaded()
    screen.getByRole('link', {name: /Ada, 3–4 Mar/}).focus()
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('status').textContent).not.toContain('Overlaps')
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole('status').textContent).toMatch(/Move to .* Overlaps: Standup$/)
    // Shown beside the time, too.
    expect(screen.getAllByText('Overlaps: Standup')).toHaveLength(1)
  })

  it('shows the details of a bar on focus', async () => {
    renderIn(<Shown />, {page: page()})
    const link = screen.getByRole('link', {name: /Ada, 3–4 Mar/})
    await loaded()
    link.focus()
    const facts = await screen.findByRole('dialog', {name: /Ada/})
    expect(facts.textContent).toContain('TypeHoliday')
    expect(within(facts).getByRole('link', {name: 'Edit dates'}).getAttribute('href')).toBe('/requests/7?edit')
  })
})

/** The days that Ada's bar covers, counted from the first one shown. */
function placeOfBar(): [first: number, last: number] {
  const link = screen.getByRole('link', {name: /Ada, 3–4 Mar/})
  const cell = link.closest('td')
  const cells = [...(link.closest('tr')?.cells ?? [])].slice(1)
  const before = cells.slice(0, cell ? cells.indexOf(cell) : 0).reduce((sum, each) => sum + each.colSpan, 0)
  return [before / 2, (before + (cell?.colSpan ?? 0)) / 2 - 1]
}

describe('a moved bar', () => {
  async function moveByADay(outcome: FakeRouter['outcome']) {
    const fake = new FakeRouter(page())
    const answer = Promise.withResolvers<void>()
    fake.hold = answer.promise
    fake.outcome = outcome
    const {user} = renderIn(<Shown />, {page: page(), router: fake.router})
    await loaded()
    screen.getByRole('link', {name: /Ada, 3–4 Mar/}).focus()
    await user.keyboard('{ArrowRight}{Enter}')
    return {fake, answer: answer.resolve}
  }

  it('is in its new place before the server responds, and cannot be moved again until then', async () => {
    const {fake, answer} = await moveByADay({kind: 'done'})
    expect(placeOfBar()).toEqual([3, 4])
    expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({
      _action: 'move',
      _record: 'bar',
      _version: '5',
      _minutes: '1440',
      _edge: 'both',
    })
    // The server's response has another version, and is not moved a second time.
    fake.show(page({own: row('ada', 'Ada', [{...bar, start: 6, end: 10, movable: 6}])}))
    await waitFor(() => expect(placeOfBar()).toEqual([3, 4]))
    answer()
    await waitFor(() => expect(placeOfBar()).toEqual([3, 4]))
  })

  it('is reverted when the move is rejected, and the page shows the reason', async () => {
    const problems = [{field: null, message: 'You are needed on 5 Mar.'}]
    const {answer} = await moveByADay({kind: 'refused', page: Object.assign(page({problems}), {status: 422})})
    expect(placeOfBar()).toEqual([3, 4])
    answer()
    expect((await screen.findByRole('alert')).textContent).toContain('You are needed on 5 Mar.')
    await waitFor(() => expect(placeOfBar()).toEqual([2, 3]))
  })
})

describe('a selection and a move', () => {
  const minutes = (date: string) => Date.parse(`${date}Z`) / 60_000
  const timed = {href: '/book', label: 'Book', from: 'starts', to: 'ends', row: 'room', timed: true}

  it('are announced as text, and written in the format of forms', () => {
    const hours = {from: minutes('2026-03-10T09:00'), to: minutes('2026-03-10T10:30'), days: false}
    expect(chosenText(hours, 'en-GB')).toBe('Tue 10 Mar, 09:00–10:30')
    expect(lengthText(hours, 'en', 0)).toBe('1 hr, 30 min')
    expect(createHref(timed, hours, {row: 'blue', url: '/'})).toBe(
      '/book?starts=2026-03-10T09%3A00&ends=2026-03-10T10%3A30&room=blue&_from=%2F',
    )
    const day = {from: minutes('2026-03-10T00:00'), to: minutes('2026-03-11T00:00'), days: true}
    expect(chosenText(day, 'en-GB')).toBe('Tue 10 Mar')
    expect(createHref(timed, day, {row: 'blue', url: '/'})).toContain(
      'starts=2026-03-10T09%3A00&ends=2026-03-10T10%3A00',
    )
  })

  it('change the bar and its row, clipped to the visible range', () => {
    const move = {id: 'bar', version: 5, minutes: 1440, edge: 'end', row: null} as const
    expect(withMovedBar(data, move).own?.bars).toMatchObject([{start: 4, end: 10, movable: null}])
    const away = withMovedBar(data, {...move, edge: 'both', row: 'bo'})
    expect([away.own?.bars, away.groups[0]?.rows[0]?.bars.length]).toEqual([[], 1])
    expect(withMovedBar(data, {...move, edge: 'both', minutes: 20 * 1440}).own?.bars).toEqual([])
  })
})
