import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, it} from 'vitest'
import {launchBrowser} from '../kit/browser.ts'
import {peopleSee} from '../kit/live-desk.ts'

let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

it('ten people with a list open see a change within two seconds, and nobody’s typing is disturbed', () =>
  peopleSee(browser, 10, 2000))
