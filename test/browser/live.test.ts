/** Pages that follow what other people do, in a real browser. */
import {sql} from 'kysely'
import type {Browser, BrowserContext, Page} from 'playwright-core'
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {operator} from '../../src/engine/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {launchBrowser, visitor} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
import {creating, done, updating} from '../kit/engine.ts'
import {field, heading} from '../kit/find.ts'
import {kept} from '../kit/kept.ts'
import {peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

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
let browser: Browser
let assets: string

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function desk() {
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
    await signIn(v.context, listening.url, email)
    return v.page
  }
  return {...fixture, url: listening.url, ticket, rename, signedIn}
}

async function signIn(context: BrowserContext, url: string, email: string): Promise<void> {
  const form = {_action: 'sign in', email, password}
  const answer = await context.request.post(`${url}/sign-in`, {form, headers: {'sec-fetch-site': 'same-origin'}})
  expect(answer.ok()).toBe(true)
}

/** When the stream of the page is open. */
async function openedWithStream(page: Page, url: string): Promise<void> {
  const stream = page.waitForRequest(request => request.url().includes('/_nonet/live'))
  await page.goto(url)
  await stream
  await page.waitForFunction(hydrated)
}

const row = (page: Page, name: string) => page.getByRole('row', {name: new RegExp(name)})

it('ten people with a list open see what an eleventh changes within two seconds, and nobody’s typing is disturbed', async () => {
  const {url, ticket, rename, signedIn} = await desk()
  const printer = await ticket('Printer')
  for (let n = 0; n < 8; n += 1) await ticket(`Other ${n}`)
  const pages = await Promise.all(Array.from({length: 10}, (_, n) => signedIn(`Person${n}`)))
  await Promise.all(pages.map(page => openedWithStream(page, url)))
  const typing = pages.slice(0, 5)
  for (const page of typing) await page.getByRole('searchbox').first().fill('not sent yet')
  const begun = performance.now()
  await rename(printer, 'Plotter')
  await Promise.all(pages.map(page => row(page, 'Plotter').waitFor({timeout: 2000})))
  expect(performance.now() - begun).toBeLessThan(2000)
  for (const page of pages) expect(await row(page, 'Plotter').getAttribute('class')).toContain('changed')
  for (const page of typing) {
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('not sent yet')
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
  }
})

it('somebody who edits a record is told at once that someone else changed it, and keeps what they typed', async () => {
  const {url, ticket, rename, signedIn} = await desk()
  const printer = await ticket('Printer')
  const page = await signedIn('Ada')
  await openedWithStream(page, `${url}/tickets/1?edit`)
  await field(page, 'Note').fill('typed here')
  await rename(printer, 'Plotter')
  await page.getByRole('status').filter({hasText: 'Someone else changed this record'}).waitFor({timeout: 2000})
  expect(await field(page, 'Note').inputValue()).toBe('typed here')
  expect(await field(page, 'Subject').inputValue()).toBe('Printer')
})

it('a page catches up when its connection is back, and leads to signing in when the session has ended', async () => {
  const {url, ticket, rename, signedIn, engine} = await desk()
  const printer = await ticket('Printer')
  const page = await signedIn('Ada')
  await page.route('**/_nonet/live?**', route => route.abort())
  await openedWithStream(page, `${url}/tickets/1`)
  await rename(printer, 'Plotter')
  await page.unroute('**/_nonet/live?**')
  await heading(page, 'Plotter').waitFor({timeout: 10_000})
  await engine.store.transaction(db => sql`delete from nonet_session`.execute(db))
  await heading(page, 'Sign in').waitFor({timeout: 5000})
})
