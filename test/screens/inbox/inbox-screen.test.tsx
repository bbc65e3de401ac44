// @vitest-environment jsdom
/** The inbox: moving between records, deciding by keyboard, and missing input before a decision. */
import {screen, within} from '@testing-library/react'
import {beforeEach, describe, expect, it, vi} from 'vitest'
import type {Page} from '../../../src/engine/page/frame.ts'
import type {DecisionAction, DecisionData} from '../../../src/features/approvals/data.ts'
import type {InboxData} from '../../../src/screens/inbox/data.ts'
import {InboxScreen} from '../../../src/screens/inbox/screen.tsx'
import {hasFocus, renderIn} from '../../kit/dom.tsx'
import {FakeRouter, sentBy} from '../../kit/forms.tsx'
import {Frame, pageWith} from '../../kit/render.tsx'

const action = (name: string, label: string, required: boolean): DecisionAction => ({
  name,
  label,
  tone: name === 'approve' ? 'primary' : 'danger',
  href: `/approvals?record=b&action=${name}`,
  inputs: [
    {
      name: 'answer',
      label: 'Answer',
      help: '',
      required,
      control: 'area',
      attributes: {},
      options: null,
      values: [],
    },
  ],
  problems: [],
  open: false,
  hotkey: label.charAt(0).toLowerCase(),
  chosen: `Not sent yet: ${label}.`,
  chosenKeys: 'Ctrl+Enter sends it, Esc cancels.',
})

const decision: DecisionData = {
  id: 'b',
  version: 4,
  name: 'Nadia, 16–18 Dec',
  person: {id: 'n', name: 'Nadia Benali'},
  href: '/requests/2',
  position: 2,
  previous: '/approvals?record=a',
  next: '/approvals?record=c',
  fields: [
    {key: 'kind', label: 'Kind', help: '', display: 'text'},
    {key: 'status', label: 'Status', help: '', display: 'state'},
  ],
  cells: [{text: 'Holiday'}, {text: 'Submitted', value: 'submitted'}],
  actions: [action('approve', 'Approve', false), action('reject', 'Reject', true)],
  figures: [{key: 'left', label: 'Days left', text: '9', after: '6', of: '28', meter: {stays: 21.4, changes: 10.7}}],
  strip: null,
  checks: [
    {text: 'Days enough', outcome: 'holds', note: 'Days left: 9'},
    {text: 'The team is too small on these days.', outcome: 'blocks'},
    {text: 'Goes to HR next', outcome: 'follows'},
  ],
  earlier: [{id: 'e', href: '/requests/1', text: '3–14 Aug', mark: null, number: '10', state: null}],
  coming: [],
}

const line = (id: string, name: string) => ({
  id,
  href: `/approvals?record=${id}`,
  name,
  person: id,
  texts: ['Holiday', '16–18 Dec'],
  numbers: [{label: 'Days', text: '3'}],
  age: {text: '3 days ago', exact: 'Fri 13 Nov, 10:00'},
  state: {label: 'Submitted', tone: 'wait'},
  check: id === 'c' ? ({text: 'Team members away: 3 (limit 4)', outcome: 'warns'} as const) : null,
})

const data: InboxData = {
  heading: 'Approvals',
  filterBar: {search: null, filters: [], filtered: false},
  tabs: [],
  records: [line('a', 'Pieter'), line('b', 'Nadia'), line('c', 'Rui')],
  count: {exact: 3},
  entityName: {one: 'request', several: 'requests'},
  page: {next: null, previous: null},
  empty: 'Nothing waits.',
  back: '/approvals',
  selected: decision,
  opened: false,
  problems: [],
}

function open(more: Partial<InboxData> = {}) {
  vi.stubGlobal('matchMedia', () => ({matches: true}))
  const page: Page = Object.assign(pageWith({screen: 'inbox', data: {...data, ...more}}), {url: '/approvals'})
  const fake = new FakeRouter(page)
  const navigate = vi.fn()
  const router = {...fake.router, navigate}
  return {
    fake,
    navigate,
    page,
    router,
    ...renderIn(<InboxScreen data={{...data, ...more}} />, {page, router}),
  }
}

