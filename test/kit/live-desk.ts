/** A desk of tickets in a real browser, with pages that follow other people's changes. */
import type {Browser, Page} from 'playwright-core'
import {expect, onTestFinished} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {signInTo, visitor} from './browser.ts'
import {hydrated} from './browser-judge.ts'
import {done, updating} from './engine.ts'
import {kept} from './kept.ts'
import {sqlite} from './store-databases.ts'
import {password, ticketDesk, ticketOffice} from './tickets.ts'

/** Every member reads and changes every ticket. */
const document = ticketDesk
  .replace('| hidden | yes/no | yes | no |', '| note | text 1..200 | | |')
  .replace(/\| Member \| read \| Ticket \|.*/, '| Member | read, create, update | Ticket | | |')

export async function liveDesk(browser: Browser) {
  const assets = await kept('app-assets')
  const office = await ticketOffice(await sqlite.make(document), {document, assets, records: true})
  const {engine, app, add, ticket} = office
  const listening = await listen(app, {port: 0, host: '127.0.0.1'})
  onTestFinished(async () => {
    app.endStreams()
    await listening.stop(100)
  })
  const rename = async (at: {id: string; version: number}, subject: string) =>
    done(await engine.change(operator, [updating('Ticket', at, {subject})]))
  const signedIn = async (name: string) => {
    await add(name)
    const v = await visitor(browser)
    onTestFinished(async () => {
      expect(v.complaints).toEqual([])
      await v.context.close()
    })
    await signInTo(v.page, listening.url, {email: `${name.toLowerCase()}@example.com`, password})
    return v.page
  }
  return {engine, url: listening.url, ticket, rename, signedIn}
}

/** Waits until the stream of the page is open. */
export async function openedWithStream(page: Page, url: string): Promise<void> {
  const stream = page.waitForRequest(request => request.url().includes('/_nonet/live'))
  await page.goto(url)
  await stream
  await page.waitForFunction(hydrated)
}

const row = (page: Page, name: string) => page.getByRole('row', {name: new RegExp(name)})

/**
 * Some people have the list open, half of them typing, while another changes a record. All must see it within this
 * time.
 */
export async function peopleSee(browser: Browser, count: number, within: number): Promise<void> {
  const {url, ticket, rename, signedIn} = await liveDesk(browser)
  const printer = await ticket('Printer')
  for (let n = 0; n < 8; n += 1) await ticket(`Other ${n}`)
  const pages = await Promise.all(Array.from({length: count}, (_, n) => signedIn(`Person${n}`)))
  await Promise.all(pages.map(page => openedWithStream(page, url)))
  const typing = pages.slice(0, count / 2)
  for (const page of typing) await page.getByRole('search').getByLabel('Search').first().fill('not sent yet')
  // The highlight of a changed row is shown only briefly.
  const seen = Promise.all(
    pages.map(page => row(page, 'Plotter').and(page.locator('.changed')).waitFor({timeout: within})),
  )
  await rename(printer, 'Plotter')
  await seen
  for (const page of typing) {
    expect(await page.getByRole('search').getByLabel('Search').first().inputValue()).toBe('not sent yet')
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
  }
}
