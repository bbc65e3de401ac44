/** Links, GET forms, Back and Forward, redirects and failures, as people meet them. Each file has one server, each way of browsing one tab. */
import type {Browser} from 'playwright-core'
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {pageMediaType} from '../../src/ui/page.ts'
import {isMarked, launchBrowser, mark, type ServedFixture, serveFixture, type Visitor} from '../kit/browser.ts'
import {afterTimers, historyLength, settled, visitorIn, withoutScript, withScript} from '../kit/modes.ts'

let browser: Browser
let served: ServedFixture
/** The same server by another name is another origin. */
let elsewhere: string

beforeAll(async () => {
  browser = await launchBrowser()
  served = await serveFixture()
  elsewhere = served.url.replace('127.0.0.1', 'localhost')
})
afterAll(async () => {
  await browser.close()
  await served.stop()
})

const heading = (v: Visitor, text: string) => v.page.waitForSelector(`h1:text-is("${text}")`)
const pathOf = (v: Visitor) => new URL(v.page.url()).pathname
const menu = (path: string) => `.menu a[href="${path}"]`
const documents = (v: Visitor) => v.requests.filter(request => request.startsWith('GET document'))

/** With the pointer out of the way: what it rests on is asked for early. */
async function begin(v: Visitor): Promise<void> {
  await v.page.mouse.move(0, 0)
  await v.page.goto(`${served.url}/form`)
  await mark(v.page)
  v.requests.length = 0
}

