/** Links, GET forms, Back and Forward, redirects and failures, with JavaScript and without: one tab for each. */
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest'
import {isMarked, type Visitor} from '../kit/browser.ts'
import {historyLength, settled, withoutScript, withScript} from '../kit/modes.ts'
import {documents, heading, menu, pathOf, Served, until} from '../kit/one-tab.ts'

const served = new Served()

describe.each([withScript, withoutScript])('navigation $name', mode => {
  let v: Visitor
  beforeAll(async () => {
    v = await served.visitor(mode)
    served.world.links = [
      {label: 'another tab', href: '/other', target: '_blank'},
      {label: 'as a file', href: '/plain', download: 'plain.html'},
      {label: 'elsewhere', href: `${served.elsewhere}/plain`},
      {label: 'a slash too many', href: '/plain/?a=1&b=%20'},
      {label: 'outside', href: '/outside'},
      {label: 'split', href: '/split'},
      {label: 'malformed', href: '/%zz'},
      {label: 'hostile', href: '/hostile?q=</script><script>alert(3)</script>%E2%80%A8'},
      {label: 'in parts', href: '/part-fails'},
      {label: 'begin here', href: '/focus'},
    ]
  })
  afterEach(() => {
    served.world.release()
    expect(v.complaints.splice(0)).toEqual([])
  })
  afterAll(() => v.context.close())

  it('by a link changes title, address and content, also to a missing page, whose links work', async () => {
    await served.begin(v, '/form')
    const before = await historyLength(v, {reset: true})
    await v.page.dblclick('text=plain')
    await heading(v, 'Plain')
    expect(pathOf(v)).toBe('/plain')
    expect(await v.page.title()).toBe('Plain · Handbook')
    expect(await v.page.getAttribute(menu('/plain'), 'aria-current')).toBe('page')
    // A double click is one step.
    expect(await historyLength(v)).toBe(before + 1)
    await v.page.goBack()
    await v.page.click('text=missing')
    await heading(v, 'No such page')
    expect(pathOf(v)).toBe('/nothing')
    await v.page.click('.lost a:text("Start")')
    await heading(v, 'Start')
    if (mode.script) expect(await isMarked(v.page)).toBe(true)
  })

  it('leaves modifier keys, targets, downloads and other origins to the browser, and comes Back to HTML', async () => {
    await served.begin(v, '/links')
    for (const [link, path, modifiers] of [
      [menu('/plain'), '/plain', ['ControlOrMeta']],
      ['text=another tab', '/other', []],
    ] as const) {
      const [tab] = await Promise.all([v.context.waitForEvent('page'), v.page.click(link, {modifiers: [...modifiers]})])
      await tab.waitForURL(`**${path}`, {waitUntil: 'commit'})
      await tab.close()
    }
    const [file] = await Promise.all([v.page.waitForEvent('download'), v.page.click('text=as a file')])
    expect(file.suggestedFilename()).toBe('plain.html')
    await file.cancel()
    expect(pathOf(v)).toBe('/links')
    v.requests.length = 0
    await v.page.click('text=elsewhere')
    await heading(v, 'Plain')
    expect(new URL(v.page.url()).origin).toBe(served.elsewhere)
    expect(documents(v)).toEqual(['GET document /plain'])
    await v.page.click(menu('/other'))
    await heading(v, 'Other')
    await v.page.goto(`${served.url}/plain`)
    // It came as data there, and comes as HTML now.
    await v.page.goBack()
    await heading(v, 'Other')
    expect(v.page.url()).toBe(`${served.elsewhere}/other`)
  })

  it('through redirects and moved addresses ends where a document would, one step of history further', async () => {
    await served.begin(v, '/form')
    const before = await historyLength(v, {reset: true})
    await v.page.click('text=redirecting')
    await heading(v, 'Plain')
    expect(pathOf(v)).toBe('/plain')
    expect(await historyLength(v)).toBe(before + 1)
    await v.page.goBack()
    await heading(v, 'A form')
    if (mode.script) expect(await isMarked(v.page)).toBe(true)
    await served.begin(v, '/links')
    await v.page.click('text=a slash too many')
    await heading(v, 'Plain')
    expect(v.page.url()).toBe(`${served.url}/plain?a=1&b=%20`)
  })

  it('never leads outside by a redirect, nor into markup by data, path or query', async () => {
    const raised: string[] = []
    v.page.once('dialog', dialog => {
      raised.push(dialog.message())
      void dialog.dismiss()
    })
    await served.begin(v, '/links')
    for (const [label, shown] of [
      ['outside', 'That did not work'],
      ['split', 'That did not work'],
      ['malformed', 'This address cannot be read'],
      ['hostile', 'A form'],
    ] as const) {
      await v.page.click(`text=${label}`)
      await heading(v, shown)
      expect(new URL(v.page.url()).origin).toBe(served.url)
      if (label !== 'hostile') await v.page.goBack()
    }
    expect(await v.page.title()).toBe('</title><script>alert(2)</script> · Handbook')
    await v.page.reload()
    expect(await v.page.title()).toBe('</title><script>alert(2)</script> · Handbook')
    expect(raised).toEqual([])
  })

  it('to a failing page shows the error page; Back, trying again and a reload work once the cause is gone', async () => {
    served.world.failing = true
    await served.begin(v, '/form')
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

  it('to a page of which a part fails shows the rest; one that says where to begin has the focus there', async () => {
    await served.begin(v, '/links')
    await v.page.click('text=begin here')
    await until(v, 'document.activeElement?.id', 'here')
    await v.page.goBack()
    await v.page.click('text=in parts')
    await heading(v, 'Parts')
    const text = await v.page.textContent('main')
    for (const shown of ['before', 'after']) expect(text).toContain(shown)
    expect(text).not.toContain('begun')
    expect(text).not.toContain('cannot be drawn')
    // A browser that draws it by itself says why in its console, which is where it belongs.
    v.complaints.length = 0
  })

  it('by a hash link asks for nothing, scrolls and moves the focus; by a GET form it replaces the query', async () => {
    await served.begin(v, '/form?old=1')
    await v.page.click('text=to the end')
    expect(new URL(v.page.url()).hash).toBe('#end')
    await until(v, "document.activeElement?.id === 'end' && window.scrollY > 0")
    expect(v.requests).toEqual([])
    await v.page.fill('#search input', 'a&b ü')
    await v.page.click('#search button')
    await v.page.waitForSelector('#echo:text-is("q=a%26b+%C3%BC")')
    expect(new URL(v.page.url()).search).toBe('?q=a%26b+%C3%BC')
  })

  it('starts a new page at the top; Back and a reload come back to where one was', async () => {
    await served.begin(v, '/far')
    await v.page.locator('text=onwards').scrollIntoViewIfNeeded()
    const there = await v.page.evaluate('window.scrollY')
    expect(there).toBeGreaterThan(1000)
    if (mode.script) await watchFrames(v)
    await v.page.click('text=onwards')
    await heading(v, 'Plain')
    expect(await v.page.evaluate('window.scrollY')).toBe(0)
    await v.page.goBack()
    await heading(v, 'Far')
    await until(v, 'window.scrollY', there)
    if (mode.script) {
      // Also in the first frame: nobody sees the top of it before.
      const frames = (await v.page.evaluate('window.painted')) as [string, number][]
      const away = frames.findIndex(([text]) => text === 'Plain')
      expect(away).toBeGreaterThan(0)
      expect(frames.slice(away).find(([text]) => text === 'Far')).toEqual(['Far', there])
    }
    await v.page.reload()
    await until(v, 'window.scrollY', there)
  })

  it('is won by the latest click, and the earlier request is aborted', async () => {
    await served.begin(v, '/form')
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
