import type {Browser} from 'playwright-core'
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest'
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

const button = (name: string) => `button:text-is("${name}")`

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('an action %s', (_name, javaScriptEnabled) => {
  let v: Visitor
  beforeEach(async () => {
    served.world.count = 0
    served.world.saved = []
    v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(`${served.url}/plain`)
    await v.page.goto(`${served.url}/form?a=1`)
    if (javaScriptEnabled) await mark(v.page)
  })
  afterEach(async () => {
    served.world.release()
    if (javaScriptEnabled) expect(await isMarked(v.page)).toBe(true)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('that succeeds shows its target and sets both cookies', async () => {
    await v.page.fill('#field-name', 'Ada')
    await v.page.fill('#field-note', 'grüße\n😀')
    await v.page.setInputFiles('#field-upload', {name: 'ä.txt', mimeType: 'text/plain', buffer: Buffer.from('Größe')})
    await v.page.click(button('save'))
    await v.page.waitForSelector('h1:text("Target")')
    expect(new URL(v.page.url()).pathname).toBe('/cookie-target')
    expect(served.world.saved).toEqual([
      'name=Ada&note=grüße\r\n😀&secret=&upload=ä.txt:Größe&action=harmless&method=harmless',
    ])
    const cookies = await v.context.cookies()
    expect(cookies.map(cookie => cookie.name).sort()).toEqual(['action', 'target'])
  })

  it('that is refused has a summary linking to the field, a message there, and keeps what was typed except passwords', async () => {
    await v.page.fill('#field-note', 'a long <story>')
    await v.page.fill('#field-secret', 'geheim')
    await v.page.click(button('save'))
    await v.page.waitForSelector('.summary')
    expect(await v.page.textContent('.summary')).toContain('One thing to mend')
    expect(await v.page.textContent('#field-name-problem')).toBe('Say a name.')
    expect(await v.page.getAttribute('#field-name', 'aria-invalid')).toBe('true')
    expect(await v.page.inputValue('#field-note')).toBe('a long <story>')
    expect(new URL(v.page.url()).search).toBe('?a=1')
    await v.page.click('.summary a')
    expect(new URL(v.page.url()).hash).toBe('#field-name')
    await v.page.fill('#field-name', 'Ada')
    await v.page.click(button('save'))
    await v.page.waitForSelector('h1:text("Target")')
    expect(served.world.count).toBe(1)
  })

  it('that leads to the same page shows fresh data', async () => {
    await v.page.click(button('stay'))
    await v.page.waitForSelector('#count:text("1")')
    await v.page.click(button('stay'))
    await v.page.waitForSelector('#count:text("2")')
  })

  it('that throws shows the error page with a reference', async () => {
    await v.page.click(button('throw'))
    await v.page.waitForSelector('h1:text("That did not work")')
    expect(await v.page.textContent('main')).toContain('TEST-0001')
    expect(await v.page.content()).not.toContain('secret detail')
  })

  it('that finds nothing shows the fallback page', async () => {
    await v.page.click(button('lost'))
    await v.page.waitForSelector('h1:text("No such page")')
  })

  it('of an unknown name says so and offers a reload', async () => {
    await v.page.click(button('unheard of'))
    await v.page.waitForSelector('text=Reload it and try again')
    await v.page.click('text="Try again"')
    await v.page.waitForSelector('h1:text("A form")')
  })

  it('goes where its button says', async () => {
    await v.page.click(button('elsewhere'))
    await v.page.waitForURL('**/other-form')
    await v.page.waitForSelector('#count:text("1")')
  })

  it('becomes a look where its button says so', async () => {
    await v.page.click(button('as get'))
    await v.page.waitForURL(/_action=save/)
    // Chromium reports this one as if it posted, so it is left to the browser and loads a document.
    if (javaScriptEnabled) await mark(v.page)
    expect(served.world.count).toBe(0)
  })

  it('through redirects ends at the last page', async () => {
    await v.page.click(button('chain'))
    await v.page.waitForSelector('h1:text("Plain")')
    expect(new URL(v.page.url()).pathname).toBe('/plain')
  })
})

describe('an action by script', () => {
  let v: Visitor
  beforeEach(async () => {
    served.world.count = 0
    v = await visitor(browser)
    await v.page.goto(`${served.url}/form`)
    await mark(v.page)
  })
  afterEach(async () => {
    served.world.release()
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('that succeeds needs one round trip', async () => {
    v.requests.length = 0
    await v.page.fill('#field-name', 'Ada')
    await v.page.click(button('save'))
    await v.page.waitForSelector('h1:text("Target")')
    expect(v.requests).toEqual(['POST fetch /form'])
  })

  it('leaves the page before the form one step back, whatever was refused in between', async () => {
    await v.page.click('.menu a[href="/plain"]')
    await v.page.waitForSelector('h1:text("Plain")')
    await v.page.evaluate("navigation.navigate('/form')")
    await v.page.waitForSelector('h1:text("A form")')
    await v.page.click(button('save'))
    await v.page.waitForSelector('.summary')
    await v.page.click(button('stay'))
    await v.page.waitForSelector('#count:text("1")')
    await v.page.fill('#field-name', 'Ada')
    await v.page.click(button('save'))
    await v.page.waitForSelector('h1:text("Target")')
    await v.page.goBack()
    await v.page.waitForSelector('h1:text("Plain")')
    expect(await isMarked(v.page)).toBe(true)
  })

  it('that is refused moves the focus to the summary', async () => {
    await v.page.click(button('save'))
    await v.page.waitForSelector('.summary')
    await v.page.waitForFunction("document.activeElement?.className === 'summary'")
  })

  it('acts once on a double click, and the button comes back', async () => {
    await v.page.dblclick(button('slow'))
    await expect.poll(() => served.world.waiting).toBe(1)
    expect(await v.page.getAttribute(button('slow'), 'aria-disabled')).toBe('true')
    await v.page.waitForTimeout(100)
    expect(served.world.waiting).toBe(1)
    served.world.release()
    await v.page.waitForSelector('#count:text("1")')
    expect(await v.page.getAttribute(button('slow'), 'aria-disabled')).toBeNull()
    expect(served.world.count).toBe(1)
  })

  it('is not aborted by going elsewhere, and its late answer does not overwrite the new page', async () => {
    await v.page.click(button('slow'))
    await expect.poll(() => served.world.waiting).toBe(1)
    await v.page.click('.menu a[href="/other"]')
    await v.page.waitForSelector('h1:text("Other")')
    served.world.release()
    await expect.poll(() => served.world.count).toBe(1)
    await v.page.waitForTimeout(200)
    expect(await v.page.textContent('h1')).toBe('Other')
    expect(new URL(v.page.url()).pathname).toBe('/other')
  })

  it('does not stop another one that follows quickly: both run, and the page shows both', async () => {
    await v.page.click(button('slow'))
    await expect.poll(() => served.world.waiting).toBe(1)
    await v.page.click(button('another'))
    await v.page.waitForSelector('#count:text("1")')
    served.world.release()
    await expect.poll(() => served.world.count).toBe(2)
    await v.page.waitForSelector('#count:text("2")')
    expect(await isMarked(v.page)).toBe(true)
  })

  it('discards what was asked for early', async () => {
    await v.page.hover('.menu a[href="/plain"]')
    await expect.poll(() => v.requests).toContain('GET fetch /plain')
    await v.page.click(button('stay'))
    await v.page.waitForSelector('#count:text("1")')
    v.requests.length = 0
    await v.page.evaluate('document.querySelector(\'.menu a[href="/plain"]\').click()')
    await v.page.waitForSelector('h1:text("Plain")')
    expect(v.requests).toContain('GET fetch /plain')
  })

  it('to a server that is gone says so, keeps the input, and can be sent again', async () => {
    await v.page.fill('#field-name', 'Ada')
    await v.context.setOffline(true)
    await v.page.click(button('save'))
    await v.page.waitForSelector('#notice button')
    expect(await v.page.textContent('#notice')).toContain('What you entered is still here')
    expect(await v.page.inputValue('#field-name')).toBe('Ada')
    await v.context.setOffline(false)
    await v.page.click('#notice button')
    await v.page.waitForSelector('h1:text("Target")')
    expect(served.world.count).toBe(1)
  })

  it('from a page of an older build still runs', async () => {
    await v.page.evaluate("document.querySelector('#page').textContent = ''")
    await v.page.fill('#field-name', 'Ada')
    await v.page.click(button('save'))
    await v.page.waitForSelector('h1:text("Target")')
    expect(served.world.count).toBe(1)
  })
})
