// @vitest-environment jsdom
/** The summary next to a form, choice cards and the calendar of a period. */
import {act, fireEvent, screen, waitFor, within} from '@testing-library/react'
import {beforeEach, describe, expect, it} from 'vitest'
import type {FormScreenData, HintsData} from '../../../src/features/forms/data.ts'
import {serverMessages} from '../../../src/features/forms/messages.en.ts'
import type {DayStripData, PeriodCalendarData, SummaryData} from '../../../src/features/forms/panel-data.ts'
import {isoAfterMonths, weeksOf} from '../../../src/features/planning/components/days.ts'
import {FormScreen} from '../../../src/screens/form/screen.tsx'
import {usePage} from '../../../src/web/router/router-provider.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, field, formData, formPage} from '../../kit/forms.tsx'

const summary: SummaryData = {
  label: 'Summary',
  amount: {number: '3', unit: 'days'},
  chosen: null,
  dates: 'Mon 21 – Wed 23 Dec',
  back: 'Back on Thu 24 Dec',
  figures: [],
  others: null,
  hint: 'Fill in the form.',
  checksLabel: 'Checks',
  checks: [],
  nextLabel: 'What happens next',
  next: [],
  blocked: null,
  check: 'Check',
}

const calendar: PeriodCalendarData = {
  from: 'first',
  to: 'last',
  halfDays: ['morning', 'evening'],
  first: '2026-12-01',
  last: '2027-02-28',
  lookup: '/orders/new',
  today: '2026-12-02',
  workingWeek: [1, 2, 3, 4, 5],
  days: {
    '2026-12-10': {closed: 'Release'},
    '2026-12-25': {off: 'Christmas Day'},
    '2026-12-22': {others: ['Bo'], full: '2 at the same time, including this order (limit 2)'},
  },
  closed: 'Blocked: 10 Dec Release',
  texts: {
    part: 'part of the day',
    allDay: 'All day',
    morning: 'Morning',
    afternoon: 'Afternoon',
    own: 'You',
    off: 'Day off',
    closed: 'Blocked',
    others: 'Others',
    full: 'Limit reached',
    extend: 'extend selection',
    today: 'today',
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    months: 'Months',
    noDay: 'Choose a day',
    names: serverMessages.dateNames,
  },
}

const hints = (more: Partial<HintsData> = {}): HintsData => ({facts: [], after: null, problems: [], ...more})

const dates = [
  field('first', {control: 'date', until: 'last', group: 'Dates'}),
  field('morning', {control: 'yes/no', values: ['no'], group: 'Dates'}),
  field('last', {control: 'date', group: 'Dates'}),
  field('evening', {control: 'yes/no', values: ['no'], group: 'Dates'}),
]

function Screen() {
  const page = usePage()
  return page.screen === 'form' ? <FormScreen data={page.data} /> : null
}

function open(more: Partial<FormScreenData>) {
  const page = formPage(formData(more))
  const fake = new FakeRouter(page)
  const answer = (said: Partial<HintsData>) => {
    fake.preview = {kind: 'answer', answer: formPage(formData({hints: hints(said)}))}
  }
  return {fake, answer, ...renderIn(<Screen />, {page, router: fake.router})}
}

beforeEach(() => sessionStorage.clear())

const region = () => screen.getByRole('region', {name: 'Summary'})
const day = (name: RegExp) => screen.getByRole('button', {name})
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const sent = (name: string) => document.querySelector<HTMLInputElement>(`input[type=hidden][name=${name}]`)?.value