it('marks the opened record, and shows the effect of the decision, what blocks it, and earlier records', () => {
  open()
  const waiting = within(screen.getByRole('list', {name: 'Waiting'}))
  expect(waiting.getAllByRole('link').map(link => link.getAttribute('aria-current'))).toEqual([null, 'true', null])
  // A state that all of them share is not shown, neither in the list nor in the panel.
  expect(screen.queryByText('Submitted')).toBeNull()
  // What to notice is shown before a record is opened.
  expect(waiting.getByRole('link', {name: /^Rui.*Team members away: 3 \(limit 4\)/})).toBeTruthy()
  const panel = within(screen.getByRole('region', {name: 'Nadia, 16–18 Dec'}))
  expect(panel.getByText('2 of 3')).toBeDefined()
  expect(panel.getByText('of 28').parentElement?.textContent).toBe('9 →becomes 6 of 28')
  expect(panel.getByText('The team is too small on these days.').textContent).toContain('Not possible: ')
  expect(panel.getByText('Days left: 9')).toBeTruthy()
  expect(panel.getByText('Goes to HR next').textContent).toContain('Next: ')
  expect(panel.getByRole('link', {name: '3–14 Aug'}).getAttribute('href')).toBe('/requests/1')
})

it('shows the age of each record, and has tabs for waiting and decided ones', () => {
  open({
    tabs: [
      {label: 'Waiting', href: '/approvals', isCurrent: false, count: '3'},
      {label: 'Decided', href: '/approvals?tab=decided', isCurrent: true, count: ''},
    ],
  })
  const tabs = within(screen.getByRole('navigation', {name: 'Approvals'}))
  expect(tabs.getByRole('link', {name: 'Waiting 3'}).getAttribute('href')).toBe('/approvals')
  expect(tabs.getByRole('link', {name: 'Decided'}).getAttribute('aria-current')).toBe('page')
  const decided = within(screen.getByRole('list', {name: 'Decided'}))
  expect(decided.getAllByText('3 days ago')[0]?.title).toBe('Fri 13 Nov, 10:00')
})

it('J and K open the next and the previous record next to the list; so does a click', async () => {
  const {user, navigate} = open()
  await user.keyboard('j')
  await user.keyboard('k')
  await user.click(screen.getByRole('link', {name: /Rui/}))
  expect(navigate.mock.calls).toEqual([
    ['/approvals?record=c', {keepPlace: true}],
    ['/approvals?record=a', {keepPlace: true}],
    ['/approvals?record=c', {keepPlace: true}],
  ])
})

it('the record that a key opens is announced when it is there, because the focus stays', async () => {
  const {user, rerender, page, router} = open()
  await user.keyboard('j')
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('')
  const next = {...data, selected: {...decision, id: 'c', name: 'Rui, 4 Jan', position: 3}}
  rerender(
    <Frame page={page} router={router}>
      <InboxScreen data={next} />
    </Frame>,
  )
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('Rui, 4 Jan')
})

it('the key of an action sends it for the opened record', async () => {
  const {user, fake} = open()
  expect(screen.getByRole('button', {name: 'Approve'}).getAttribute('aria-keyshortcuts')).toBe('A')
  await user.keyboard('a')
  expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({
    _action: 'approve',
    _record: 'b',
    _version: '4',
    answer: '',
  })
})

