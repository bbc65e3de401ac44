/**
 * The demonstration of the time-off planner, on one server: hydration of its pages, layout, rejected and typed input.
 */
import type {Browser, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {demoPeopleAt, sharedBrowser, signInTo, visitor} from '../kit/browser.ts'
import {answered, hydrated, judgingVisitor, wrongWith} from '../kit/browser-judge.ts'
import {newFolder, nonetServing, type Running} from '../kit/cli.ts'

let browser: Browser
let server: Running

beforeAll(async () => {
  browser = await sharedBrowser()
  server = await nonetServing(['run', 'apps/time-off', '--demo', '--db', `sqlite:${newFolder()}/data.sqlite`], {
    cwd: process.cwd(),
  })
})

afterAll(async () => {
  await server.stop()
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
  const anna = (await demoPeopleAt(page, server.url)).find(({name}) => name === 'Anna Moreau')
  await signInTo(page, server.url, {person: anna?.id ?? ''})
}

describe('hydration', () => {
  it('finds every page as the server rendered it: no warning, no error, nothing rendered again', async () => {
    const v = await visitor(browser)
    await signIn(v.page)
    await v.page.goto(`${server.url}/requests`)
    const record = await v.page.getByRole('table').getByRole('cell').getByRole('link').first().getAttribute('href')
    for (const path of [...paths, record ?? '', `${record}?delete`]) {
      await v.page.goto(`${server.url}${path}`)
      await v.page.evaluate(hydrated)
      expect([path, v.complaints.splice(0)]).toEqual([path, []])
    }
    await v.context.close()
  })
})

describe('a timeline that does not fit', () => {
  it('starts at today with its whole label next to its names, and keeps its scroll position', async () => {
    const v = await visitor(browser, {viewport: {width: 390, height: 800}})
    await signIn(v.page)
    const before = new Date(Date.now() - 9 * 86_400_000).toISOString().slice(0, 10)
    await v.page.goto(`${server.url}/away?on=${before}`)
    const edges = `(() => {
      const edge = (which, side) => document.querySelector('.sideways thead .' + which).getBoundingClientRect()[side]
      return Math.round(Math.min(edge('now', 'left'), edge('now > span', 'left')) - edge('who', 'right'))
    })()`
    await expect.poll(() => v.page.evaluate(`Math.abs(${edges}) <= 1`), {timeout: 15_000}).toBe(true)
    await v.page.evaluate("void (document.querySelector('.sideways').scrollLeft = 0)")
    const away = Number(await v.page.evaluate(edges))
    expect(away).toBeGreaterThan(20)
    await v.page.evaluate("void window.dispatchEvent(new Event('nonet:changed'))")
    await v.page.waitForLoadState('networkidle')
    expect(await v.page.evaluate(edges)).toBe(away)
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})

describe('requesting time off', () => {
  it('is accessible with and without rejected dates, wide and on a phone, where the result and the button stay in reach', async () => {
    const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}})
    const {page} = v
    await signIn(page)
    await page.goto(`${server.url}/requests/new`)
    await page.getByRole('button', {name: 'Next month'}).waitFor()
    await answered(page)
    expect(await wrongWith(v)).toEqual([])
    const [first, last] = [1, 60].map(days => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    await page.goto(`${server.url}/requests/new?first_day=${first}&last_day=${last}`)
    await page.getByRole('button', {name: 'Next month'}).waitFor()
    await page.getByRole('radio', {name: /^Holiday/}).check()
    const summary = page.getByRole('region', {name: 'Summary'})
    await summary.getByText('days’ notice').waitFor()
    const submit = page.getByRole('button', {name: 'Submit'})
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true')
    await answered(page)
    expect(await wrongWith(v)).toEqual([])
    await page.setViewportSize({width: 390, height: 800})
    const place = await submit.boundingBox()
    expect(place && place.y + place.height).toBeLessThanOrEqual(800)
    await page.getByRole('link', {name: /\d+ days/}).click()
    expect((await summary.boundingBox())?.y).toBeLessThan(400)
    await page.keyboard.press('Control+Enter')
    expect(new URL(page.url()).pathname).toBe('/requests/new')
    await v.context.close()
  })
})

describe('mentioning a person in a comment', () => {
  it('the suggested people after an @ are accessible, wide and on a phone; the comment is edited in place', async () => {
    const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}})
    const {page} = v
    await signIn(page)
    await page.goto(`${server.url}/requests?status=submitted`)
    const record = await page.getByRole('table').getByRole('cell').getByRole('link').first().getAttribute('href')
    await page.goto(`${server.url}${record}`)
    await answered(page)
    const box = page.getByRole('textbox', {name: /comment/i})
    await box.pressSequentially('Please look, @')
    const people = page.getByRole('listbox', {name: 'People'})
    await people.getByRole('option').first().waitFor()
    await answered(page)
    expect(await wrongWith(v)).toEqual([])
    await box.press('Enter')
    await expect.poll(() => box.inputValue()).toMatch(/^Please look, @\p{L}+/u)
    await box.press('Control+Enter')
    const said = page.getByRole('listitem').filter({hasText: 'Please look, @'})
    await said.getByRole('link', {name: 'Edit'}).click()
    const edited = page.getByRole('list').getByRole('textbox')
    await edited.fill('Never mind.')
    await edited.press('Control+Enter')
    await page.getByRole('listitem').filter({hasText: 'Never mind.'}).getByRole('link', {name: 'Edit'}).waitFor()
    await expect.poll(() => page.getByRole('list').getByRole('textbox').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(record)
    await v.context.close()
  })
})