describe('the summary of a form', () => {
  it('P34: is that of a refusal, and no longer that of the preview before it was sent', async () => {
    const {fake, answer, user} = open({fields: [field('title')], hints: hints({summary})})
    const free = {text: 'Free 07:00–20:00', outcome: 'holds', sign: 'Met', fixes: []} as const
    answer({summary: {...summary, checks: [free]}})
    await user.type(screen.getByLabelText('Title'), 'x')
    await within(region()).findByText(free.text)
    const taken = {text: 'Already booked', outcome: 'blocks', sign: 'Not possible', fixes: []} as const
    const refused = {summary: {...summary, checks: [taken]}}
    answer(refused)
    const problems = [{field: null, message: 'Lookout is already booked at this time.'}]
    const more = {fields: [field('title', {values: ['x']})], problems, hints: hints(refused)}
    const page = formPage(formData(more), {status: 409})
    fake.outcome = {kind: 'refused', page}
    fake.show(page)
    await within(region()).findByText(taken.text)
    expect(within(region()).queryByText(free.text)).toBeNull()
  })

  it('keeps the old values until the new ones arrive, and blocks the first button while a rule blocks it', async () => {
    const {fake, answer, user} = open({fields: [field('title')], hints: hints({summary})})
    expect(screen.getByRole('region', {name: 'Summary'}).textContent).toContain('3 days')
    await user.type(screen.getByLabelText('Title'), 'x')
    await waitFor(() => expect(fake.previews.length).toBeGreaterThan(0))
    expect(screen.getByRole('region', {name: 'Summary'}).textContent).toContain('3 days')
    const fix = {label: 'End on Tue', values: {title: 'shorter'}}
    const check = {text: 'Too long.', outcome: 'blocks', sign: 'Not possible', fixes: [fix]} as const
    answer({summary: {...summary, amount: {number: '9', unit: 'days'}, checks: [check], blocked: 'Fix it first.'}})
    await user.type(screen.getByLabelText('Title'), 'y')
    await waitFor(() => expect(within(region()).getByText('Too long.')).toBeTruthy())
    // On phones, the result stays above the button.
    expect(screen.getByRole('link', {name: /9 days.*Too long/}).getAttribute('href')).toBe(`#${region().id}`)
    const save = screen.getByRole('button', {name: 'Save'})
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
    // A screen reader announces the reason when it appears in the status, which is empty before.
    expect(screen.getByRole('status', {name: ''}).textContent).toBe('')
    await user.click(save)
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(fake.sent).toEqual([])
    expect(screen.getByRole('status', {name: ''}).textContent).toBe('Fix it first.')
    // The button that fixes it changes the form, which is checked again.
    answer({summary})
    await user.click(screen.getByRole('button', {name: 'End on Tue'}))
    expect(value('Title')).toBe('shorter')
    await waitFor(() => expect(screen.queryByText('Too long.')).toBeNull())
    // The button is gone, the focus is not: the keys still send the form.
    await hasFocus(region)
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(fake.sent).toHaveLength(1))
  })

  it('is sent by its keys before a field has the focus, once', async () => {
    const {fake, user} = open({fields: [field('title')], hints: hints({summary})})
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(fake.sent).toHaveLength(1))
    await user.click(screen.getByLabelText('Title'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(fake.sent).toHaveLength(2))
  })

  it('is part of the page: it is requested once something is typed', async () => {
    const {fake, answer, user} = open({fields: [field('title')], hints: hints({summary})})
    answer({summary: {...summary, amount: {number: '9', unit: 'days'}}})
    await user.type(screen.getByLabelText('Title'), 'x')
    await waitFor(() => expect(region().textContent).toContain('9 days'))
    expect(fake.previews.map(each => each.get('title'))).toEqual(['x'])
  })

  it('shows the figures behind a rule that holds', () => {
    const check = {text: 'Enough days left', outcome: 'holds', sign: 'Met', note: 'Days left: 12', fixes: []} as const
    open({fields: [field('title')], hints: hints({summary: {...summary, checks: [check]}})})
    expect(within(region()).getByText('Days left: 12')).toBeTruthy()
  })
})

describe('the dates of a series', () => {
  it('are listed, taken ones are marked, and each suggestion fills in its field', async () => {
    const room = (count: number) => Array.from({length: count}, (_, at) => ({value: `r${at}`, label: `Room ${at}`}))
    const fields = [
      field('room', {control: 'record', options: room(3), cards: 3, values: ['r0']}),
      field('other', {control: 'record', options: room(12), required: false}),
      field('skip', {control: 'yes/no', values: ['no']}),
    ]
    const series = {
      label: 'Dates',
      count: '2 dates, 1 taken',
      dates: [
        {key: '2026-03-16', text: 'Mon 16 Mar', taken: ''},
        {key: '2026-03-23', text: 'Mon 23 Mar', taken: 'Taken'},
      ],
      more: null,
      days: [],
    }
    const instead = [
      {label: 'Skip these dates', values: {skip: 'yes'}},
      {label: 'Other: Room 7', values: {other: 'r7'}},
      {label: 'Room: Room 2', values: {room: 'r2'}},
    ]
    const check = {text: 'Room 0 is taken.', outcome: 'blocks', sign: 'Not possible', fixes: instead} as const
    const {answer, user} = open({fields, hints: hints({summary: {...summary, series, checks: [check]}})})
    answer({summary: {...summary, series, checks: [check]}})
    const region = screen.getByRole('region', {name: 'Summary'})
    expect(within(region).getByText('2 dates, 1 taken')).toBeTruthy()
    expect(within(region).getByText('Mon 23 Mar').closest('li')?.textContent).toBe('Mon 23 MarTaken')
    await screen.findByRole('combobox', {name: /Other/})
    for (const {label} of instead) await user.click(screen.getByRole('button', {name: label}))
    expect(screen.getByLabelText<HTMLInputElement>('Skip').checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', {name: /Room 2/}).checked).toBe(true)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', {name: /Other/}).value).toBe('Room 7'))
    expect(sent('other')).toBe('r7')
  })
})

