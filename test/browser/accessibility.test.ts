import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type ServedFixture, serveFixture, sharedBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {answered, judgingVisitor, wrongWith} from '../kit/browser-judge.ts'
import {alert, button, heading} from '../kit/find.ts'

let browser: Browser
let served: ServedFixture
let v: Visitor
beforeAll(async () => {
  browser = await sharedBrowser()
  served = await serveFixture()
  v = await judgingVisitor(browser, {viewport: {width: 1200, height: 800}})
})
afterAll(async () => {
  await served.stop()
})

const ofColoursAndRoom = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'aria-hidden-focus']
const looks = [{scheme: 'light'}, {scheme: 'dark', phone: true, rules: ofColoursAndRoom}] as const

it.each(['/', '/about', '/nothing', '/fail', '/%zz', '/form'])(
  '%s has no violation and does not scroll sideways, wide in light colours and on a phone in dark ones',
  async path => {
    await v.page.goto(served.url + path)
    if (path === '/form') {
      await button(v.page, 'save').click()
      await alert(v.page).waitFor()
      await answered(v.page)
    }
    expect(await wrongWith(v, looks)).toEqual([])
  },
)

describe('by keyboard', () => {
  it('the first Tab stop skips to the content, and every link can be reached and followed', async () => {
    const {page, context} = await visitor(browser)
    await page.goto(`${served.url}/plain`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.className')).toBe('skip')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'Other').waitFor()
    await context.close()
  })
})
