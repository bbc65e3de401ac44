/** Links, GET forms, Back and Forward, redirects and failures, with JavaScript and without, one tab for each. */
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest'
import {isMarked, type Visitor} from '../kit/browser.ts'
import {historyLength, settled, withoutScript, withScript} from '../kit/modes.ts'
import {button, documents, field, heading, link, menu, output, pathOf, Served, until} from '../kit/one-tab.ts'

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
    await link(v, 'plain').dblclick()
    await heading(v, 'Plain')
    expect(pathOf(v)).toBe('/plain')
    expect(await v.page.title()).toBe('Plain · Handbook')
    expect(await menu(v, 'Plain').getAttribute('aria-current')).toBe('page')
    // A double click is one step.
    expect(await historyLength(v)).toBe(before + 1)
    await v.page.goBack()
    await link(v, 'missing').click()
    await heading(v, 'No such page')
    expect(pathOf(v)).toBe('/nothing')
    await link(v, 'Start').click()
    await heading(v, 'Start')
    if (mode.script) expect(await isMarked(v.page)).toBe(true)
  })

  it('leaves modifier keys, targets, downloads and other origins to the browser, and comes Back to HTML', async () => {
    await served.begin(v, '/links')
    for (const [target, path, modifiers] of [
      [menu(v, 'Plain'), '/plain', ['ControlOrMeta']],
      [link(v, 'another tab'), '/other', []],
    ] as const) {
      const [tab] = await Promise.all([v.context.waitForEvent('page'), target.click({modifiers: [...modifiers]})])
      await tab.waitForURL(`**${path}`, {waitUntil: 'commit'})
      await tab.close()
    }
    const [file] = await Promise.all([v.page.waitForEvent('download'), link(v, 'as a file').click()])
    expect(file.suggestedFilename()).toBe('plain.html')
    await file.cancel()
    expect(pathOf(v)).toBe('/links')
    v.requests.length = 0
    await link(v, 'elsewhere').click()
    await heading(v, 'Plain')
    expect(new URL(v.page.url()).origin).toBe(served.elsewhere)
    expect(documents(v)).toEqual(['GET document /plain'])
    await menu(v, 'Other').click()
    await heading(v, 'Other')
    await v.page.goto(`${served.url}/plain`)
    // First loaded as data, now as HTML.
    await v.page.goBack()
    await heading(v, 'Other')
    expect(v.page.url()).toBe(`${served.elsewhere}/other`)
  })

  it('through redirects and moved addresses ends at the same page as a document load, one step of history further', async () => {
    await served.begin(v, '/form')
    const before = await historyLength(v, {reset: true})
    await link(v, 'redirecting').click()
    await heading(v, 'Plain')
    expect(pathOf(v)).toBe('/plain')
    expect(await historyLength(v)).toBe(before + 1)
    await v.page.goBack()
    await heading(v, 'A form')
    if (mode.script) expect(await isMarked(v.page)).toBe(true)
    await served.begin(v, '/links')
    await link(v, 'a slash too many').click()
    await heading(v, 'Plain')
    expect(v.page.url()).toBe(`${served.url}/plain?a=1&b=%20`)
  })

  it('never leads outside by a redirect, and never injects markup by data, path or query', async () => {
    const raised: string[] = []
    v.page.once('dialog', dialog => {
      raised.push(dialog.message())
      void dialog.dismiss()
    })
    await served.begin(v, '/links')
    for (const [label, shown] of [
      ['outside', 'That did not work'],
      ['split', 'That did not work'],
      ['malformed', 'This link is broken'],
      ['hostile', 'A form'],
    ] as const) {
      await link(v, label).click()
      await heading(v, shown)
      expect(new URL(v.page.url()).origin).toBe(served.url)
      if (label !== 'hostile') await v.page.goBack()
    }
    expect(await v.page.title()).toBe('</title><script>alert(2)</script> · Handbook')
    await v.page.reload()
    expect(await v.page.title()).toBe('</title><script>alert(2)</script> · Handbook')
    expect(raised).toEqual([])
  })

  it('to a failing page shows the error page; Back, retrying and a reload work once the cause is gone', async () => {
    served.world.failing = true
    await served.begin(v, '/form')
    await link(v, 'failing').click()
    await heading(v, 'That did not work')
    await v.page.goBack()
    await heading(v, 'A form')
    await v.page.goForward()
    await heading(v, 'That did not work')
    served.world.failing = false
    await link(v, 'Try again').click()
    await heading(v, 'Fixed')
    served.world.failing = true
    await v.page.reload()
    await heading(v, 'That did not work')
    served.world.failing = false
    await v.page.reload()
    await heading(v, 'Fixed')
    served.world.failing = true
  })

  it('to a page with a failing section shows the rest; a page with an initial focus has it', async () => {
    await served.begin(v, '/links')
    await link(v, 'begin here').click()
    await until(v, 'document.activeElement?.id', 'here')
    await v.page.goBack()
    await link(v, 'in parts').click()
    await heading(v, 'Parts')
    const text = await v.page.getByRole('main').textContent()
    for (const shown of ['before', 'after']) expect(text).toContain(shown)
    expect(text).not.toContain('begun')
    expect(text).not.toContain('cannot be drawn')
    // Without client-side rendering, the browser logs the reason in its console, as it should.
    v.complaints.length = 0
  })

  it('by a hash link requests nothing, scrolls and moves the focus; a GET form replaces the query', async () => {
    await served.begin(v, '/form?old=1')
    await link(v, 'to the end').click()
    expect(new URL(v.page.url()).hash).toBe('#end')
    await until(v, "document.activeElement?.id === 'end' && window.scrollY > 0")
    expect(v.requests).toEqual([])
    await field(v, 'Search').fill('a&b ü')
    await button(v, 'search').click()
    await output(v, 'Query', 'q=a%26b+%C3%BC')
    expect(new URL(v.page.url()).search).toBe('?q=a%26b+%C3%BC')
  })

  it('starts a new page at the top; Back and a reload restore the position', async () => {
    await served.begin(v, '/far')
    await link(v, 'onwards').scrollIntoViewIfNeeded()
    const there = await v.page.evaluate('window.scrollY')
    expect(there).toBeGreaterThan(1000)
    if (mode.script) await watchFrames(v)
    await link(v, 'onwards').click()
    await heading(v, 'Plain')
    expect(await v.page.evaluate('window.scrollY')).toBe(0)
    await v.page.goBack()
    await heading(v, 'Far')
    await until(v, 'window.scrollY', there)
    if (mode.script) {
      // Also in the first frame: nobody sees its top before.
      const framesFrom = async (title: string) => {
        const frames = (await v.page.evaluate('window.painted')) as [string, number][]
        return frames.slice(frames.findIndex(([text]) => text === title))
      }
      // Positions may be set before the next frame is recorded.
      await expect.poll(async () => (await framesFrom('Plain')).some(([text]) => text === 'Far')).toBe(true)
      expect((await framesFrom('Plain')).find(([text]) => text === 'Far')).toEqual(['Far', there])
    }
    await v.page.reload()
    await until(v, 'window.scrollY', there)
  })

  it('ends at the latest click, and the earlier request is aborted', async () => {
    await served.begin(v, '/form')
    const second = await menu(v, 'Other').boundingBox()
    await link(v, 'slow page').click({noWaitAfter: true})
    await expect.poll(() => served.world.waiting).toBe(1)
    await Promise.all([
      v.page.waitForEvent('requestfailed', request => request.url().includes('/slow')),
      v.page.mouse.click((second?.x ?? 0) + 5, (second?.y ?? 0) + 5),
    ])
    await heading(v, 'Other')
    served.world.release()
    await settled(v, mode)
    await heading(v, 'Other')
  })
})

/** Records the content of each frame before it is painted. */
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
