/** Mentioning a person in a comment, in a browser. */
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {launchBrowser} from '../kit/browser.ts'
import {answered, judgingVisitor, wrongWith} from '../kit/browser-judge.ts'
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

it('the people who are offered after an @ have no violation, wide and on a phone; the comment is edited in its place', {
  timeout: 180_000,
}, async () => {
  const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}})
  const {page} = v
  await page.goto(`${server.url}/sign-in`)
  await page
    .getByRole('button', {name: /Anna Moreau/})
    .first()
    .click()
  await page.waitForURL(`${server.url}/`)
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
