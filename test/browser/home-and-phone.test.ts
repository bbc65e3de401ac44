/** What people do first: act on the cards of the first page, decide with one hand on a phone, and see the result beside a form. */
import type {Browser, Locator} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {judgingVisitor, missedByFingers, settled, wrongWith} from '../kit/browser-judge.ts'
import {emailOf, Life, Person} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'
import {timeOff} from '../kit/time-off.ts'

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

/** Requests of Ada and Bo wait for Max, who has days left and is away in April. */
async function office(javaScriptEnabled: boolean): Promise<Life> {
  const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled})
  await life.add('Max Frei', 'Employee')
  const manager = (await findByEmail(life.fixture.engine, emailOf('Max')))?.id ?? ''
  const team = await life.make('Team', {name: 'Makers', most_away: 2})
  const kind = await life.make('Kind', {name: 'Holiday'})
  for (const [index, name] of ['Ada Byron', 'Bo Diaz'].entries()) {
    const person = await life.make('User', {name, email: `p${index}@example.com`, roles: ['Employee'], manager, team})
    await life.make('Allowance', {person, kind, year: 2026, days: 20})
    const day = `2026-04-0${index + 7}`
    await life.make('Request', {person, kind, first_day: day, last_day: day, status: 'submitted'})
  }
  await life.make('Allowance', {person: manager, kind, year: 2026, days: 20})
  const own = {person: manager, kind, first_day: '2026-04-20', last_day: '2026-04-21', status: 'approved'}
  await life.make('Request', own)
  return life
}

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not shown')
  return {...box, right: box.x + box.width, bottom: box.y + box.height}
}

describe.each([
  ['with a script', true],
  ['without', false],
])('the first page, %s', (_, script) => {
  it('says what is left and what comes next, a request is decided from its card, and its weeks keep their width', async () => {
    const life = await office(script)
    const max = await life.signedIn('Max Frei')
    const {page} = max
    // A heading may end in a link to all.
    const card = (name: string) =>
      page.locator('section').filter({has: page.getByRole('heading', {name: new RegExp(`^${name}`)})})
    await max.sees('41')
    await max.sees('until ')
    expect(await card('My allowance').getByRole('row', {name: /Left/}).textContent()).toContain('18')
    const waiting = card('Waiting for my approval')
    expect(await waiting.getByRole('listitem').count()).toBe(2)
    // Everything is shown, so nothing leads to the rest.
    expect(await waiting.getByRole('link', {name: /View all/}).count()).toBe(0)
    await waiting.getByRole('link', {name: /^Approve: Ada Byron/}).click()
    await max.press('Approve')
    await max.heading(/Max/)
    await expect.poll(() => waiting.getByRole('listitem').count()).toBe(1)
    expect(await waiting.textContent()).toContain('Bo Diaz')
    if (script) await keepsItsWeeks(max)
  })
})

/** The weeks of the first page are as wide after a visit to the screen of who is away. */
async function keepsItsWeeks(max: Person): Promise<void> {
  const {page} = max
  await max.goTo('/')
  await settled(page)
  // Each screen has its own stylesheet, and those of others do not apply, wherever the person was before.
  const applied = () =>
    page.evaluate(`[...document.styleSheets].flatMap(({ownerNode, media}) =>
      ownerNode.dataset.screen && matchMedia(media.mediaText).matches ? ownerNode.dataset.screen : [])`)
  const strip = page.locator('.strip-card')
  const {x, right} = await boxOf(strip)
  expect(await applied()).toEqual(['dashboard'])
  const menu = page.getByRole('navigation').filter({visible: true})
  await menu.getByRole('link', {name: 'Who’s away'}).click()
  await max.heading('Who’s away')
  await expect.poll(applied).toEqual(['timeline'])
  await menu.getByRole('link', {name: 'My time off'}).click()
  await max.heading(/Max/)
  await expect.poll(applied).toEqual(['dashboard'])
  expect(await boxOf(strip)).toMatchObject({x, right})
}

