// @vitest-environment jsdom
/** The toast after an action: its time, Undo and what it says afterwards; and the notice of changes by others. */
import {act, fireEvent, screen} from '@testing-library/react'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {DoneData, Page} from '../../src/engine/page/frame.ts'
import {PageNotices} from '../../src/web/components/notices.tsx'
import {renderIn} from '../kit/dom.tsx'
import {FakeRouter, sentBy} from '../kit/forms.tsx'
import {emptyPage, pageWith} from '../kit/render.tsx'

const approved: DoneData = {id: '7', text: 'You approved Rui’s holiday.', href: '/requests/1', undo: 8000}

function open(done: DoneData | undefined = approved, overtaken = false) {
  const page: Page = done ? {...emptyPage, url: '/requests', done} : emptyPage
  const fake = new FakeRouter(page)
  return {fake, page, ...renderIn(<PageNotices overtaken={overtaken} />, {page, router: fake.router})}
}

const passTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const undo = () => screen.getByRole('button', {name: 'Undo'})

beforeEach(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'performance']}))
afterEach(() => void vi.useRealTimers())

describe('the toast', () => {
  it('is shown as long as the action can be undone', async () => {
    open()
    await passTime(7900)
    expect(screen.getByText(approved.text)).toBeTruthy()
    expect(screen.getByRole('link', {name: 'View'}).getAttribute('href')).toBe('/requests/1')
    await passTime(200)
    expect(screen.queryByText(approved.text)).toBeNull()
  })

  it('without Undo is shown for five seconds', async () => {
    open({...approved, undo: null})
    expect(screen.queryByRole('button', {name: 'Undo'})).toBeNull()
    await passTime(4900)
    expect(screen.getByText(approved.text)).toBeTruthy()
    await passTime(200)
    expect(screen.queryByText(approved.text)).toBeNull()
  })

  it('stays while the pointer or the focus is on it', async () => {
    open()
    fireEvent.pointerEnter(screen.getByText(approved.text))
    await passTime(20_000)
    expect(screen.getByText(approved.text)).toBeTruthy()
    fireEvent.pointerLeave(screen.getByText(approved.text))
    act(() => undo().focus())
    await passTime(20_000)
    expect(screen.getByText(approved.text)).toBeTruthy()
    act(() => undo().blur())
    await passTime(8100)
    expect(screen.queryByText(approved.text)).toBeNull()
  })

  it('is not shown longer because the page changes, and has the time that was left after a pause', async () => {
    const {fake, page} = open()
    await passTime(4000)
    act(() => fake.show({...page}))
    act(() => fake.show({...emptyPage, url: '/requests/1'}))
    await passTime(2000)
    fireEvent.pointerEnter(screen.getByText(approved.text))
    await passTime(20_000)
    fireEvent.pointerLeave(screen.getByText(approved.text))
    await passTime(1900)
    expect(screen.getByText(approved.text)).toBeTruthy()
    await passTime(200)
    expect(screen.queryByText(approved.text)).toBeNull()
  })

  it('P33: goes when something else is refused', async () => {
    const {fake} = open()
    await passTime(1000)
    act(() => fake.show({...emptyPage, url: '/requests', status: 409}))
    expect(screen.queryByText(approved.text)).toBeNull()
  })

  it('is undone by Z, unless someone is typing', async () => {
    const {fake, container} = open()
    const field = container.appendChild(document.createElement('textarea'))
    await act(async () => void fireEvent.keyDown(field, {key: 'z'}))
    expect(fake.sent).toEqual([])
    await act(async () => void fireEvent.keyDown(document.body, {key: 'z'}))
    expect(fake.sent[0]?.url.pathname).toBe('/_undo')
    await act(async () => void fireEvent.keyDown(document.body, {key: 'z'}))
    expect(fake.sent).toHaveLength(1)
  })

  it('sends Undo with the page to return to, and says that it is undone', async () => {
    const {fake} = open()
    await act(async () => undo().click())
    expect(fake.sent[0]?.url.pathname).toBe('/_undo')
    expect(sentBy(fake.sent[0])).toEqual(
      expect.arrayContaining([
        ['id', '7'],
        ['return', '/requests'],
        ['_action', 'undo'],
      ]),
    )
    expect(screen.getByText('Change undone.')).toBeTruthy()
    expect(screen.queryByRole('button', {name: 'Undo'})).toBeNull()
    await passTime(5100)
    expect(screen.queryByText('Change undone.')).toBeNull()
  })

  it('says why it could not be undone, and stays until it is closed', async () => {
    const {fake} = open()
    const data = {
      heading: 'Not undone',
      message: 'Liam has changed it since.',
      reference: null,
      retry: false,
      links: [],
    }
    fake.outcome = {kind: 'refused', page: pageWith({screen: 'failure', data})}
    await act(async () => undo().click())
    await passTime(60_000)
    expect(screen.getByText(data.message)).toBeTruthy()
    act(() => screen.getByRole('button', {name: 'Close'}).click())
    expect(screen.queryByText(data.message)).toBeNull()
  })

  it('outlives its page, and gives way to the next one', async () => {
    const {fake} = open()
    act(() => fake.show({...emptyPage, url: '/requests/1'}))
    expect(screen.getByText(approved.text)).toBeTruthy()
    act(() => fake.show({...emptyPage, done: {...approved, id: '8', text: 'You rejected Mia’s holiday.'}}))
    expect(screen.queryByText(approved.text)).toBeNull()
    expect(screen.getByText('You rejected Mia’s holiday.')).toBeTruthy()
  })
})

it('a form says that someone else has changed the record', () => {
  open(undefined, true)
  expect(screen.getByText(/changed/)).toBeTruthy()
})
