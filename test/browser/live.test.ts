/**
 * Pages that follow other people's changes, in a real browser. The limit of two seconds is tested in the long run,
 * alone on the machine.
 */
import {sql} from 'kysely'
import type {Browser} from 'playwright-core'
import {beforeAll, expect, it} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {field, heading} from '../kit/find.ts'
import {liveDesk, openedWithStream, peopleSee} from '../kit/live-desk.ts'

let browser: Browser

beforeAll(async () => {
  browser = await sharedBrowser()
})

// Ten of them: test/long.
it('people with a list open see the changes of another person, and nobody’s typing is disturbed', () =>
  peopleSee(browser, 2, 30_000))

it('a person who edits a record is notified of another person’s change, and keeps the input; on a phone the notice covers no button', async () => {
  const {url, ticket, rename, signedIn} = await liveDesk(browser)
  const printer = await ticket('Printer')
  const page = await signedIn('Ada')
  await page.setViewportSize({width: 390, height: 600})
  await openedWithStream(page, `${url}/tickets/7?edit`)
  await field(page, 'Note').fill('typed here')
  await rename(printer, 'Plotter')
  await page.getByRole('status').filter({hasText: 'Someone else changed this record'}).waitFor()
  expect(await field(page, 'Note').inputValue()).toBe('typed here')
  expect(await field(page, 'Subject').inputValue()).toBe('Printer')
  // Saving shows both versions; the notice announced that, and is gone.
  await field(page, 'Subject').fill('Scanner')
  // A click waits until nothing else would take it.
  await page.getByRole('button', {name: 'Save', exact: true}).click()
  await page.getByText('Current version').first().waitFor()
  expect(await page.getByRole('status').filter({hasText: 'Someone else changed this record'}).count()).toBe(0)
})

it('a page catches up when its connection is back, and leads to signing in when the session has expired', async () => {
  const {url, ticket, rename, signedIn, engine} = await liveDesk(browser)
  const printer = await ticket('Printer')
  const page = await signedIn('Ada')
  await page.route('**/_nonet/live?**', route => route.abort())
  await openedWithStream(page, `${url}/tickets/7`)
  await rename(printer, 'Plotter')
  await page.unroute('**/_nonet/live?**')
  await heading(page, 'Plotter').waitFor({timeout: 30_000})
  await page.getByRole('main').getByRole('link', {name: 'Tickets'}).click()
  await heading(page, 'Tickets').waitFor()
  await engine.store.transaction(db => sql`delete from nonet_session`.execute(db))
  await heading(page, 'Sign in').waitFor({timeout: 30_000})
  // Back shows nothing of the person, also without a connection.
  await page.route('**/tickets/7**', route => route.abort())
  await page.goBack()
  await heading(page, 'Can’t reach the server').waitFor({timeout: 15_000})
  expect(await page.content()).not.toContain('Plotter')
})