describe.each([withScript, withoutScript])('navigation $name', mode => {
  let v: Visitor
  beforeAll(async () => {
    v = await visitorIn(browser, mode)
  })
  beforeEach(() => begin(v))
  afterEach(() => {
    served.world.release()
    expect(v.complaints.splice(0)).toEqual([])
  })
  afterAll(() => v.context.close())

  it('by a link changes title, address and content, also to a missing page, whose links work', async () => {
    await v.page.click('text=plain')
    await heading(v, 'Plain')
    expect(pathOf(v)).toBe('/plain')
    expect(await v.page.title()).toBe('Plain · Handbook')
    expect(await v.page.getAttribute(menu('/plain'), 'aria-current')).toBe('page')
    await v.page.goBack()
    await v.page.click('text=missing')
    await heading(v, 'No such page')
    expect(pathOf(v)).toBe('/nothing')
    await v.page.click('.lost a:text("Start")')
    await heading(v, 'Start')
    if (mode.script) expect(await isMarked(v.page)).toBe(true)
  })

  it('leaves modifier keys, targets, downloads and other origins to the browser', async () => {
    served.world.links = [
      {label: 'another tab', href: '/other', target: '_blank'},
      {label: 'as a file', href: '/plain', download: 'plain.html'},
      {label: 'elsewhere', href: `${elsewhere}/plain`},
    ]
    await v.page.goto(`${served.url}/links`)
    for (const [link, path, modifiers] of [
      [menu('/plain'), '/plain', ['ControlOrMeta']],
      ['text=another tab', '/other', []],
    ] as const) {
      const [tab] = await Promise.all([v.context.waitForEvent('page'), v.page.click(link, {modifiers: [...modifiers]})])
      await tab.waitForURL(`**${path}`)
      await tab.close()
    }
    const [file] = await Promise.all([v.page.waitForEvent('download'), v.page.click('text=as a file')])
    expect(file.suggestedFilename()).toBe('plain.html')
    await file.cancel()
    expect(pathOf(v)).toBe('/links')
    v.requests.length = 0
    await v.page.click('text=elsewhere')
    await heading(v, 'Plain')
    expect(new URL(v.page.url()).origin).toBe(elsewhere)
    expect(v.requests).toEqual(['GET document /plain'])
  })

  it('through redirects and moved addresses ends where a document would, one step of history further', async () => {
    const before = await historyLength(v, {reset: true})
    await v.page.click('text=redirecting')
    await heading(v, 'Plain')
    expect(pathOf(v)).toBe('/plain')
    expect(await historyLength(v)).toBe(before + 1)
    await v.page.goBack()
    await heading(v, 'A form')
    if (mode.script) expect(await isMarked(v.page)).toBe(true)
    served.world.links = [{label: 'a slash too many', href: '/plain/?a=1&b=%20'}]
    await v.page.goto(`${served.url}/links`)
    await v.page.click('text=a slash too many')
    await heading(v, 'Plain')
    expect(v.page.url()).toBe(`${served.url}/plain?a=1&b=%20`)
  })

  it('never leads outside by a redirect, nor into markup by data, path or query', async () => {
    await v.page.click('text=outside')
    await heading(v, 'That did not work')
    expect(new URL(v.page.url()).origin).toBe(served.url)
    served.world.links = [
      {label: 'split', href: '/split'},
      {label: 'hostile', href: '/hostile?q=</script><script>alert(3)</script>%E2%80%A8'},
      {label: 'malformed', href: '/%zz'},
    ]
    const raised: string[] = []
    v.page.once('dialog', dialog => {
      raised.push(dialog.message())
      void dialog.dismiss()
    })
    for (const [label, shown] of [
      ['split', 'That did not work'],
      ['hostile', 'A form'],
      ['malformed', 'This address cannot be read'],
    ] as const) {
      await v.page.goto(`${served.url}/links`)
      await v.page.click(`text=${label}`)
      await heading(v, shown)
    }
    await v.page.goto(`${served.url}/hostile?q=</script><script>alert(3)</script>%E2%80%A8`)
    expect(await v.page.title()).toBe('</title><script>alert(2)</script> · Handbook')
    expect(raised).toEqual([])
  })

  it('to a failing page shows the error page; Back, trying again and a reload work once the cause is gone', async () => {
    served.world.failing = true
    await v.page.click('text=failing')
    await heading(v, 'That did not work')
    await v.page.goBack()
    await heading(v, 'A form')
    await v.page.goForward()
    await heading(v, 'That did not work')
    served.world.failing = false
    await v.page.click('text=Try again')
    await heading(v, 'Mended')
    served.world.failing = true
    await v.page.reload()
    await heading(v, 'That did not work')
    served.world.failing = false
    await v.page.reload()
    await heading(v, 'Mended')
    served.world.failing = true
  })

  it('to a page of which a part fails shows the rest, and an error in its place', async () => {
    served.world.links = [{label: 'parts', href: '/part-fails'}]
    await v.page.goto(`${served.url}/links`)
    await v.page.click('text=parts')
    await heading(v, 'Parts')
    const text = await v.page.textContent('main')
    for (const shown of ['before', 'after']) expect(text).toContain(shown)
    expect(text).not.toContain('begun')
    expect(text).not.toContain('cannot be drawn')
    // A browser that draws it by itself says why in its console, which is where it belongs.
    v.complaints.length = 0
  })

  it('by a hash link scrolls and moves the focus without a request', async () => {
    await v.page.click('text=to the end')
    expect(new URL(v.page.url()).hash).toBe('#end')
    await v.page.waitForFunction("document.activeElement?.id === 'end' && window.scrollY > 0")
    expect(v.requests).toEqual([])
  })

  it('by a GET form replaces the query', async () => {
    await v.page.goto(`${served.url}/form?old=1`)
    await v.page.fill('#search input', 'a&b ü')
    await v.page.click('#search button')
    await v.page.waitForSelector('#echo:text-is("q=a%26b+%C3%BC")')
    expect(new URL(v.page.url()).search).toBe('?q=a%26b+%C3%BC')
  })

  it('starts a new page at the top; Back and a reload come back to where one was', async () => {
    await v.page.click('text=far')
    await heading(v, 'Far')
    await v.page.locator('text=onwards').scrollIntoViewIfNeeded()
    const there = await v.page.evaluate('window.scrollY')
    expect(there).toBeGreaterThan(1000)
    if (mode.script) await watchFrames(v)
    await v.page.click('text=onwards')
    await heading(v, 'Plain')
    expect(await v.page.evaluate('window.scrollY')).toBe(0)
    await v.page.goBack()
    await heading(v, 'Far')
    await v.page.waitForFunction(`window.scrollY === ${there}`)
    if (mode.script) {
      // Also in the first frame: nobody sees the top of it before.
      const frames = (await v.page.evaluate('window.painted')) as [string, number][]
      const away = frames.findIndex(([text]) => text === 'Plain')
      expect(away).toBeGreaterThan(0)
      expect(frames.slice(away).find(([text]) => text === 'Far')).toEqual(['Far', there])
    }
    await v.page.reload()
    await v.page.waitForFunction(`window.scrollY === ${there}`)
  })

  it('to a page that says where to begin puts the focus there', async () => {
    served.world.links = [{label: 'begin', href: '/focus'}]
    await v.page.goto(`${served.url}/links`)
    await v.page.click('text=begin')
    await heading(v, 'Focus')
    await v.page.waitForFunction("document.activeElement?.id === 'here'")
  })

  it('is won by the latest click, and the earlier request is aborted', async () => {
    const second = await v.page.locator(menu('/other')).boundingBox()
    await v.page.click('text=slow page', {noWaitAfter: true})
    await expect.poll(() => served.world.waiting).toBe(1)
    await Promise.all([
      v.page.waitForEvent('requestfailed', request => request.url().includes('/slow')),
      v.page.mouse.click((second?.x ?? 0) + 5, (second?.y ?? 0) + 5),
    ])
    await heading(v, 'Other')
    served.world.release()
    await settled(v, mode)
    expect(await v.page.textContent('h1')).toBe('Other')
  })

  it('makes one entry of history of a double click', async () => {
    const before = await historyLength(v, {reset: true})
    await v.page.dblclick('text=plain')
    await heading(v, 'Plain')
    expect(await historyLength(v)).toBe(before + 1)
  })

  it('from data and Back from another site shows HTML', async () => {
    await v.page.click('text=plain')
    await heading(v, 'Plain')
    await v.page.goto(`${elsewhere}/other`)
    await v.page.goBack()
    await heading(v, 'Plain')
    expect(await v.page.locator('main').count()).toBe(1)
    expect(new URL(v.page.url()).search).toBe('')
  })
})

