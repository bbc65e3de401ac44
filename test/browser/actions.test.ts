/** Forms that post: the effect, rejections and the resulting page, with JavaScript and without, one tab for each. */
import type {Locator, Response} from 'playwright-core'
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {isMarked, mark, type Visitor} from '../kit/browser.ts'
import {person} from '../kit/engine.ts'
import {historyLength, settled, withoutScript, withScript} from '../kit/modes.ts'
import {alert, button, field, heading, link, menu, output, pathOf, Served, until} from '../kit/one-tab.ts'

// Files are accepted from signed-in people only.
const served = new Served({actor: person('0')})

const isPost = (response: Response) => response.request().method() === 'POST'

async function begin(v: Visitor, path: string): Promise<void> {
  served.world.count = 0
  served.world.saved = []
  await served.begin(v, path)
}

describe.each([withScript, withoutScript])('an action $name', mode => {
  let v: Visitor
  beforeAll(async () => {
    v = await served.visitor(mode)
  })
  beforeEach(() => begin(v, '/form?a=1'))
  afterEach(async () => {
    served.world.release()
    if (mode.script) expect(await isMarked(v.page)).toBe(true)
    expect(v.complaints.splice(0)).toEqual([])
  })
  afterAll(() => v.context.close())

  /** The status of the response to clicking a button. */
  async function press(name: string): Promise<number> {
    const [answer] = await Promise.all([v.page.waitForResponse(isPost), button(v, name).click()])
    return answer.status()
  }

  it('that succeeds shows its target; cookies of both, files and multi-byte text arrive', async () => {
    await v.context.clearCookies()
    await field(v, 'Name').fill('Ada')
    await field(v, 'Note').fill('grüße\n😀')
    await field(v, 'Upload').setInputFiles({name: 'ä.txt', mimeType: 'text/plain', buffer: Buffer.from('Größe')})
    expect(await press('save')).toBe(mode.script ? 200 : 303)
    await heading(v, 'Target')
    expect(pathOf(v)).toBe('/cookie-target')
    expect(served.world.saved).toEqual([
      'name=Ada&note=grüße\r\n😀&secret=&upload=ä.txt:Größe&action=harmless&method=harmless',
    ])
    const cookies = await v.context.cookies()
    expect(cookies.map(cookie => cookie.name)).toEqual(expect.arrayContaining(['action', 'target']))
  })

  it('that is rejected has a summary linking to the field, a message there, and keeps the input except passwords', async () => {
    await field(v, 'Note').fill('a long <story>')
    await field(v, 'Secret').fill('geheim')
    expect(await press('save')).toBe(422)
    await alert(v).waitFor()
    expect(await alert(v).textContent()).toContain('There’s a problem')
    const wrong = v.page.getByRole('textbox', {name: 'Name', description: /Say a name\./})
    expect(await wrong.getAttribute('aria-invalid')).toBe('true')
    expect(await field(v, 'Note').inputValue()).toBe('a long <story>')
    expect(await field(v, 'Secret').inputValue()).toBe('')
    expect(new URL(v.page.url()).search).toBe('?a=1')
    await alert(v).getByRole('link').click()
    expect(new URL(v.page.url()).hash).toBe('#field-name')
    await until(v, 'document.activeElement?.id', 'field-name')
    await field(v, 'Name').fill('Ada')
    await press('save')
    await heading(v, 'Target')
    expect(served.world.count).toBe(1)
  })

  it('that leads to the same page shows new data, each time', async () => {
    await press('stay')
    await output(v, 'Count', '1')
    await press('stay')
    await output(v, 'Count', '2')
  })

  it('that throws shows the error page with a reference; one that finds nothing, the fallback page', async () => {
    expect(await press('throw')).toBe(500)
    await heading(v, 'That did not work')
    expect(await v.page.getByRole('main').textContent()).toContain('TEST-0001')
    expect(await v.page.content()).not.toContain('secret detail')
    await link(v, 'Try again').click()
    await heading(v, 'A form')
    expect(await press('lost')).toBe(404)
    await heading(v, 'No such page')
  })

  it('that the page does not have is reported with a reload link; so is an action on a page without actions', async () => {
    expect(await press('unheard of')).toBe(422)
    await v.page.getByText('Reload the page and try again').waitFor()
    await link(v, 'Try again').click()
    await heading(v, 'A form')
    expect(await press('nowhere')).toBe(405)
    await v.page.getByRole('main').getByText('This page doesn’t accept input').first().waitFor()
    expect(pathOf(v)).toBe('/plain')
    expect(served.world.count).toBe(0)
  })

  it('goes to the target of its button, and through redirects to the last page', async () => {
    await press('elsewhere')
    await output(v, 'Count', '1')
    expect(pathOf(v)).toBe('/other-form')
    await press('chain')
    await heading(v, 'Plain')
    expect(pathOf(v)).toBe('/plain')
  })

  it('becomes a GET if its button says so', async () => {
    await button(v, 'as get').click()
    await v.page.waitForURL(/_action=save/)
    // Chromium reports this one as a POST, so it is left to the browser, which loads a document.
    if (mode.script) await mark(v.page)
    expect(served.world.count).toBe(0)
  })

  it('runs once on a double click, and the button is enabled again', async () => {
    await button(v, 'slow').dblclick({noWaitAfter: true})
    await expect.poll(() => served.world.waiting).toBe(1)
    if (mode.script) expect(await button(v, 'slow').getAttribute('aria-disabled')).toBe('true')
    served.world.release()
    await output(v, 'Count', '1')
    await settled(v, mode)
    expect(served.world.count).toBe(1)
    expect(await button(v, 'slow').getAttribute('aria-disabled')).toBeNull()
  })

  /** Starts a slow action, and clicks something else: by position, because a browser that loads a document waits. */
  async function clickDuringAction(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    await button(v, 'slow').dispatchEvent('click')
    await expect.poll(() => served.world.waiting).toBe(1)
    await v.page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  }

  it('is not aborted by navigation; its late response does not overwrite the new page, and data is fresh', async () => {
    await clickDuringAction(menu(v, 'Other'))
    await heading(v, 'Other')
    served.world.release()
    await expect.poll(() => served.world.count).toBe(1)
    await settled(v, mode)
    await heading(v, 'Other')
    expect(pathOf(v)).toBe('/other')
    // Without JavaScript, a browser shows its cached public page on Back.
    if (mode.script) await v.page.goBack()
    else await v.page.goto(`${served.url}/form`)
    await output(v, 'Count', '1')
  })

  it('does not stop a second one that follows quickly: both run, and the page shows both', async () => {
    await clickDuringAction(button(v, 'another'))
    await output(v, 'Count', '1')
    served.world.release()
    await expect.poll(() => served.world.count).toBe(2)
    if (!mode.script) await v.page.reload()
    await output(v, 'Count', '2')
  })

  it('that is too large is reported', async () => {
    await field(v, 'Note').evaluate((note: HTMLTextAreaElement) => {
      // Laying out a line of this length takes Chromium many seconds.
      note.hidden = true
      note.value = 'x'.repeat(1_100_000)
    })
    expect(await press('save')).toBe(413)
    await v.page.getByRole('main').getByText('the limit is 1 MB').first().waitFor()
  })
})

