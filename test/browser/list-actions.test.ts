/** A list in a browser with a server that takes a second to answer: what a person does is shown at once. Cells, dialogs, filters and keys on the way. */
import type {Browser, Page} from 'playwright-core'
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest'
import {findByEmail} from '../../src/accounts/people.ts'
import {launchBrowser} from '../kit/browser.ts'
import {judgingVisitor, settled, wrongWith} from '../kit/browser-judge.ts'
import {emailOf, Life, Person} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'
import {timeOff} from '../kit/time-off.ts'

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Requests of three people wait for Max; Hana is human resources. */
async function office(name: 'Hana Sato' | 'Max Frei') {
  const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled: true})
  await life.add('Hana Sato', 'HR')
  await life.add('Max Frei', 'Employee')
  const manager = (await findByEmail(life.fixture.engine, emailOf('Max')))?.id ?? ''
  const kind = await life.make('Kind', {name: 'Unpaid leave', uses_allowance: false})
  await life.make('Kind', {name: 'Training', uses_allowance: false})
  for (const [index, who] of ['Ada Byron', 'Bo Diaz', 'Cem Acar'].entries()) {
    const person = await life.make('User', {name: who, email: `p${index}@example.com`, roles: ['Employee'], manager})
    const day = `2026-05-0${6 - index}`
    await life.make('Request', {person, kind, first_day: day, last_day: day, status: 'submitted'})
  }
  const v = await judgingVisitor(browser, {viewport: {width: 1440, height: 900}})
  onTestFinished(() => v.context.close())
  const person = new Person(name, v, life.url)
  await person.goTo('/sign-in')
  await person.signIn()
  return {life, v, person, page: person.page}
}

const answerAfter = 1000

/** Actions take a second from now on. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**', async (route, request) => {
    if (request.method() === 'POST') await new Promise(done => setTimeout(done, answerAfter))
    await route.continue()
  })
}

/**
 * What it takes until the page looks as the selector says after a press: milliseconds by the clock of the page, and of the processor in its main thread. The limit of
 * 100 ms is held against the processor's, because the clock's also counts what other tests do beside this one; the clock's tells that no answer was waited for.
 */
async function feedback(page: Page, selector: string, press: () => Promise<void>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', {timeDomain: 'threadTicks'})
  const used = async () => {
    const {metrics} = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({name}) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const seen = page.evaluate(
    wanted =>
      new Promise<number>(done => {
        const begin = () => {
          const start = performance.now()
          const look = () => {
            if (document.querySelector(wanted)) done(performance.now() - start)
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        }
        addEventListener('click', begin, {capture: true, once: true})
      }),
    selector,
  )
  const before = await used()
  await press()
  const clock = await seen
  const processor = (await used()) - before
  await session.detach()
  return {clock, processor}
}

function expectAtOnce({clock, processor}: Awaited<ReturnType<typeof feedback>>): void {
  expect(processor).toBeLessThan(100)
  expect(clock).toBeLessThan(answerAfter)
}

it('an edited cell shows its value at once with a server that answers after a second, and who is told before', async () => {
  const {v, person, page} = await office('Hana Sato')
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  await slowDown(page)

  const cell = page.getByRole('cell', {name: 'Unpaid leave'}).first()
  await cell.hover()
  await cell.getByRole('button', {name: 'Edit: Type'}).click()
  await page.getByRole('combobox', {name: 'Type'}).waitFor()
  await page.getByText('Ada Byron will be notified.').waitFor()
  expect(await wrongWith(v)).toEqual([])
  const chosen = await feedback(page, 'tbody tr:first-child[aria-busy]', () =>
    page.getByRole('option', {name: 'Training'}).click(),
  )
  expectAtOnce(chosen)
  await page.getByRole('status').filter({hasText: 'Saved'}).waitFor()
  await page.getByRole('cell', {name: 'Training'}).waitFor()
})

it('a confirmed deletion of several leaves the list at once with a server that answers after a second', async () => {
  const {v, person, page} = await office('Hana Sato')
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  await slowDown(page)
  await page.getByRole('link', {name: '1001', exact: true}).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('button', {name: 'Delete 2', exact: true}).click()
  const dialog = page.getByRole('dialog', {name: 'Delete 2 requests?'})
  await dialog.getByText('Ada Byron').waitFor()
  expect(await wrongWith(v)).toEqual([])
  const left = await feedback(page, 'tbody:not(:has(tr:nth-child(2)))', () =>
    dialog.getByRole('button', {name: 'Delete 2'}).click(),
  )
  expectAtOnce(left)
  await page.getByRole('status').filter({hasText: '2 requests'}).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

it('a filter is found with its count and applied by the keyboard alone, and is a chip on a phone too', async () => {
  const {v, person, page} = await office('Hana Sato')
  await person.goTo('/requests?status=submitted')
  await settled(page)
  await page.getByRole('button', {name: 'Filter', exact: true}).waitFor()
  await page.keyboard.press('f')
  await page.keyboard.type('unpaid')
  await page.getByRole('option', {name: /Type is Unpaid leave/}).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('group', {name: 'Type is Unpaid leave'}).waitFor()
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?status=submitted&kind=[0-9a-f-]+$/)
  await page.setViewportSize({width: 390, height: 844})
  expect(await wrongWith(v)).toEqual([])
})

it('a decision leaves the inbox at once with a server that answers after a second, and the next one opens', async () => {
  const {person, page} = await office('Max Frei')
  await person.goTo('/to-decide')
  await person.heading('Approvals')
  await settled(page)
  await slowDown(page)
  const list = page.getByRole('list', {name: 'Waiting'})
  expect(await list.getByRole('listitem').count()).toBe(3)
  const left = await feedback(page, 'main ul:not(:has(> li:nth-child(3)))', () =>
    page.getByRole('button', {name: /^Approve/}).click(),
  )
  expectAtOnce(left)
  await page.getByRole('status').filter({hasText: 'You approved'}).waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
})