/** Notes what stands in each frame before it is painted. */
async function watchFrames({page}: Visitor): Promise<void> {
  await page.evaluate(`{
    window.painted = []
    const note = () => {
      window.painted.push([document.querySelector('h1')?.textContent, window.scrollY])
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  }`)
}

describe('navigation by script', () => {
  let v: Visitor
  beforeAll(async () => {
    v = await visitorIn(browser, withScript)
  })
  beforeEach(() => begin(v))
  afterEach(async () => {
    served.world.release()
    await v.page.unrouteAll({behavior: 'wait'})
    expect(v.complaints.splice(0)).toEqual([])
  })
  afterAll(() => v.context.close())

  it('moves the focus to the main heading and announces the title', async () => {
    await v.page.click('text=plain')
    await v.page.waitForFunction("document.activeElement?.textContent === 'Plain'")
    expect(await v.page.evaluate('document.activeElement.tagName')).toBe('H1')
    expect(await v.page.textContent('#announce')).toBe('Plain · Handbook')
  })

  it('is cancelled by Back', async () => {
    await v.page.click('text=slow page')
    await expect.poll(() => served.world.waiting).toBe(1)
    await v.page.goBack()
    served.world.release()
    await settled(v)
    expect(await v.page.textContent('h1')).toBe('A form')
    expect(pathOf(v)).toBe('/form')
  })

  it('shows progress on a slow page after a moment, with aria-busy, and takes it away', async () => {
    await v.page.click('text=slow page')
    await v.page.waitForSelector('#progress[data-on]')
    expect(await v.page.getAttribute('main', 'aria-busy')).toBe('true')
    served.world.release()
    await heading(v, 'Slow')
    expect(await v.page.locator('#progress[data-on]').count()).toBe(0)
    expect(await v.page.getAttribute('main', 'aria-busy')).toBeNull()
  })

  it('that loops shows the error page', async () => {
    const before = await historyLength(v, {reset: true})
    await v.page.click('text=looping')
    await heading(v, 'Something went wrong')
    expect(await isMarked(v.page)).toBe(true)
    expect(await historyLength(v)).toBe(before + 1)
  })

  it('that is led to another origin loads in full, once, one step of history further', async () => {
    await v.page.route('**/in-between?*', route =>
      route.fulfill({
        contentType: pageMediaType,
        body: JSON.stringify({build: 'x', status: 302, redirect: `${elsewhere}/plain`}),
      }),
    )
    const before = await historyLength(v, {reset: true})
    await v.page.click('text=in between')
    await heading(v, 'Plain')
    expect(new URL(v.page.url()).origin).toBe(elsewhere)
    expect(documents(v)).toEqual(['GET document /plain'])
    expect(await historyLength(v)).toBe(before + 1)
  })

  it('to a server that is gone says so, and trying again works', async () => {
    await v.context.setOffline(true)
    await v.page.click('text=other >> nth=0')
    await heading(v, 'The server cannot be reached')
    expect(await v.page.locator('#progress[data-on]').count()).toBe(0)
    await v.context.setOffline(false)
    await v.page.click('text=Try again')
    await heading(v, 'Other')
  })

  it('answered by something in between, or with broken data, shows the error page, not a crash', async () => {
    for (const answer of [
      {status: 429, contentType: 'text/html', body: '<h1>Slow down</h1>'},
      {status: 200, contentType: pageMediaType, body: '{"half'},
    ]) {
      await v.page.route('**/in-between?*', route => route.fulfill(answer))
      await v.page.click('text=in between')
      await heading(v, 'Something went wrong')
      await v.page.unroute('**/in-between?*')
      await v.page.goBack()
      await heading(v, 'A form')
    }
    expect(await isMarked(v.page)).toBe(true)
  })

  it('asks early for a link under the pointer or in focus, once, and the click uses it', async () => {
    for (const rest of ['hover', 'focus'] as const) {
      await v.page.goto(`${served.url}/form`)
      v.requests.length = 0
      await v.page[rest](menu('/plain'))
      await expect.poll(() => v.requests).toEqual(['GET fetch /plain'])
      await v.page.hover('h1')
      await v.page.hover(menu('/plain'))
      await afterTimers(v.page, 100)
      await v.page.click(menu('/plain'))
      await heading(v, 'Plain')
      expect(v.requests).toEqual(['GET fetch /plain'])
    }
  })

  it('asks again where the early request failed', async () => {
    await v.page.route('**/plain?*', route => route.abort(), {times: 1})
    await Promise.all([v.page.waitForEvent('requestfailed'), v.page.hover(menu('/plain'))])
    await v.page.click(menu('/plain'))
    await heading(v, 'Plain')
    expect(v.requests).toEqual(['GET fetch /plain', 'GET fetch /plain'])
    v.complaints.length = 0
  })

  it('never asks early for links that do something, nor for what is not shown here', async () => {
    served.world.links = [
      {label: 'has an effect', href: '/other?a', 'data-prefetch': 'no'},
      {label: 'as a file', href: '/other?b', download: ''},
      {label: 'another tab', href: '/other?c', target: '_blank'},
      {label: 'elsewhere', href: `${elsewhere}/other?d`},
      {label: 'this page', href: '/links#x'},
      {label: 'good', href: '/far'},
    ]
    await v.page.goto(`${served.url}/links`)
    v.requests.length = 0
    for (const {label} of served.world.links) {
      await v.page.hover(`text="${label}"`)
      await v.page.focus(`text="${label}"`)
      await afterTimers(v.page, 100)
    }
    await expect.poll(() => v.requests).toEqual(['GET fetch /far'])
  })

  it('keeps what is typed, the focus and the scroll position during a refresh', async () => {
    served.world.stamp = 1
    await v.page.goto(`${served.url}/typing`)
    await v.page.click('text=pressed 0')
    await v.page.fill('#field-free', 'half a sen')
    await v.page.evaluate("document.querySelector('#field-free').setSelectionRange(2, 4); window.scrollBy(0, -37)")
    const place = `[document.activeElement.id, document.activeElement.selectionStart, window.scrollY]`
    const before = await v.page.evaluate(place)
    served.world.stamp = 2
    await v.page.evaluate("window.dispatchEvent(new Event('nonet:changed'))")
    await v.page.waitForSelector('#stamp:text("2")')
    expect(await v.page.evaluate(place)).toEqual(before)
    expect(await v.page.inputValue('#field-free')).toBe('half a sen')
    expect(await v.page.textContent('button:text("pressed")')).toBe('pressed 1')
  })

  it('to a page that cannot be drawn, here or there, shows an error in its place', async () => {
    served.world.links = [{label: 'undrawn', href: '/undrawn'}]
    await v.page.goto(`${served.url}/links`)
    await v.page.click('text=undrawn')
    await heading(v, 'Something went wrong')
    await v.page.goto(`${served.url}/browser-fails`)
    await heading(v, 'Something went wrong')
    await v.page.goto(`${served.url}/part-fails-later`)
    await heading(v, 'Parts')
    expect(await v.page.textContent('main')).toContain('after')
    v.complaints.length = 0
  })
})

