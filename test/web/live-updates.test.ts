// @vitest-environment jsdom
/** The stream of changes of the current page: when it is open, when fresh data is requested, and when that waits. */
import {afterEach, beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest'
import type {Page} from '../../src/engine/page/frame.ts'
import {changedRecords, LiveUpdates} from '../../src/web/router/live-updates.ts'
import type {BrowserRouter} from '../../src/web/router/router.ts'
import type {CurrentPage, RefreshOptions} from '../../src/web/router/types.ts'
import {emptyPage, pageWith} from '../kit/render.tsx'

class FakeSource extends EventTarget {
  static readonly opened: FakeSource[] = []
  readonly url: URL
  closed = false

  constructor(url: string) {
    super()
    this.url = new URL(url, 'http://nonet.test')
    FakeSource.opened.push(this)
  }

  close(): void {
    this.closed = true
  }

  say(name: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(name, {data}))
  }
}

/** The parts of the router that live updates use. */
class FakeBrowserRouter {
  page: Page = {...emptyPage, url: '/orders', live: 'a.1'}
  refreshed = 0
  overtaken = 0
  loading = false
  keepsInput = false
  fresh: Page = this.page
  private readonly listeners = new Set<(shown: CurrentPage) => void>()

  show(page: Page): void {
    this.page = page
    for (const listener of this.listeners) listener(this.current())
  }

  current = () => ({page: this.page}) as CurrentPage
  subscribe = (listener: (shown: CurrentPage) => void) => this.listeners.add(listener)
  status = () => ({navigation: {state: this.loading ? 'loading' : 'idle'}})
  /** What happens to the page before the response, and when the fresh page is rendered; `null` if it is unchanged. */
  waiting = () => {}
  rendering: (() => void) | null = null
  /** The server refuses to make the page: 429 or 503. */
  refusing = false
  refresh = async ({mark}: RefreshOptions = {}) => {
    this.refreshed++
    this.waiting()
    if (this.refusing) return false
    if (!this.rendering) return true
    mark?.(this.page, this.page)
    this.rendering()
    return true
  }
  sayOvertaken = () => void this.overtaken++
  loads = 0
  load = async () => {
    this.loads++
    return {kind: 'answer', answer: this.fresh}
  }
}

const passTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const source = () => FakeSource.opened.at(-1) as FakeSource
const openSources = () => FakeSource.opened.filter(each => !each.closed)
let visibility: DocumentVisibilityState = 'visible'

function show(state: DocumentVisibilityState): void {
  visibility = state
  document.dispatchEvent(new Event('visibilitychange'))
}

let started: FakeBrowserRouter | undefined

function start(): FakeBrowserRouter {
  const router = new FakeBrowserRouter()
  started = router
  new LiveUpdates(router as unknown as BrowserRouter).start()
  return router
}

beforeEach(() => {
  FakeSource.opened.length = 0
  visibility = 'visible'
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  // A page without a stream: the listeners of a finished test open none.
  started?.show(emptyPage)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a page that says that the server is down', () => {
  const data = {heading: 'Can’t reach the server', message: '', reference: null, retry: true, links: []}
  const down: Page = {...emptyPage, url: '/orders', status: 0, screen: 'failure', data}

  it('tries again automatically, each time later, until the page is back', async () => {
    const router = start()
    router.show(down)
    expect(openSources()).toHaveLength(0)
    await passTime(999)
    expect(router.refreshed).toBe(0)
    await passTime(1)
    expect(router.refreshed).toBe(1)
    router.show(down)
    await passTime(1999)
    expect(router.refreshed).toBe(1)
    await passTime(1)
    expect(router.refreshed).toBe(2)
    router.show({...emptyPage, url: '/orders', live: 'a.1'})
    await passTime(100_000)
    expect(router.refreshed).toBe(2)
    expect(openSources()).toHaveLength(1)
  })

  it('does so for a page that is not available, but leaves a form that could not be sent', async () => {
    const router = start()
    router.show({...down, status: 503, screen: 'refused', data: {...data, back: {href: '/orders', typed: true}}})
    await passTime(100_000)
    expect(router.refreshed).toBe(0)
    router.show({...down, status: 503, screen: 'refused'})
    show('hidden')
    await passTime(100_000)
    expect(router.refreshed).toBe(0)
    show('visible')
    await passTime(2000)
    expect(router.refreshed).toBe(1)
  })
})

describe('a change that is reported', () => {
  it('code 10: is shown later if the server refuses the refresh, each time after a longer pause', async () => {
    const router = start()
    router.refusing = true
    source().say('changed', 'a.2')
    await passTime(0)
    expect(router.refreshed).toBe(1)
    await passTime(1000)
    expect(router.refreshed).toBe(2)
    router.refusing = false
    await passTime(1900)
    expect(router.refreshed).toBe(2)
    await passTime(100)
    expect(router.refreshed).toBe(3)
    await passTime(100_000)
    expect(router.refreshed).toBe(3)
  })

  it('code 11: loads the page once while a dialog is open, and refreshes when it is closed', async () => {
    const router = start()
    const dialog = document.createElement('dialog')
    vi.spyOn(document, 'querySelector').mockImplementation(() => (dialog.isConnected ? dialog : null))
    document.body.append(dialog)
    source().say('changed', 'a.2')
    await passTime(10_000)
    expect([router.loads, router.refreshed]).toEqual([1, 0])
    source().say('changed', 'a.3')
    await passTime(10_000)
    expect([router.loads, router.refreshed]).toEqual([2, 0])
    dialog.remove()
    await passTime(2000)
    expect([router.loads, router.refreshed]).toEqual([2, 1])
  })
})

