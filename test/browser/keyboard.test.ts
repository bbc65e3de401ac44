/** A whole task with the keyboard only: from signing in to a decision with a reason. */
import type {Browser, Page} from 'playwright-core'
import {beforeAll, expect, it} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {emailOf, Life, password} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'
import {timeOff} from '../kit/time-off.ts'

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

const focused = (page: Page) =>
  page.evaluate(`(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()`) as Promise<string>

/** Presses Tab until the element is reached. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    if ((await focused(page)).startsWith(text)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no stop of the keyboard is called ${text}`)
}

it('a person signs in, finds a waiting record, opens it, and decides with a reason, without a pointer', async () => {
  const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled: true})
  const {engine} = life.fixture
  await life.add('Max Frei', 'Employee')
  const manager = (await findByEmail(engine, emailOf('Max')))?.id ?? ''
  const ada = {name: 'Ada Byron', email: 'ada@example.com', roles: ['Employee'], manager}
  const person = await life.make('User', ada)
  const kind = await life.make('Kind', {name: 'Holiday', notice: 14})
  for (const day of ['2026-04-07', '2026-04-08'])
    await life.make('Request', {person, kind, first_day: day, last_day: day, status: 'submitted'})

  const max = await life.person('Max Frei')
  const {page} = max
  await max.goTo('/sign-in')
  await tabTo(page, 'Email')
  await page.keyboard.type(emailOf('Max'))
  await tabTo(page, 'Password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await max.isTold(0)

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('approvals')
  await page.keyboard.press('Enter')
  await max.heading('Approvals')

  // A new page takes the focus when it is rendered; pressing Tab before that would be lost.
  await page.getByRole('heading', {level: 1}).and(page.locator(':focus')).waitFor()

  await tabTo(page, 'Open')
  await page.keyboard.press('Enter')
  await max.heading(/Ada Byron/)
  expect(new URL(page.url()).pathname).toBe('/requests/1001')
  await page.getByRole('heading', {level: 1}).and(page.locator(':focus')).waitFor()

  await tabTo(page, 'Decline…')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', {name: 'Decline'}).waitFor()
  await tabTo(page, 'Message')
  await page.keyboard.type('Someone has to be here.')
  await tabTo(page, 'Decline')
  await page.keyboard.press('Enter')
  await max.hasState('Declined')
  await max.sees('Someone has to be here.')
})
