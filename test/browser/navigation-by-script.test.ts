/** Client-side navigation compared with the browser's own: focus, progress, Back, failures, and prefetching. */
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/engine/page/frame.ts'
import {isMarked, type Visitor, withMotion} from '../kit/browser.ts'
import {afterTimers, historyLength, settled, withScript} from '../kit/modes.ts'
import {documents, field, heading, link, menu, output, pathOf, Served, until} from '../kit/one-tab.ts'

const served = new Served()

describe('client-side navigation', () => {
  let v: Visitor
  beforeAll(async () => {
    v = await served.visitor(withScript, withMotion)
  })
  beforeEach(() => served.begin(v, '/form'))
  afterEach(async () => {
    served.world.release()
    await v.page.unrouteAll({behavior: 'wait'})
    expect(v.complaints.splice(0)).toEqual([])
  })
  afterAll(() => v.context.close())

  it('moves the focus to the main heading and announces the title', async () => {
    await link(v, 'plain').click()
    // The menu's link has the same name, and keeps the focus until the page is rendered.
    await until(v, "document.activeElement?.closest('h1')?.textContent", 'Plain')
    expect(await v.page.getByText('Plain · Handbook', {exact: true}).count()).toBe(1)
  })

  it('is cancelled by Back', async () => {
    await link(v, 'slow page').click()
    await expect.poll(() => served.world.waiting).toBe(1)
    await v.page.goBack()
    served.world.release()
    await settled(v)
    await heading(v, 'A form')
    expect(pathOf(v)).toBe('/form')
  })

  it('shows progress on a slow page after a moment, with aria-busy, and removes it', async () => {
    await link(v, 'slow page').click()
    await v.page.waitForSelector('#progress[data-on]')
    expect(await v.page.getByRole('main').getAttribute('aria-busy')).toBe('true')
    served.world.release()
    await heading(v, 'Slow')
    expect(await v.page.locator('#progress[data-on]').count()).toBe(0)
    expect(await v.page.getByRole('main').getAttribute('aria-busy')).toBeNull()
  })

  it('in a redirect loop shows the error page', async () => {
    const before = await historyLength(v, {reset: true})
    await link(v, 'looping').click()
    await heading(v, 'Something went wrong')
    expect(await isMarked(v.page)).toBe(true)
    expect(await historyLength(v)).toBe(before + 1)
  })

  it('to another origin loads in full, once, one step of history further', async () => {
    await v.page.route('**/in-between?*', route =>
      route.fulfill({
        contentType: pageMediaType,
        body: JSON.stringify({build: 'x', status: 302, redirect: `${served.elsewhere}/plain`}),
      }),
    )
    const before = await historyLength(v, {reset: true})
    await link(v, 'in between').click()
    await heading(v, 'Plain')
    expect(new URL(v.page.url()).origin).toBe(served.elsewhere)
    expect(documents(v)).toEqual(['GET document /plain'])
    expect(await historyLength(v)).toBe(before + 1)
  })

  it('reports an unreachable server, and can be retried', async () => {
    await v.context.setOffline(true)
    await link(v, 'other').click()
    await heading(v, 'Can’t reach the server')
    expect(await v.page.locator('#progress[data-on]').count()).toBe(0)
    await v.context.setOffline(false)
    await link(v, 'Try again').click()
    await heading(v, 'Other')
  })

  it('with a response from a proxy, or with broken data, shows the error page instead of crashing', async () => {
    for (const answer of [
      {status: 429, contentType: 'text/html', body: '<h1>Slow down</h1>'},
      {status: 200, contentType: pageMediaType, body: '{"half'},
    ]) {
      await v.page.route('**/in-between?*', route => route.fulfill(answer))
      await link(v, 'in between').click()
      await heading(v, 'Something went wrong')
      await v.page.unroute('**/in-between?*')
      await v.page.goBack()
      await heading(v, 'A form')
    }
    expect(await isMarked(v.page)).toBe(true)
  })

  it('prefetches a link under the pointer or in focus, once, and the click uses it', async () => {
    for (const rest of ['hover', 'focus'] as const) {
      await v.page.goto(`${served.url}/form`)
      v.requests.length = 0
      await menu(v, 'Plain')[rest]()
      await expect.poll(() => v.requests).toEqual(['GET fetch /plain'])
      await v.page.getByRole('heading', {level: 1}).hover()
      await menu(v, 'Plain').hover()
      await afterTimers(v.page, 100)
      await menu(v, 'Plain').click()
      await heading(v, 'Plain')
      expect(v.requests).toEqual(['GET fetch /plain'])
    }
  })

  it('requests again if the prefetch failed', async () => {
    await v.page.route('**/plain?*', route => route.abort(), {times: 1})
    await Promise.all([v.page.waitForEvent('requestfailed'), menu(v, 'Plain').hover()])
    await menu(v, 'Plain').click()
    await heading(v, 'Plain')
    expect(v.requests).toEqual(['GET fetch /plain', 'GET fetch /plain'])
    v.complaints.length = 0
  })

  it('never prefetches links with effects, or links that open elsewhere', async () => {
    served.world.links = [
      {label: 'has an effect', href: '/other?a', prefetch: false},
      {label: 'as a file', href: '/other?b', download: ''},
      {label: 'another tab', href: '/other?c', target: '_blank'},
      {label: 'elsewhere', href: `${served.elsewhere}/other?d`},
      {label: 'this page', href: '/links#x'},
      {label: 'good', href: '/far'},
    ]
    await v.page.goto(`${served.url}/links`)
    v.requests.length = 0
    // A finger does not hover first.
    for (const {label} of served.world.links) {
      await link(v, label).dispatchEvent('pointerdown')
      await afterTimers(v.page, 1)
    }
    await expect.poll(() => v.requests).toEqual(['GET fetch /far'])
  })

  it('keeps typed input, the focus and the scroll position during a refresh', async () => {
    served.world.stamp = 1
    await v.page.goto(`${served.url}/typing`)
    await field(v, 'Free').fill('half a sen')
    await field(v, 'Free').evaluate((free: HTMLInputElement) => {
      free.setSelectionRange(2, 4)
      window.scrollBy(0, -37)
    })
    const free = await field(v, 'Free').elementHandle()
    const place = `[document.activeElement.id, document.activeElement.selectionStart, window.scrollY]`
    const before = await v.page.evaluate(place)
    served.world.stamp = 2
    await v.page.evaluate("window.dispatchEvent(new Event('nonet:changed'))")
    await output(v, 'Stamp', '2')
    expect(await v.page.evaluate(place)).toEqual(before)
    expect(await field(v, 'Free').inputValue()).toBe('half a sen')
    expect(await free?.evaluate(element => element.isConnected)).toBe(true)
  })

  it('to a page that cannot be rendered, on the client or the server, shows an error in its place', async () => {
    served.world.links = [{label: 'undrawn', href: '/undrawn'}]
    await v.page.goto(`${served.url}/links`)
    await link(v, 'undrawn').click()
    await heading(v, 'Something went wrong')
    await v.page.goto(`${served.url}/browser-fails`)
    await heading(v, 'Something went wrong')
    await v.page.goto(`${served.url}/part-fails-later`)
    await heading(v, 'Parts')
    await v.page.getByRole('main').getByText('whole').waitFor({state: 'detached'})
    expect(await v.page.getByRole('main').textContent()).toContain('after')
    v.complaints.length = 0
  })
})
