/** A desk of tickets in a real browser, with pages that follow what other people do. */
import type {Browser, Page} from 'playwright-core'
import {expect, onTestFinished} from 'vitest'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {operator} from '../../src/engine/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {signInTo, visitor} from './browser.ts'
import {hydrated} from './browser-judge.ts'
import {creating, done, updating} from './engine.ts'
import {kept} from './kept.ts'
import {peopleFixture} from './people.ts'
import {sqlite} from './store-databases.ts'

const document = `# Desk

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Tickets | / | list of Ticket | signed in |
| Ticket | /tickets/:number | record of Ticket | signed in |

## 3. Entities

### Ticket

- named by: subject

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| subject | text 1..60 | yes | |
| note | text 1..200 | | |

## 6. Roles

| Role | Meaning | Joins by |
|---|---|---|
| Member | | sign-up |

| Role | May | On |
|---|---|---|
| Member | read, create, update | Ticket |
| Member | read | User |
`

const password = 'staple-horse-lamp'

export async function liveDesk(browser: Browser) {
  const assets = await kept('app-assets')
  const fixture = await peopleFixture({address: await sqlite.make(), document, assets, records: true})
  const {engine, app} = fixture
  const listening = await listen(app, {port: 0, host: '127.0.0.1'})
  onTestFinished(async () => {
    app.endStreams()
    await listening.stop(100)
  })
  const ticket = async (subject: string) =>
    done(await engine.change(operator, [creating('Ticket', {subject, note: 'as it was'})]))
  const rename = async (at: {id: string; version: number}, subject: string) =>
    done(await engine.change(operator, [updating('Ticket', at, {subject})]))
  const signedIn = async (name: string) => {
    const email = `${name.toLowerCase()}@example.com`
    await addWithPassword(engine, {name, email, password, roles: ['Member']})
    const v = await visitor(browser)
    onTestFinished(async () => {
      expect(v.complaints).toEqual([])
      await v.context.close()
    })
    await signInTo(v.page, listening.url, {email, password})
    return v.page
  }
  return {...fixture, url: listening.url, ticket, rename, signedIn}
}

/** When the stream of the page is open. */
export async function openedWithStream(page: Page, url: string): Promise<void> {
  const stream = page.waitForRequest(request => request.url().includes('/_nonet/live'))
  await page.goto(url)
  await stream
  await page.waitForFunction(hydrated)
}

export const row = (page: Page, name: string) => page.getByRole('row', {name: new RegExp(name)})

/** Ten people have the list open, and half of them are typing, while an eleventh changes a record. All see it within this time. */
export async function tenPeopleSee(browser: Browser, within: number): Promise<void> {
  const {url, ticket, rename, signedIn} = await liveDesk(browser)
  const printer = await ticket('Printer')
  for (let n = 0; n < 8; n += 1) await ticket(`Other ${n}`)
  const pages = await Promise.all(Array.from({length: 10}, (_, n) => signedIn(`Person${n}`)))
  await Promise.all(pages.map(page => openedWithStream(page, url)))
  const typing = pages.slice(0, 5)
  for (const page of typing) await page.getByRole('search').getByLabel('Search').first().fill('not sent yet')
  // The mark of a changed row is there for a moment only.
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