describe('after a new build', () => {
  let v: Visitor
  beforeEach(async () => {
    served.world.count = 0
    v = await visitorIn(browser, withScript)
    await v.page.goto(`${served.url}/form`)
    v.requests.length = 0
  })
  afterEach(async () => {
    await v.page.unrouteAll({behavior: 'wait'})
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  /** From now on the server answers with another build: as data, and, once all of it is new, in documents too. */
  async function deploy({everywhere}: {everywhere: boolean}): Promise<void> {
    const build = String(await v.page.evaluate("JSON.parse(document.querySelector('#page').textContent).build"))
    await v.page.route(/\/(plain|other|form|cookie-target)(\?|$)/, async route => {
      const isData = route.request().resourceType() === 'fetch'
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({response, body: isData || everywhere ? body.replaceAll(build, 'another') : body})
    })
  }

  it('the next navigation is one full load, and the ones after it are not', async () => {
    await deploy({everywhere: true})
    await v.page.click(menu('/plain'))
    await expect.poll(() => documents(v)).toEqual(['GET document /plain'])
    await heading(v, 'Plain')
    await v.page.waitForLoadState()
    await v.page.click(menu('/other'))
    await heading(v, 'Other')
    expect(documents(v)).toEqual(['GET document /plain'])
  })

  it('there is never an endless reload, also where servers of two builds answer in turn', async () => {
    await deploy({everywhere: false})
    for (const path of ['/plain', '/other', '/plain']) {
      await v.page.click(menu(path))
      await heading(v, path === '/plain' ? 'Plain' : 'Other')
      await v.page.waitForLoadState()
    }
    await settled(v)
    expect(documents(v)).toEqual(['GET document /plain'])
  })

  it('a form that is sent is not lost: it acts once, and its target is one full load', async () => {
    await deploy({everywhere: true})
    await v.page.click('button:text-is("save")')
    await v.page.waitForSelector('.summary')
    expect(documents(v)).toEqual([])
    await v.page.fill('#field-name', 'Ada')
    await v.page.click('button:text-is("save")')
    await heading(v, 'Target')
    await v.page.waitForLoadState()
    expect(served.world.count).toBe(1)
    expect(documents(v)).toEqual(['GET document /cookie-target'])
    await v.page.goBack()
    await v.page.waitForURL('about:blank')
  })

  it('a refresh does not take away what somebody is typing', async () => {
    await v.page.fill('#field-name', 'half a na')
    await deploy({everywhere: true})
    await Promise.all([
      v.page.waitForResponse('**/form?_data=*'),
      v.page.evaluate("window.dispatchEvent(new Event('nonet:changed'))"),
    ])
    await settled(v)
    expect(await v.page.inputValue('#field-name')).toBe('half a na')
    await v.page.click(menu('/plain'))
    await heading(v, 'Plain')
    expect(documents(v)).toEqual(['GET document /plain'])
  })
})
