import type {Browser} from 'playwright-core'
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/ui/page.ts'
import {isMarked, launchBrowser, mark, type ServedFixture, serveFixture, type Visitor, visitor} from '../kit/browser.ts'

let browser: Browser
let served: ServedFixture

beforeAll(async () => {
  browser = await launchBrowser()
  served = await serveFixture()
})
afterAll(async () => {
  await browser.close()
  await served.stop()
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('navigation %s', (_name, javaScriptEnabled) => {
  let v: Visitor
  beforeEach(async () => {
    v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(`${served.url}/form`)
  })
  afterEach(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('by a link changes title, address and content', async () => {
    if (javaScriptEnabled) await mark(v.page)
    await v.page.click('text=plain')
    await v.page.waitForURL('**/plain')
    await v.page.waitForSelector('h1:text("Plain")')
    expect(await v.page.title()).toBe('Plain · Handbook')
    expect(await v.page.getAttribute('.menu a[href="/plain"]', 'aria-current')).toBe('page')
    if (javaScriptEnabled) expect(await isMarked(v.page)).toBe(true)
  })

  it('to a missing page shows the fallback page, whose links work', async () => {
    await v.page.click('text=missing')
    await v.page.waitForSelector('h1:text("No such page")')
    expect(new URL(v.page.url()).pathname).toBe('/nothing')
    await v.page.click('.lost a:text("Start")')
    await v.page.waitForSelector('h1:text("Start")')
  })

  it('to a failing page shows the error page; Back works, and so does trying again once the cause is gone', async () => {
    served.world.failing = true
    await v.page.click('text=failing')
    await v.page.waitForSelector('h1:text("That did not work")')
    await v.page.goBack()
    await v.page.waitForSelector('h1:text("A form")')
    await v.page.goForward()
    await v.page.waitForSelector('h1:text("That did not work")')
    served.world.failing = false
    await v.page.click('text=Try again')
    await v.page.waitForSelector('h1:text("Mended")')
    served.world.failing = true
  })

  it('through redirects ends at the last address, one step of history further', async () => {
    const before = await historyLength(v)
    await v.page.click('text=redirecting')
    await v.page.waitForSelector('h1:text("Plain")')
    expect(new URL(v.page.url()).pathname).toBe('/plain')
    expect(await historyLength(v)).toBe(before + 1)
    await v.page.goBack()
    await v.page.waitForSelector('h1:text("A form")')
  })

  it('to a redirect outside shows the error page', async () => {
    await v.page.click('text=outside')
    await v.page.waitForSelector('h1:text("That did not work")')
    expect(new URL(v.page.url()).origin).toBe(served.url)
  })

  it('by a hash link asks the server for nothing', async () => {
    v.requests.length = 0
    await v.page.click('text=to the end')
    expect(new URL(v.page.url()).hash).toBe('#end')
    expect(v.requests).toEqual([])
  })

  it('by a GET form replaces the query', async () => {
    await v.page.goto(`${served.url}/form?old=1`)
    await v.page.fill('#search input', 'a&b ü')
    await v.page.click('#search button')
    await v.page.waitForURL('**/form?q=*')
    await v.page
      .waitForFunction("document.querySelector('#echo').textContent === 'q=a%26b+%C3%BC'", undefined, {polling: 50})
      .catch(() => undefined)
    expect(new URL(v.page.url()).search).toBe('?q=a%26b+%C3%BC')
    expect(await v.page.textContent('#echo')).toBe('q=a%26b+%C3%BC')
  })

  it('opens a new tab for a click with a modifier key', async () => {
    const [tab] = await Promise.all([
      v.context.waitForEvent('page'),
      v.page.click('text=plain', {modifiers: ['ControlOrMeta']}),
    ])
    await tab.waitForSelector('h1:text("Plain")')
    expect(new URL(v.page.url()).pathname).toBe('/form')
  })

  it('starts a new page at the top', async () => {
    await v.page.goto(`${served.url}/far`)
    await v.page.locator('text=onwards').scrollIntoViewIfNeeded()
    await v.page.click('text=onwards')
    await v.page.waitForSelector('h1:text("Plain")')
    expect(await v.page.locator('h1').boundingBox()).toMatchObject({
      y: expect.toSatisfy((y: number) => y >= 0 && y < 200),
    })
  })

  it('from data and Back from another document shows HTML', async () => {
    await v.page.click('text=plain')
    await v.page.waitForSelector('h1:text("Plain")')
    await v.page.goto('about:blank')
    await v.page.goBack()
    await v.page.waitForSelector('h1:text("Plain")')
    expect(await v.page.locator('main').count()).toBe(1)
  })
})

async function historyLength(v: Visitor): Promise<number> {
  const session = await v.context.newCDPSession(v.page)
  const {entries} = await session.send('Page.getNavigationHistory')
  await session.detach()
  return entries.length
}

describe('navigation by script', () => {
  let v: Visitor
  beforeEach(async () => {
    v = await visitor(browser)
    await v.page.goto(`${served.url}/form`)
    await v.page.waitForFunction("'navigation' in window")
    await mark(v.page)
  })
  afterEach(async () => {
    served.world.release()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('moves the focus to the main heading and announces the title', async () => {
    await v.page.click('text=plain')
    await v.page.waitForSelector('h1:text("Plain")')
    await v.page.waitForFunction("document.activeElement?.tagName === 'H1'")
    expect(await v.page.textContent('#announce')).toBe('Plain · Handbook')
  })

  it('is won by the latest click, and the earlier request is aborted', async () => {
    const failed: string[] = []
    v.page.on('requestfailed', request => failed.push(new URL(request.url()).pathname))
    await v.page.click('text=slow page')
    await expect.poll(() => served.world.waiting).toBeGreaterThan(0)
    await v.page.click('.menu a[href="/other"]')
    await v.page.waitForSelector('h1:text("Other")')
    served.world.release()
    await v.page.waitForTimeout(150)
    expect(await v.page.textContent('h1')).toBe('Other')
    expect(failed).toContain('/slow')
  })

  it('is cancelled by Back', async () => {
    await v.page.click('text=slow page')
    await expect.poll(() => served.world.waiting).toBeGreaterThan(0)
    await v.page.goBack()
    served.world.release()
    await v.page.waitForTimeout(150)
    expect(await v.page.textContent('h1')).toBe('A form')
    expect(new URL(v.page.url()).pathname).toBe('/form')
  })

  it('makes one entry of history of a double click', async () => {
    const before = await historyLength(v)
    await v.page.dblclick('text=plain')
    await v.page.waitForSelector('h1:text("Plain")')
    expect(await historyLength(v)).toBe(before + 1)
  })

  it('shows progress on a slow page after a moment, with aria-busy, and takes it away', async () => {
    await v.page.click('text=slow page')
    await v.page.waitForSelector('#progress[data-on]')
    expect(await v.page.getAttribute('main', 'aria-busy')).toBe('true')
    served.world.release()
    await v.page.waitForSelector('h1:text("Slow")')
    expect(await v.page.locator('#progress[data-on]').count()).toBe(0)
    expect(await v.page.getAttribute('main', 'aria-busy')).toBeNull()
  })

  it('restores the scroll position on Back', async () => {
    await v.page.click('text=far')
    await v.page.waitForSelector('h1:text("Far")')
    await v.page.evaluate('window.scrollTo(0, 1500)')
    await v.page.waitForTimeout(100)
    await v.page.evaluate('document.querySelector(\'.menu a[href="/plain"]\').click()')
    await v.page.waitForSelector('h1:text("Plain")')
    await v.page.goBack()
    await v.page.waitForSelector('h1:text("Far")')
    await v.page.waitForFunction('window.scrollY > 1400')
  })

  it('that loops shows the error page', async () => {
    await v.page.click('text=looping')
    await v.page.waitForSelector('h1:text("Something went wrong")')
    expect(await isMarked(v.page)).toBe(true)
  })

  it('to a server that is gone says so, and trying again works', async () => {
    await v.context.setOffline(true)
    await v.page.click('text=other >> nth=0')
    await v.page.waitForSelector('h1:text("The server cannot be reached")')
    expect(await v.page.locator('#progress[data-on]').count()).toBe(0)
    await v.context.setOffline(false)
    await v.page.click('text=Try again')
    await v.page.waitForSelector('h1:text("Other")')
  })

  it('answered by something in between shows the error page, not a crash', async () => {
    await v.page.route('**/in-between?*', route =>
      route.fulfill({status: 429, contentType: 'text/html', body: '<h1>Slow down</h1>'}),
    )
    await v.page.click('text=in between')
    await v.page.waitForSelector('h1:text("Something went wrong")')
    expect(await isMarked(v.page)).toBe(true)
  })

  it('answered with broken data shows the error page', async () => {
    await v.page.route('**/in-between?*', route =>
      route.fulfill({status: 200, contentType: 'application/vnd.nonet.page+json', body: '{"half'}),
    )
    await v.page.click('text=in between')
    await v.page.waitForSelector('h1:text("Something went wrong")')
  })

  it('asks early for a link under the pointer, once, and the click uses it', async () => {
    v.requests.length = 0
    await v.page.hover('.menu a[href="/plain"]')
    await expect.poll(() => v.requests).toEqual(['GET fetch /plain'])
    await v.page.hover('h1')
    await v.page.hover('.menu a[href="/plain"]')
    await v.page.waitForTimeout(150)
    await v.page.click('.menu a[href="/plain"]')
    await v.page.waitForSelector('h1:text("Plain")')
    expect(v.requests).toEqual(['GET fetch /plain'])
  })

  it('asks again where the early request failed', async () => {
    await v.page.route('**/plain?*', route => route.abort(), {times: 1})
    await v.page.hover('.menu a[href="/plain"]')
    await v.page.waitForTimeout(200)
    await v.page.click('.menu a[href="/plain"]')
    await v.page.waitForSelector('h1:text("Plain")')
    v.complaints.length = 0
  })

  it('keeps what is typed, the focus and the scroll position during a refresh', async () => {
    served.world.stamp = 1
    await v.page.goto(`${served.url}/typing`)
    await v.page.fill('#field-free', 'half a sen')
    await v.page.click('text=pressed 0')
    await v.page.focus('#field-free')
    served.world.stamp = 2
    await v.page.evaluate("window.dispatchEvent(new Event('nonet:changed'))")
    await v.page.waitForSelector('#stamp:text("2")')
    expect(await v.page.inputValue('#field-free')).toBe('half a sen')
    expect(await v.page.evaluate('document.activeElement.id')).toBe('field-free')
    expect(await v.page.textContent('button')).toBe('pressed 1')
  })

  it('to a page that cannot be drawn in the browser shows the error page', async () => {
    await v.page.goto(`${served.url}/browser-fails`)
    await v.page.waitForSelector('h1:text("Something went wrong")')
    v.complaints.length = 0
  })

  it('loads in full once after a new build, and never again and again', async () => {
    await v.page.route('**/plain?_data=*', async route => {
      const response = await route.fetch()
      const body = JSON.stringify({...(await response.json()), build: 'another'})
      await route.fulfill({status: 200, contentType: pageMediaType, body})
    })
    await v.page.click('.menu a[href="/plain"]')
    await expect.poll(() => v.requests.filter(request => request === 'GET document /plain').length).toBe(1)
    await v.page.waitForSelector('h1:text("Plain")')
    await v.page.click('.menu a[href="/other"]')
    await v.page.waitForSelector('h1:text("Other")')
    await v.page.click('.menu a[href="/plain"]')
    await v.page.waitForSelector('h1:text("Plain")')
    await v.page.waitForTimeout(200)
    expect(v.requests.filter(request => request === 'GET document /plain')).toHaveLength(1)
  })
})

describe('a browser without the Navigation API', () => {
  it('gets documents, which end in the same pages', async () => {
    const v = await visitor(browser)
    await v.page.addInitScript('delete window.navigation; delete Window.prototype.navigation')
    await v.page.goto(`${served.url}/form`)
    expect(await v.page.evaluate("'navigation' in window")).toBe(false)
    await v.page.click('text=redirecting')
    await v.page.waitForSelector('h1:text("Plain")')
    await v.page.goto(`${served.url}/form`)
    await v.page.fill('#field-name', 'Ada')
    await v.page.click('button:text-is("save")')
    await v.page.waitForSelector('h1:text("Target")')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})
