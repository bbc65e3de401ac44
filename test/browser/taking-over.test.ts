/** The script finds every page as the server wrote it: taking over changes nothing that people see or hear. */
import type {Browser, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {changing} from '../../src/ui/changing.ts'
import {launchBrowser, visitor} from '../kit/browser.ts'
import {newFolder, nonetServing, type Running} from '../kit/cli.ts'

let browser: Browser
let server: Running

beforeAll(async () => {
  browser = await launchBrowser()
  server = await nonetServing(['run', 'apps/time-off', '--demo', '--db', `sqlite:${newFolder()}/data.sqlite`], {
    cwd: process.cwd(),
  })
})

afterAll(async () => {
  await server.stop()
  await browser.close()
})

const paths = [
  '/',
  '/requests',
  '/requests?status=submitted&columns=number,person&rows=close',
  '/requests?_import',
  '/requests/new',
  '/away',
  '/calendar',
  '/calendar?view=week',
  '/calendar?view=agenda',
  '/progress',
  '/figures',
  '/figures?card=days-off-by-kind',
  '/people',
  '/balances',
  '/rules',
  '/about',
  '/search?q=anna',
  '/account',
  '/notifications',
  '/nowhere',
]

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/sign-in`)
  await page
    .getByRole('button', {name: /Anna Moreau/})
    .first()
    .click()
  await page.waitForURL(`${server.url}/`)
}

/** One-time tokens differ from page to page, and comments between texts are nobody's business. */
const seen = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=["-])/g, 'token')
    .replace(/(?<=<)([\w-]+)((?: [^<>]*?)?)(?=\/?>)/g, (_, name: string, rest: string) =>
      [name, ...(rest.match(/[\w:-]+(?:="[^"]*")?/g) ?? []).toSorted()].join(' '),
    )
    .split(/(?=<)/)

/**
 * Where the script adds nothing, the page is taken over when its data comes again. What somebody else changed in it meanwhile is put right
 * then, which shows that it has happened.
 */
async function takenOver(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  if ((await page.locator(changing).count()) > 0) return
  await page.evaluate("document.querySelector('h1').firstChild.data = 'not yet'")
  await page.evaluate("void window.dispatchEvent(new Event('nonet:changed'))")
  await page.waitForSelector('h1:not(:text-is("not yet"))')
}

const inRoot = 'document.getElementById("root").innerHTML'

describe('a page that the script has taken over', () => {
  it('is as the server wrote it, for every kind of screen', {timeout: 180_000}, async () => {
    const plain = await visitor(browser, {javaScriptEnabled: false})
    const scripted = await visitor(browser)
    await signIn(scripted.page)
    await plain.context.addCookies(await scripted.context.cookies())
    const record = await plain.page
      .goto(`${server.url}/requests`)
      .then(() => plain.page.locator('table.grid tbody a').first().getAttribute('href'))
    for (const path of [...paths, record ?? '', `${record}?delete`]) {
      const [asWritten, scriptedToo] = await Promise.all([
        plain.page.goto(`${server.url}${path}`),
        scripted.page.goto(`${server.url}${path}`),
      ])
      expect(asWritten?.status()).toBe(scriptedToo?.status())
      await takenOver(scripted.page)
      const written = seen(await plain.page.locator('#root').innerHTML())
      expect([path, seen(String(await scripted.page.evaluate(inRoot)))]).toEqual([path, written])
    }
    expect(scripted.complaints).toEqual([])
    await plain.context.close()
    await scripted.context.close()
  })
})

describe('a timeline that does not fit', () => {
  it('begins beside its names with today, and stays where somebody has scrolled it to', async () => {
    const v = await visitor(browser, {viewport: {width: 390, height: 800}})
    await signIn(v.page)
    const before = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
    await v.page.goto(`${server.url}/away?on=${before}`)
    const edges = `(() => {
      const edge = (which, side) => document.querySelector('.sideways thead .' + which).getBoundingClientRect()[side]
      return Math.round(edge('now', 'left') - edge('who', 'right'))
    })()`
    await v.page.waitForFunction(`Math.abs(${edges}) <= 1`)
    await v.page.evaluate("void (document.querySelector('.sideways').scrollLeft = 0)")
    const away = Number(await v.page.evaluate(edges))
    expect(away).toBeGreaterThan(20)
    await takenOver(v.page)
    expect(await v.page.evaluate(edges)).toBe(away)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})