describe('the stream of a page', () => {
  it('follows the address and the state that is shown, and only one is open', () => {
    const router = start()
    expect(Object.fromEntries(source().url.searchParams)).toEqual({page: '/orders', state: 'a.1'})
    router.show({...emptyPage, url: '/orders/1', live: 'b.1'})
    expect(source().url.searchParams.get('page')).toBe('/orders/1')
    expect(openSources()).toHaveLength(1)
  })

  it('is not open for a page without one, nor in a hidden tab', () => {
    const router = start()
    show('hidden')
    expect(openSources()).toHaveLength(0)
    show('visible')
    expect(openSources()).toHaveLength(1)
    router.show({...emptyPage, url: '/about'})
    expect(openSources()).toHaveLength(0)
  })

  it('is opened again after a failure, each time later, and at once when the network is back', async () => {
    start()
    source().say('error')
    expect(openSources()).toHaveLength(0)
    await passTime(1000)
    expect(openSources()).toHaveLength(1)
    source().say('error')
    await passTime(1999)
    expect(openSources()).toHaveLength(0)
    await passTime(1)
    source().say('error')
    window.dispatchEvent(new Event('online'))
    expect(openSources()).toHaveLength(1)
  })
})

describe('a change by someone else', () => {
  it('requests fresh data, at most once a second', async () => {
    const router = start()
    source().say('changed', 'a.2')
    expect(router.refreshed).toBe(1)
    source().say('changed', 'a.3')
    source().say('changed', 'a.4')
    expect(router.refreshed).toBe(1)
    await passTime(1000)
    expect(router.refreshed).toBe(2)
  })

  it('that the response to an own action contained requests nothing', () => {
    const router = start()
    router.page = {...router.page, live: 'a.2'}
    source().say('changed', 'a.2')
    expect(router.refreshed).toBe(0)
  })

  it('waits while the pointer is pressed, something is dragged, or a page is loading', async () => {
    const router = start()
    window.dispatchEvent(new Event('pointerdown'))
    source().say('changed', 'a.2')
    await passTime(5000)
    expect(router.refreshed).toBe(0)
    window.dispatchEvent(new Event('dragstart'))
    await passTime(5000)
    expect(router.refreshed).toBe(0)
    window.dispatchEvent(new Event('dragend'))
    router.loading = true
    await passTime(5000)
    expect(router.refreshed).toBe(0)
    router.loading = false
    await passTime(250)
    expect(router.refreshed).toBe(1)
  })

  it('does not wait for a pointer whose release went to the menu of the browser', async () => {
    const router = start()
    window.dispatchEvent(new Event('pointerdown'))
    window.dispatchEvent(new Event('contextmenu'))
    source().say('changed', 'a.2')
    await passTime(5000)
    expect(router.refreshed).toBe(1)
  })

  it('keeps what has the focus where it is, and does not undo scrolling before the response', async () => {
    const main = document.body.appendChild(document.createElement('main'))
    onTestFinished(() => main.remove())
    const button = main.appendChild(document.createElement('button'))
    button.focus()
    let top = 400
    vi.spyOn(button, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 100, 30))
    const scrollBy = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
    const router = start()
    router.waiting = () => {
      top = 100
    }
    source().say('changed', 'a.2')
    await passTime(1000)
    expect(router.refreshed).toBe(1)
    expect(scrollBy).not.toHaveBeenCalled()
    top = 400
    router.rendering = () => {
      top = 160
    }
    source().say('changed', 'a.3')
    await passTime(1000)
    expect(scrollBy.mock.calls).toEqual([[{top: 60, behavior: 'instant'}]])
  })

  it('of the record in a form is said, and what was typed stays', async () => {
    const router = start()
    router.keepsInput = true
    const data = {...emptyPage.data, version: 1}
    router.show({...emptyPage, screen: 'form', data, url: '/orders/1?edit', live: 'c.1'} as unknown as Page)
    router.fresh = {...router.page, data: {...data, version: 2}} as unknown as Page
    source().say('changed', 'c.2')
    await passTime(0)
    expect([router.refreshed, router.overtaken]).toEqual([0, 1])
  })
})

it('only records that are new or different are highlighted', () => {
  const at = (...items: {id: string; name: string}[]) =>
    pageWith({screen: 'page', data: {heading: '', html: '', items}} as unknown as Parameters<typeof pageWith>[0])
  const [same, before, after] = [
    {id: '1', name: 'Same'},
    {id: '2', name: 'Before'},
    {id: '2', name: 'After'},
  ] as const
  expect([...changedRecords(at(same, before), at(same, after, {id: '3', name: 'New'}))]).toEqual(['2', '3'])
})