describe('a list of options with notes', () => {
  it('has those last with which the form would be rejected, in the order of the latest answer', async () => {
    const options = Array.from({length: 12}, (_, at) => ({value: `r${at}`, label: `Room ${at}`}))
    const fields = [field('room', {control: 'record', options, noted: true}), field('seats')]
    const notes = {room: {r0: 'Taken', r1: 'Free'}}
    const {answer, user} = open({fields, hints: hints({summary, notes, refused: {room: ['r0']}})})
    await screen.findByRole('button', {name: /Room/})
    const room = screen.getByRole('combobox', {name: 'Room'})
    const offered = async () => {
      await user.click(room)
      const names = screen.getAllByRole('option').map(({textContent}) => textContent)
      await user.keyboard('{Escape}')
      return [names[0], names.at(-1)]
    }
    expect(await offered()).toEqual(['Room 1Free', 'Room 0Taken'])
    answer({summary, notes, refused: {room: ['r1']}})
    await user.type(screen.getByLabelText('Seats'), '9')
    await waitFor(async () => expect(await offered()).toEqual(['Room 0Taken', 'Room 1Free']))
  })
})

describe('choice cards', () => {
  const options = ['Holiday', 'Sickness', 'Moving'].map(label => ({value: label.toLowerCase(), label}))

  it('are a radio group with a note each, the rare ones under More', async () => {
    const kind = field('kind', {control: 'record', options, cards: 2})
    const {user} = open({fields: [kind], hints: hints({summary, notes: {kind: {holiday: '6.5 left'}}})})
    const group = screen.getByRole('radiogroup', {name: 'Kind'})
    const holiday = within(group).getByRole<HTMLInputElement>('radio', {name: /Holiday\s*6.5 left/})
    await user.click(holiday)
    expect(holiday.checked).toBe(true)
    expect(within(group).getByText('More').closest('details')?.open).toBe(false)
  })
})

