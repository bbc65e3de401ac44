/** Notifications in a real browser, with and without JavaScript. */
import {readFileSync} from 'node:fs'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {listen} from '../../src/server/serve.ts'
import {launchBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {done} from '../kit/engine.ts'
import {kept} from '../kit/kept.ts'
import {sqlite} from '../kit/store-databases.ts'
import {password, ticketOffice} from '../kit/tickets.ts'
import {act} from '../kit/time-off.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
let assets: string
let browser: Browser

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Ada, signed in, with three new notifications. */
async function told(javaScriptEnabled: boolean): Promise<{v: Visitor; url: string}> {
  const office = await ticketOffice(await sqlite.make(), {assets, records: true})
  for (const subject of ['Printer', 'Scanner', 'Kettle'])
    done(await act(office.engine, office.bo, await office.ticket(subject), 'ask_back'))
  const listening = await listen(office.app, {port: 0, host: '127.0.0.1'})
  const v = await visitor(browser, {javaScriptEnabled})
  onTestFinished(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
    await listening.stop(100)
  })
  await v.page.goto(`${listening.url}/sign-in`)
  await v.page.fill('#field-email', 'ada@example.com')
  await v.page.fill('#field-password', password)
  await v.page.click('main button:text-is("Sign in")')
  await v.page.waitForSelector('.bell')
  return {v, url: listening.url}
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('notifications %s', (_name, javaScriptEnabled) => {
  it('are found from every page, lead to their record, and are marked as read', async () => {
    const {v} = await told(javaScriptEnabled)
    const {page} = v
    await page.waitForSelector('.bell >> text=3')
    await page.click('.bell')
    await page.waitForSelector('h1:text-is("Notifications")')
    expect(await page.locator('.told li.new').count()).toBe(3)
    await page.click('.told button.it >> text=Kettle')
    await page.waitForSelector('h1:text-is("Kettle")')
    await page.waitForSelector('.bell >> text=2')
    await page.click('.bell')
    await page.click('button[aria-label="Mark as read: Scanner"]')
    await page.waitForSelector('.bell >> text=1')
    expect(await page.locator('.told li.new').count()).toBe(1)
    await page.click('button:text-is("Mark all as read")')
    await page.waitForSelector('.told li.new', {state: 'detached'})
    expect(await page.locator('.bell >> text=1').count()).toBe(0)
    await page.click('.told a.it >> text=Printer')
    await page.waitForSelector('h1:text-is("Printer")')
  })
})

interface Violation {
  readonly id: string
  readonly nodes: readonly {readonly html: string}[]
}

describe('the page of notifications', () => {
  it('has no violation and does not scroll sideways, in light and dark, wide and on a phone', async () => {
    const {v, url} = await told(true)
    await v.page.goto(`${url}/notifications`)
    await v.page.click('button[aria-label="Mark as read: Scanner"]')
    await v.page.waitForSelector('.bell >> text=2')
    await v.page.evaluate(axe)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1200, 390]) {
        await v.page.emulateMedia({colorScheme})
        await v.page.setViewportSize({width, height: 800})
        const result = (await v.page.evaluate('axe.run("main")')) as {violations: Violation[]}
        expect(result.violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
        expect(await v.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      }
  })
})
