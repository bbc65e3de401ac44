/** A board in a browser: columns that scroll, empty ones that take little space, and cards moved by dragging or by a menu. */
import type {Browser, Locator} from 'playwright-core'
import {beforeAll, expect, it, onTestFinished} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {answered, judgingVisitor, looksAt, settled, wrongWith} from '../kit/browser-judge.ts'
import {Life, Person} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'
import {helpdesk} from '../kit/life-of-a-ticket.ts'
import {holdAnswers} from '../kit/slow-office.ts'

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

/** Fifteen new tickets, and one that is closed. */
async function desk(javaScriptEnabled: boolean): Promise<Life> {
  const life = await Life.begin({document: helpdesk, assets, browser, javaScriptEnabled})
  await life.add('Lea Ort', 'Lead')
  const requester = await life.make('User', {name: 'Nia Wolf', email: 'nia@example.com', roles: ['Requester']})
  const ticket = (subject: string, status: string) =>
    life.make('Ticket', {subject, body: 'It happens every day.', requester, status})
  for (let number = 1; number <= 15; number += 1) await ticket(`Lamp ${String(number).padStart(2, '0')}`, 'new')
  await ticket('Kettle', 'closed')
  return life
}

const column = ({page}: Person, name: string) => page.getByRole('region', {name, exact: true})

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

it('a long column scrolls on its own, empty ones are narrow, and a dropped card moves before the server responds', async () => {
  const life = await desk(true)
  const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 700}})
  onTestFinished(() => v.context.close())
  const lea = new Person('Lea Ort', v, life.url)
  const {page} = lea
  await lea.enter()
  await lea.goTo('/board')
  await answered(page)
  const [created, open, waiting, closed] = ['New', 'Open', 'Waiting', 'Closed'].map(name => column(lea, name))
  if (!created || !open || !waiting || !closed) throw new Error('four columns')

  // D31: the page does not grow with its longest column.
  const last = created.getByRole('link', {name: 'Lamp 01'})
  const list = created.getByRole('list').first()
  expect(await list.evaluate(element => element.scrollHeight > element.clientHeight)).toBe(true)
  expect((await boxOf(created)).height).toBeLessThan(700)
  expect((await boxOf(open)).width).toBeLessThan((await boxOf(created)).width)
  expect((await boxOf(closed)).width).toBe((await boxOf(created)).width)
  expect(await wrongWith(v, looksAt(3))).toEqual([])
  await last.scrollIntoViewIfNeeded()
  expect(await page.evaluate('window.scrollY')).toBe(0)

  // A card can only be taken, not closed.
  const answer = await holdAnswers(page)
  const card = created.getByRole('listitem').filter({hasText: 'Lamp 01'})
  await card.dragTo(closed)
  expect(await closed.getByRole('link').count()).toBe(1)
  await card.dragTo(open)
  await open.getByRole('link', {name: 'Lamp 01'}).waitFor()
  expect(await created.getByRole('link', {name: 'Lamp 01'}).count()).toBe(0)
  const saved = page.waitForResponse(response => response.request().method() === 'POST')
  const scrolled = () => list.evaluate(element => element.scrollTop)
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  answer()
  await saved
  // Once it can be moved again, the page with the response is there, scrolled as before.
  await open.getByText('Move Lamp 01').waitFor({state: 'attached'})
  expect(Math.abs((await scrolled()) - before)).toBeLessThan(100)
  await page.reload()
  await open.getByRole('link', {name: 'Lamp 01'}).waitFor()
  // It is no longer empty, so it is as wide as the others.
  expect((await boxOf(open)).width).toBe((await boxOf(created)).width)
  expect((await boxOf(waiting)).width).toBeLessThan((await boxOf(created)).width)
})

it('without JavaScript a card moves by its menu', async () => {
  const life = await desk(false)
  const lea = await life.signedIn('Lea Ort')
  await lea.goTo('/board')
  const card = column(lea, 'New').getByRole('listitem').filter({hasText: 'Lamp 15'})
  await card.getByText('Move Lamp 15').locator('..').click()
  await card.getByRole('button', {name: 'Take'}).click()
  await column(lea, 'Open').getByRole('link', {name: 'Lamp 15'}).waitFor()
})

it('on a phone columns are swiped one after the other, and the page does not scroll sideways', async () => {
  const life = await desk(true)
  const v = await judgingVisitor(browser, {viewport: {width: 390, height: 800}, hasTouch: true})
  onTestFinished(() => v.context.close())
  const lea = new Person('Lea Ort', v, life.url)
  await lea.enter()
  await lea.goTo('/board')
  await settled(lea.page)
  expect((await boxOf(column(lea, 'New'))).width).toBeGreaterThan(250)
  expect((await boxOf(column(lea, 'Open'))).x).toBeGreaterThan(250)
  expect(await wrongWith(v, [{scheme: 'light', phone: true}])).toEqual([])
})
