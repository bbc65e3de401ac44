import {type Browser, chromium} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {findChromium} from '../../scripts/chromium.ts'
import {operator} from '../../src/engine/actor.ts'
import {listen} from '../../src/server/serve.ts'
import {launchBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {creating, done} from '../kit/engine.ts'
import {kept} from '../kit/kept.ts'
import {linkTo, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

let browser: Browser
let assets: string

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const password = 'staple-horse-lamp'

/** The tool that drives the browser turns its back/forward cache off; people have it on. */
async function launchWithBackCache(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found')
  const args = ['--no-sandbox', '--disable-gpu']
  return chromium.launch({executablePath, args, ignoreDefaultArgs: ['--disable-back-forward-cache']})
}

describe('people whose browser keeps whole pages for Back', () => {
  it('see nothing of what they saw after signing out', async () => {
    const keeping = await launchWithBackCache()
    onTestFinished(() => keeping.close())
    const fixture = await peopleFixture({address: await sqlite.make(), assets})
    const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
    onTestFinished(() => listening.stop(100))
    const {page} = await visitor(keeping, {javaScriptEnabled: false})
    await page.goto(`${listening.url}/sign-up`)
    await page.fill('#field-name', 'Finn Ott')
    await page.fill('#field-email', 'finn@example.com')
    await page.fill('#field-password', password)
    await page.click('button:text-is("Sign up")')
    await page.waitForSelector('text=The secret start page.')
    await page.click('.menu >> text=Mine')
    await page.waitForSelector('text=Yours alone.')
    await page.getByRole('banner').getByRole('button').click()
    await page.getByRole('link', {name: 'Account'}).click()
    await page.waitForSelector('h1:text-is("Your account")')
    await page.click('main button:text-is("Sign out")')
    await page.waitForSelector('h1:text-is("Sign in")')
    for (let step = 0; step < 3; step += 1) {
      await page.goBack({waitUntil: 'commit'})
      await page.waitForSelector('h1:text-is("Sign in")')
      expect(await page.textContent('body')).not.toContain('Finn Ott')
    }
  })
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('people %s', (_name, javaScriptEnabled) => {
  async function open(demo = false): Promise<{fixture: PeopleFixture; v: Visitor; url: string}> {
    const fixture = await peopleFixture({address: await sqlite.make(), assets, demo})
    const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
    const v = await visitor(browser, {javaScriptEnabled})
    onTestFinished(async () => {
      expect(v.complaints).toEqual([])
      await v.context.close()
      await listening.stop(100)
    })
    return {fixture, v, url: listening.url}
  }

  const heading = (v: Visitor, text: string) => v.page.waitForSelector(`h1:text-is("${text}")`)
  const press = (v: Visitor, text: string) => v.page.click(`button:text-is("${text}")`)

  async function signUp({page}: Visitor, url: string): Promise<void> {
    await page.goto(`${url}/sign-up`)
    await page.fill('#field-name', 'Finn Ott')
    await page.fill('#field-email', 'finn@example.com')
    await page.fill('#field-password', password)
    await page.click('button:text-is("Sign up")')
    await page.waitForSelector('text=The secret start page.')
  }

  it('are led to sign in and back, and told kindly what is wrong', async () => {
    const {v, url} = await open()
    await signUp(v, url)
    await v.context.clearCookies()
    await v.page.goto(`${url}/mine?a=1`)
    await heading(v, 'Sign in')
    await v.page.fill('#field-email', 'finn@example.com')
    await v.page.fill('#field-password', 'not-the-password')
    await press(v, 'Sign in')
    await v.page.waitForSelector('.summary')
    expect(await v.page.textContent('.summary')).toContain('do not go together')
    expect(await v.page.inputValue('#field-email')).toBe('finn@example.com')
    await v.page.fill('#field-password', password)
    await press(v, 'Sign in')
    await v.page.waitForSelector('text=Yours alone.')
    expect(v.page.url()).toBe(`${url}/mine?a=1`)
  })

  it('who sign out and go Back see nothing of what they saw', async () => {
    const {v, url} = await open()
    await signUp(v, url)
    await v.page.goto(`${url}/mine`)
    await v.page.waitForSelector('text=Yours alone.')
    await v.page.getByRole('banner').getByRole('button').click()
    await v.page.getByRole('link', {name: 'Account'}).click()
    await heading(v, 'Your account')
    await v.page.click('main button:text-is("Sign out")')
    await heading(v, 'Sign in')
    for (let step = 0; step < 2; step += 1) {
      await v.page.goBack()
      await heading(v, 'Sign in')
      const text = await v.page.textContent('body')
      expect(text).not.toContain('Yours alone.')
      expect(text).not.toContain('Finn Ott')
    }
  })

  it('of a demonstration are one click each, one after the other', async () => {
    const {v, url, fixture} = await open(true)
    for (const name of ['Lena', 'Fay'])
      done(
        await fixture.engine.change(operator, [
          creating('User', {name, email: `${name}@example.com`, roles: [name === 'Lena' ? 'Lead' : 'Finder']}),
        ]),
      )
    await v.page.goto(`${url}/sign-in`)
    expect(await v.page.textContent('.demonstration')).toContain('This is a demonstration')
    await v.page.click('.people button:has-text("Lena")')
    await v.page.getByRole('banner').getByRole('button', {name: /Lena/}).waitFor()
    await v.page.goto(`${url}/sign-out`)
    await press(v, 'Sign out')
    await heading(v, 'Sign in')
    await v.page.click('.people button:has-text("Fay")')
    await v.page.getByRole('banner').getByRole('button', {name: /Fay/}).waitFor()
  })

  it('choose a new password by the link in their mail', async () => {
    const {v, url, fixture} = await open()
    await signUp(v, url)
    await v.context.clearCookies()
    await v.page.goto(`${url}/sign-in`)
    await v.page.click('text=Forgotten your password?')
    await heading(v, 'Forgotten your password?')
    await v.page.fill('#field-email', 'finn@example.com')
    await press(v, 'Send the link')
    await v.page.waitForSelector('.said')
    await expect.poll(() => fixture.mails.length).toBe(1)
    await v.page.goto(`${url}${linkTo(fixture, 'finn@example.com')}`)
    await v.page.fill('#field-password', 'finn1234')
    await press(v, 'Save and sign in')
    await v.page.waitForSelector('#field-password-problem')
    expect(await v.page.inputValue('#field-password')).toBe('')
    await v.page.fill('#field-password', 'moss-and-thunder')
    await press(v, 'Save and sign in')
    await v.page.waitForSelector('text=The secret start page.')
  })

  it('change their account and see at once that it is changed', async () => {
    const {v, url} = await open()
    await signUp(v, url)
    await v.page.goto(`${url}/account`)
    await v.page.fill('#field-name', 'Finn Otter')
    await press(v, 'Save')
    await v.page.waitForSelector('.said')
    await v.page
      .getByRole('banner')
      .getByRole('button', {name: /Finn Otter/})
      .waitFor()
    expect(await v.page.textContent('.sessions')).toContain('Here, now')
    await v.page.fill('#field-now', password)
    await v.page.fill('form:has(#field-now) #field-password', 'moss-and-thunder')
    await press(v, 'Change password')
    await v.page.waitForSelector('.said:has-text("Your password is changed")')
    expect(await v.page.textContent('.sessions')).toContain('Here, now')
  })
})