describe('the calendar of a period', () => {
  const opened = async (more: Partial<HintsData> = {}) => {
    const view = open({fields: dates, calendar, hints: hints({summary, blocksDays: true, ...more})})
    await screen.findByRole('button', {name: 'Next month'})
    return view
  }

  it('D26: selects the first day, then the last; a day before the first restarts', async () => {
    const {user} = await opened()
    await user.click(day(/Monday,? 21 December/))
    expect([value('First'), value('Last')]).toEqual(['2026-12-21', '2026-12-21'])
    await user.click(day(/Wednesday,? 23 December/))
    expect([value('First'), value('Last')]).toEqual(['2026-12-21', '2026-12-23'])
    await user.click(day(/Tuesday,? 15 December/))
    expect([value('First'), value('Last')]).toEqual(['2026-12-15', '2026-12-15'])
  })

  it('picture: of a series, only its dates are marked within the period', async () => {
    const series = {label: 'Dates', count: '2 dates', dates: [], more: null, days: ['2026-12-03', '2026-12-17']}
    const {user} = await opened({summary: {...summary, series}})
    await user.click(day(/Tuesday,? 1 December/))
    await user.click(day(/Friday,? 18 December/))
    const marked = screen.getAllByRole('button', {pressed: true}).map(each => each.textContent?.match(/^\d+/)?.[0])
    expect(marked).toEqual(['3', '17'])
  })

  it('names closed days and days off; closed days can be focused but not chosen', async () => {
    const {user} = await opened()
    const closed = day(/10 December 2026, Release/)
    expect(closed.getAttribute('aria-disabled')).toBe('true')
    await user.click(closed)
    await hasFocus(() => closed)
    expect(value('First')).toBe('')
    expect(screen.getByText('Christmas Day', {selector: 'li'})).toBeTruthy()
    expect(day(/22 December 2026, Bo, 2 at the same time, including this order \(limit 2\)/)).toBeTruthy()
    expect(screen.getByText('Limit reached')).toBeTruthy()
  })

  it('has the problems of a refused form next to the dates, above the days', async () => {
    const problems = [{field: 'last', message: 'Enter the last day.'}]
    open({fields: dates, calendar, hints: hints({summary}), problems})
    const months = await screen.findByRole('button', {name: 'Previous month'})
    const problem = screen.getByText('Enter the last day.', {selector: 'p'})
    expect(screen.getByLabelText('Last').getAttribute('aria-describedby')).toContain(problem.id)
    expect(problem.compareDocumentPosition(months) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })

  it('describes its dates as the plain fields do: help, required, earliest and latest', async () => {
    const attributes = {min: '2026-12-01', max: '2027-02-28'}
    const [from, ...others] = dates
    const fields = [{...from, help: 'not in the past', attributes}, ...others] as typeof dates
    open({fields, calendar, hints: hints({summary})})
    await screen.findByRole('button', {name: 'Next month'})
    const first = screen.getByLabelText<HTMLInputElement>('First')
    expect([first.min, first.max, first.getAttribute('aria-required')]).toEqual(['2026-12-01', '2027-02-28', 'true'])
    const help = screen.getByText('Not in the past.')
    expect(first.getAttribute('aria-describedby')?.split(' ')).toContain(help.id)
  })

  it('has shortcuts: arrows, extending with Shift, months and today', async () => {
    const {user} = await opened()
    act(() => day(/Wednesday,? 2 December/).focus())
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}')
    await hasFocus(() => day(/Wednesday,? 9 December/))
    await user.keyboard('{ArrowLeft}{Enter}{Shift>}{ArrowRight}{/Shift}')
    expect([value('First'), value('Last')]).toEqual(['2026-12-08', '2026-12-09'])
    await user.keyboard('{PageDown}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/9 January 2027/))
    await user.keyboard('t')
    await hasFocus(() => day(/Wednesday,? 2 December/))
  })

  it('begins where Shift is first pressed with an arrow', async () => {
    const {user} = await opened()
    act(() => day(/Wednesday,? 2 December/).focus())
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    expect([value('First'), value('Last')]).toEqual(['2026-12-02', '2026-12-04'])
  })

  it('selects parts of days: one day has all three, a longer period one at each end', async () => {
    const {user} = await opened()
    // Already there without a day: choosing one does not move the calendar.
    const parts = screen.getAllByRole('radiogroup', {name: /part of the day/})
    expect(
      parts.flatMap(part => within(part).getAllByRole<HTMLInputElement>('radio')).every(each => each.disabled),
    ).toBe(true)
    await user.click(day(/Monday,? 21 December/))
    const first = screen.getByRole('radiogroup', {name: 'First: part of the day'})
    expect(within(first).getAllByRole('radio')).toHaveLength(3)
    await user.click(within(first).getByText('Morning'))
    expect([sent('morning'), sent('evening')]).toEqual(['no', 'yes'])
    await user.click(day(/Wednesday,? 23 December/))
    expect(
      within(screen.getByRole('radiogroup', {name: 'Last: part of the day'})).getByLabelText<HTMLInputElement>(
        'Morning',
      ).checked,
    ).toBe(true)
    await user.click(within(first).getByText('Afternoon'))
    expect([sent('morning'), sent('evening')]).toEqual(['yes', 'yes'])
    // On one day, the two halves are the whole day, as the buttons then show.
    fireEvent.input(screen.getByLabelText('Last'), {target: {value: '2026-12-21'}})
    await waitFor(() => expect([sent('morning'), sent('evening')]).toEqual(['no', 'no']))
    expect(within(first).getByLabelText<HTMLInputElement>('All day').checked).toBe(true)
  })

  it('takes over input from the plain fields, and requests further months', async () => {
    const filled = dates.map(each => (each.name === 'first' ? {...each, values: ['2027-01-04']} : each))
    const {user, fake} = open({fields: filled, calendar, hints: hints({summary})})
    await screen.findByRole('button', {name: 'Next month'})
    expect(value('First')).toBe('2027-01-04')
    // The month of a typed date comes first.
    fireEvent.input(screen.getByLabelText('First', {selector: 'input[type=date]'}), {target: {value: '2026-12-21'}})
    expect(screen.getAllByRole('table')[0]?.getAttribute('aria-label')).toBe('December 2026')
    fireEvent.input(screen.getByLabelText('First', {selector: 'input[type=date]'}), {target: {value: '2027-01-04'}})
    expect(screen.getAllByRole('table')[0]?.getAttribute('aria-label')).toBe('January 2027')
    await user.click(screen.getByRole('button', {name: 'Next month'}))
    await waitFor(() => expect(fake.loads).toEqual(['/orders/new?_days=2027-02-01']))
  })

  it('waits for the whole year of a typed date', async () => {
    const {fake} = open({fields: dates, calendar, hints: hints({summary})})
    await screen.findByRole('button', {name: 'Next month'})
    for (const year of ['0002', '0020', '0202']) {
      fireEvent.input(screen.getByLabelText('First'), {target: {value: `${year}-12-21`}})
      expect(screen.getAllByRole('table')[0]?.getAttribute('aria-label')).toBe('December 2026')
      expect(value('Last')).toBe('')
    }
    fireEvent.input(screen.getByLabelText('First'), {target: {value: '2026-12-21'}})
    expect(value('Last')).toBe('2026-12-21')
    expect(fake.loads).toEqual([])
  })
})

describe('the months of a calendar', () => {
  it('follow one another in every year', () => {
    expect(isoAfterMonths('2026-12-31', 2)).toBe('2027-02-28')
    expect(isoAfterMonths('2027-01-15', -1)).toBe('2026-12-15')
    expect(isoAfterMonths('0002-01-31', 1)).toBe('0002-02-28')
    expect(weeksOf('0020-12-01')).toHaveLength(5)
  })
})

describe('the calendar of a form about another person', () => {
  it('requests the days of the person who is chosen', async () => {
    const {user, fake, answer} = open({fields: [field('title'), ...dates], calendar, hints: hints({summary})})
    await screen.findByRole('button', {name: 'Next month'})
    expect(day(/25 December.*Christmas Day/)).toBeTruthy()
    const theirs = {...calendar, lookup: '/orders/new?title=x', days: {'2026-12-24': {own: 'Approved'}}}
    const page = formPage(formData({calendar: {...theirs, texts: {...calendar.texts, own: 'Bo'}}}))
    fake.loaded = {kind: 'answer', answer: page}
    answer({summary, daysAt: '/orders/new?title=x'})
    await user.type(screen.getByLabelText('Title'), 'x')
    await waitFor(() => expect(fake.loads).toEqual(['/orders/new?title=x&_days=2026-12-01']))
    expect(await screen.findByText('Bo')).toBeTruthy()
    expect(day(/24 December.*Approved/)).toBeTruthy()
    expect(screen.queryByRole('button', {name: /25 December.*Christmas Day/})).toBeNull()
  })
})

describe('the day of the chosen row', () => {
  const day: DayStripData = {
    label: 'Elbe',
    day: 'Wed 18 Mar',
    date: '2026-03-18',
    hours: {first: 8, labels: ['08:00', '09:00', '10:00', '11:00'], now: 605},
    taken: [
      {
        id: '1',
        begins: 600,
        ends: 630,
        when: '10:00–10:30',
        text: 'Review',
        requested: false,
      },
    ],
    free: [
      {begins: 480, ends: 600, text: 'Free 08:00–10:00'},
      {begins: 630, ends: 660, text: 'Free 10:30–11:00'},
    ],
    closed: [{begins: 660, ends: 720, text: 'Closed'}],
    chosen: {begins: 600, ends: 645, when: '10:00–10:45', text: 'Already booked', clashes: true},
    fields: {from: 'starts', to: 'ends'},
    length: 45,
  }
  const fields = [field('starts', {control: 'date and time'}), field('ends', {control: 'date and time'})]

  it('lists taken and free times, and fills in a chosen free time', async () => {
    const {user} = open({fields, hints: hints({summary: {...summary, day}})})
    const list = await screen.findByRole('list', {name: 'Elbe, Wed 18 Mar'})
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['Free 08:00–10:00', '10:00–10:30 Review', 'Free 10:30–11:00', 'Closed', '10:00–10:45 Already booked'])
    // Gaps too short for a line of text are for screen readers only; gaps too short to click are not buttons.
    expect(within(list).getByText('Free 10:30–11:00').className).toBe('sr-only')
    expect(within(list).getAllByRole('button')).toHaveLength(1)
    within(list).getByRole('button', {name: 'Free 08:00–10:00'}).focus()
    await user.keyboard('{Enter}')
    expect(screen.getByLabelText(/^starts/i)).toHaveProperty('value', '2026-03-18T08:00')
    expect(screen.getByLabelText(/^ends/i)).toHaveProperty('value', '2026-03-18T08:45')
  })

  it('hides the text of free time under the chosen time, but not from screen readers', async () => {
    const chosen = {begins: 495, ends: 540, when: '08:15–09:00', text: 'Selected time', clashes: false}
    open({fields, hints: hints({summary: {...summary, day: {...day, chosen}}})})
    const free = await screen.findByRole('button', {name: 'Free 08:00–10:00'})
    expect(within(free).getByText('Free 08:00–10:00').className).toBe('sr-only')
  })

  it('says what to fill in first', async () => {
    open({fields, hints: hints({summary: {...summary, day: {prompt: 'Fill in Room.'}}})})
    expect(await screen.findByText('Fill in Room.')).toBeTruthy()
  })
})