it('on a phone a title and its tools share a line, targets are 44 pixels, one thumb approves, and the confirmation covers neither the next buttons nor the bar below', async () => {
  const life = await office(true)
  const v = await judgingVisitor(browser, {viewport: {width: 390, height: 800}, hasTouch: true})
  onTestFinished(() => v.context.close())
  const max = new Person('Max Frei', v, life.url)
  const {page} = max
  await max.enter()
  await max.goTo('/team-requests')
  await settled(page)
  const title = await boxOf(page.getByRole('heading', {level: 1}))
  const tools = [
    page.getByRole('button', {name: 'View', exact: true}),
    page.getByRole('main').getByRole('link', {name: 'Search'}),
    page.getByRole('main').getByRole('link', {name: /^Notifications/}),
  ]
  let before = title
  for (const tool of tools) {
    const box = await boxOf(tool)
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    expect(box.x).toBeGreaterThanOrEqual(before.right - 0.5)
    expect(Math.abs(box.y + box.height / 2 - (title.y + title.height / 2))).toBeLessThan(12)
    before = box
  }
  expect(await wrongWith(v, [{scheme: 'light', phone: true}])).toEqual([])
  for (const path of ['/', '/requests/new', '/away', '/account', '/team-requests']) {
    await max.goTo(path)
    await settled(page)
    expect([path, await page.evaluate(missedByFingers)]).toEqual([path, []])
  }
  // Labels of the bar below are whole, on the smallest phone too: on two lines where they need them.
  await page.setViewportSize({width: 320, height: 640})
  const labels = page.getByRole('navigation').getByRole('link').filter({visible: true}).locator('span:first-of-type')
  const cut = (all: readonly Element[]) =>
    all
      .filter(each => each.scrollWidth > each.clientWidth || each.getBoundingClientRect().bottom > innerHeight)
      .map(each => each.textContent)
  expect(await labels.evaluateAll(cut)).toEqual([])
  await page.setViewportSize({width: 390, height: 800})
  // What creates a record is beside the bell, and does not touch it.
  await max.goTo('/deputies')
  await settled(page)
  const bell = await boxOf(page.getByRole('main').getByRole('link', {name: /^Notifications/}))
  const create = await boxOf(page.getByRole('main').getByRole('link', {name: 'Add deputy'}).first())
  expect(create.x - bell.right).toBeGreaterThanOrEqual(4)

  await page
    .getByRole('navigation')
    .getByRole('link', {name: /^Approvals/})
    .filter({visible: true})
    .tap()
  const approve = page.getByRole('button', {name: 'Approve', exact: true})
  await approve.waitFor()
  await settled(page)
  const thumb = await boxOf(approve)
  expect(thumb.height).toBeGreaterThanOrEqual(44)
  expect(thumb.y).toBeGreaterThan(200)
  await approve.tap()
  const toast = page.getByRole('status').filter({hasText: 'approved'})
  // It stays while the pointer is on it.
  await toast.hover()
  // The next one is in the same place.
  await page.getByRole('heading', {name: /Bo Diaz/}).waitFor()
  const said = await boxOf(toast)
  expect([said.x >= 0, said.right <= 390, said.bottom <= 800]).toEqual([true, true, true])
  for (const name of ['Approve', 'Decline']) {
    const button = page.getByRole('main').getByRole('button', {name, exact: true})
    await button.waitFor()
    const box = await boxOf(button)
    expect([name, box.bottom <= said.y || box.y >= said.bottom]).toEqual([name, true])
  }

  // On a page without such buttons the bar below stays in reach.
  await page.getByRole('navigation').getByRole('link', {name: 'My time off'}).filter({visible: true}).first().tap()
  await max.heading(/Max/)
  const bar = page
    .getByRole('navigation')
    .getByRole('link', {name: /^Approvals/})
    .filter({visible: true})
  await toast.waitFor()
  expect((await boxOf(toast)).bottom).toBeLessThanOrEqual((await boxOf(bar)).y)
})

describe.each([
  ['with a script', true],
  ['without', false],
])('an action that asks for dates, %s', (_, script) => {
  it('D26: has the calendar of the form, with parts of a day, and says what follows', async () => {
    const life = await office(script)
    const max = await life.signedIn('Max Frei')
    const {page} = max
    await max.goTo('/requests/new')
    await max.choose('Type', 'Holiday')
    await max.fill({'First day': '2026-05-04', 'Last day': '2026-05-05'})
    await max.press('Submit')
    await page.waitForURL(/\/requests\/\d+/)
    await max.follow('Change dates…')
    await max.heading('Change dates')
    if (script) {
      await page.getByRole('button', {name: /^Wednesday, 6 May/}).click()
      await max.choosePart('Last day', 'Morning')
      await page.getByRole('region', {name: 'Summary'}).getByText('2.5', {exact: true}).waitFor()
      expect(await page.getByRole('checkbox', {name: /noon/}).count()).toBe(0)
    } else {
      await max.fill({'Last day': '2026-05-06'})
      await max.tick('Until noon')
    }
    await max.press('Change dates')
    await page.waitForURL(url => !url.search.includes('action'))
    await max.sees(/4–6 May/)
    await max.sees('2.5 days')
  })
})

it('on wide screens the result is beside the form while it is filled in, and a key sends it', async () => {
  const life = await office(true)
  const max = await life.signedIn('Max Frei')
  const {page} = max
  await page.setViewportSize({width: 1920, height: 1080})
  await max.goTo('/requests/new')
  await settled(page)
  await page.getByRole('button', {name: 'Next month'}).waitFor()
  const summary = page.getByRole('region', {name: 'Summary'})
  await max.choose('Type', 'Holiday')
  // The calendar stays below the pointer, and the chosen day is legible there, on a weekend too.
  await page.setViewportSize({width: 1440, height: 900})
  const later = page.getByRole('button', {name: 'Next month'})
  const {y} = await boxOf(later)
  const weekend = page.getByRole('button', {name: /^Saturday/}).last()
  await weekend.click()
  await page.getByRole('radiogroup', {name: 'First day'}).getByText('Afternoon').waitFor()
  expect((await boxOf(later)).y).toBe(y)
  const inkOf = () => weekend.locator('b').evaluate(element => getComputedStyle(element).color)
  const hovered = await inkOf()
  await summary.hover()
  expect(await inkOf()).toBe(hovered)
  await max.fill({'First day': '2026-05-04', 'Last day': '2026-05-06'})
  await summary.getByText('Back on Thu 7 May').waitFor()
  // The last day is legible below the pointer that chose it.
  const [first, last] = [4, 6].map(day => page.getByRole('button', {name: new RegExp(`\\b${day} May 2026`)}))
  const colourOf = (day: Locator | undefined) =>
    day?.locator('b').evaluate(element => getComputedStyle(element).backgroundColor)
  await last?.hover()
  expect(await colourOf(last)).toBe(await colourOf(first))
  for (const width of [1920, 1440, 1280]) {
    await page.setViewportSize({width, height: 900})
    const [fields, result] = [await boxOf(page.getByLabel('Reason')), await boxOf(summary)]
    expect(result.x).toBeGreaterThan(fields.right)
    // Neither cut off nor half of the screen empty.
    expect(result.right).toBeLessThanOrEqual(width)
    expect(result.right).toBeGreaterThan(width * 0.8)
  }
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/requests\/\d+/)
})