describe('an action from another site', () => {
  it.each([withScript, withoutScript])('is rejected, $name', async mode => {
    served.world.count = 0
    const v = await served.visitor(mode)
    const body = `<form method="post" action="${served.url}/form"><button name="_action" value="stay">win</button></form>`
    await v.page.route('http://elsewhere.test/', route => route.fulfill({contentType: 'text/html', body}))
    await v.page.goto('http://elsewhere.test/')
    await button(v, 'win').click()
    await v.page.getByRole('main').getByText('came from another site').first().waitFor()
    expect(served.world.count).toBe(0)
    await v.context.close()
  })
})

describe('an action by script', () => {
  let v: Visitor
  beforeAll(async () => {
    v = await served.visitor(withScript)
  })
  beforeEach(() => begin(v, '/form'))
  afterEach(async () => {
    served.world.release()
    expect(await isMarked(v.page)).toBe(true)
    expect(v.complaints.splice(0)).toEqual([])
  })
  afterAll(() => v.context.close())

  it('that succeeds needs one round trip; one that is rejected or fails needs no further request either', async () => {
    // By keyboard: a pointer would rest on a link of the next page, which is then prefetched.
    await button(v, 'save').press('Enter')
    await until(v, 'document.activeElement?.role', 'alert')
    await settled(v)
    expect(v.requests).toEqual(['POST fetch /form', 'GET fetch /other'])
    v.requests.length = 0
    await field(v, 'Name').fill('Ada')
    await button(v, 'save').press('Enter')
    await heading(v, 'Target')
    await settled(v)
    expect(v.requests).toEqual(['POST fetch /form', 'GET fetch /other'])
    await v.page.evaluate("navigation.navigate('/form')")
    await heading(v, 'A form')
    v.requests.length = 0
    await button(v, 'throw').press('Enter')
    await heading(v, 'That did not work')
    await settled(v)
    expect(v.requests).toEqual(['POST fetch /form', 'GET fetch /other'])
  })

  it('leaves the page before the form one step back, whatever was rejected in between', async () => {
    await menu(v, 'Plain').click()
    await heading(v, 'Plain')
    await v.page.evaluate("navigation.navigate('/form')")
    await heading(v, 'A form')
    const before = await historyLength(v)
    await button(v, 'save').click()
    await alert(v).waitFor()
    await button(v, 'stay').click()
    await output(v, 'Count', '1')
    await field(v, 'Name').fill('Ada')
    await button(v, 'save').click()
    await heading(v, 'Target')
    expect(await historyLength(v)).toBe(before)
    await v.page.goBack()
    await heading(v, 'Plain')
  })

  it('discards prefetched pages', async () => {
    await menu(v, 'Plain').hover()
    await expect.poll(() => v.requests).toContain('GET fetch /plain')
    await button(v, 'stay').click()
    await output(v, 'Count', '1')
    v.requests.length = 0
    await menu(v, 'Plain').dispatchEvent('click')
    await heading(v, 'Plain')
    expect(v.requests).toEqual(['GET fetch /plain'])
  })

  it('reports an unreachable server, keeps the input, and can be sent again', async () => {
    await field(v, 'Name').fill('Ada')
    await v.context.setOffline(true)
    await button(v, 'save').click()
    await button(v, 'Try again').waitFor()
    expect(await alert(v).textContent()).toContain('What you entered is still here')
    expect(await field(v, 'Name').inputValue()).toBe('Ada')
    expect(await button(v, 'save').getAttribute('aria-disabled')).toBeNull()
    await v.context.setOffline(false)
    await button(v, 'Try again').click()
    await heading(v, 'Target')
    expect(served.world.count).toBe(1)
  })
})