it('P9: a decision that a rule refuses is not active, by click or by key', async () => {
  const [approve, ...others] = decision.actions
  const refused = approve ? [{...approve, refused: true as const}, ...others] : []
  const {user, fake} = open({selected: {...decision, actions: refused}})
  expect(screen.getByRole('button', {name: 'Approve'}).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', {name: 'Approve'}))
  await user.keyboard('a')
  expect(fake.sent).toEqual([])
})

it('a shortcut first asks for required inputs, and then types in the field', async () => {
  const {user, fake} = open()
  await user.keyboard('r')
  const answer = screen.getByRole('textbox', {name: /Answer/})
  await hasFocus(() => answer)
  await user.keyboard('arj')
  expect(fake.sent).toEqual([])
  await user.click(screen.getByRole('button', {name: 'Reject'}))
  expect(Object.fromEntries(sentBy(fake.sent[0]))).toMatchObject({_action: 'reject', answer: 'arj'})
})

const sent = ({sent: all}: FakeRouter) =>
  all.map(each => {
    const {_action, answer} = Object.fromEntries(sentBy(each))
    return [_action, answer]
  })

describe('P1: a decision that requires a message', () => {
  // What was typed in the test before is a draft.
  beforeEach(() => sessionStorage.clear())

  it('is chosen by its key, shown as chosen, and sent with Ctrl+Enter', async () => {
    const {user, fake} = open()
    const button = screen.getByRole('button', {name: 'Reject'})
    expect([button.getAttribute('aria-describedby'), button.className]).toEqual([null, 'button danger'])
    await user.keyboard('r')
    // For screen readers on the button and as a status; for others, the other decision is no longer the main one.
    const status = await screen.findByText('Not sent yet: Reject.', {selector: '[role=status]'})
    expect(status.textContent).toBe('Not sent yet: Reject. Ctrl+Enter sends it, Esc cancels.')
    expect(button.getAttribute('aria-describedby')).toBe(status.id)
    expect(button.querySelector('kbd')?.textContent).toBe('Ctrl ↵')
    expect(screen.getByRole('button', {name: 'Approve'}).className).toBe('button')
    await user.keyboard('Mateo is off that week too.{Control>}{Enter}{/Control}')
    expect(sent(fake)).toEqual([['reject', 'Mateo is off that week too.']])
  })

  it('Ctrl+Enter in the message sends nothing while no decision is chosen', async () => {
    const {user, fake} = open()
    await user.type(screen.getByRole('textbox', {name: /Answer/}), 'Sorry{Control>}{Enter}{/Control}')
    expect(sent(fake)).toEqual([])
  })

  it('Escape takes the choice back, and a key then chooses again instead of sending what was typed', async () => {
    const {user, fake} = open()
    await user.keyboard('rSorry{Escape}')
    expect(screen.queryByText(/Not sent yet/)).toBeNull()
    await user.keyboard('a')
    await screen.findByText(/Not sent yet: Approve\./)
    await hasFocus(() => screen.getByRole('textbox', {name: /Answer/}))
    expect(sent(fake)).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(sent(fake)).toEqual([['approve', 'Sorry']])
  })

  it('a click on the other decision chooses it first, and sends what was typed only with the second click', async () => {
    const {user, fake} = open()
    await user.keyboard('rSorry')
    await user.click(screen.getByRole('button', {name: 'Approve'}))
    expect(sent(fake)).toEqual([])
    await screen.findByText(/Not sent yet: Approve\./)
    await user.click(screen.getByRole('button', {name: 'Approve'}))
    expect(sent(fake)).toEqual([['approve', 'Sorry']])
  })

  it('Enter in a message of one line sends the chosen decision, and otherwise nothing', async () => {
    const ofOneLine = decision.actions.map(each => ({
      ...each,
      inputs: each.inputs.map(input => ({...input, control: 'line'}) as const),
    }))
    const {user, fake} = open({selected: {...decision, actions: ofOneLine}})
    await user.type(screen.getByRole('textbox', {name: /Answer/}), 'Sorry{Enter}')
    expect(sent(fake)).toEqual([])
    await user.clear(screen.getByRole('textbox', {name: /Answer/}))
    await user.click(screen.getByRole('button', {name: 'Reject'}))
    await user.keyboard('Sorry{Enter}')
    expect(sent(fake)).toEqual([['reject', 'Sorry']])
  })
})

it('P42: a click without the required message opens the message; the next one is answered by the server', async () => {
  const {user, fake} = open()
  await user.click(screen.getByRole('button', {name: 'Reject'}))
  await hasFocus(() => screen.getByRole('textbox', {name: /Answer/}))
  expect(sent(fake)).toEqual([])
  await user.click(screen.getByRole('button', {name: 'Reject'}))
  expect(sent(fake)).toEqual([['reject', '']])
})

it('a record that no longer waits has its state, no buttons, and leads to the next one', () => {
  open({selected: {...decision, actions: [], position: null, next: '/approvals?record=a'}})
  const said = screen.getByText('This no longer needs a decision.')
  expect(within(said).getByRole('link', {name: /^Next/}).getAttribute('href')).toBe('/approvals?record=a')
  expect(screen.getByText('Submitted')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

it('picture: earlier records say their type with its colour', () => {
  const mark = {mark: {colour: 'rose'}, text: 'Sick leave'} as const
  open({selected: {...decision, earlier: [{id: 'e', href: null, text: '9–10 Mar', mark, number: '2', state: null}]}})
  const list = within(screen.getByRole('heading', {name: 'Earlier'}).closest('section') as HTMLElement)
  expect(list.getByRole('listitem').textContent).toBe('Sick leave 9–10 Mar2')
  expect(list.getByTitle('Sick leave').className).toBe('swatch hue hue-rose')
})

it('says that nothing waits', () => {
  open({records: [], selected: null})
  expect(screen.getByText('Nothing waits.')).toBeDefined()
})

it('a message that only one decision requires names it, and is not called optional', () => {
  open()
  expect(screen.getByText(/required to reject/)).toBeTruthy()
  expect(screen.queryByText(/optional/)).toBeNull()
})
