import {type Browser, chromium} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {findChromium} from '../../scripts/chromium.ts'
import {addWithPassword} from '../../src/accounts/admin.ts'
import {operator} from '../../src/screens/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo, type Visitor, visitor} from '../kit/browser.ts'
import {creating, done} from '../kit/engine.ts'
import {alert, button, field, heading, link, menu} from '../kit/find.ts'
import {kept} from '../kit/kept.ts'
import {linkTo, type PeopleFixture, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

let browser: Browser
let assets: string

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

const password = 'staple-horse-lamp'

/** Playwright turns the back/forward cache off; users have it on. */
async function launchWithBackCache(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('no Chromium found')
  const args = ['--no-sandbox', '--disable-gpu']
  return chromium.launch({executablePath, args, ignoreDefaultArgs: ['--disable-back-forward-cache']})
}

describe('people with the back/forward cache', () => {
  it('see no earlier page after signing out', async () => {
    const keeping = await launchWithBackCache()
    onTestFinished(() => keeping.close())
    const fixture = await peopleFixture({address: await sqlite.make(), assets})
    const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
    onTestFinished(() => listening.stop(100))
    const {page} = await visitor(keeping, {javaScriptEnabled: false})
    await page.goto(`${listening.url}/sign-up`)
    await field(page, 'Name').fill('Finn Ott')
    await field(page, 'Email').fill('finn@example.com')
    await field(page, 'Password').fill(password)
    await button(page, 'Sign up').click()
    await page.getByText('The secret start page.').waitFor()
    await menu(page, 'Mine').click()
    await page.getByText('Yours alone.').waitFor()
    await page.getByRole('banner').getByRole('button').click()
    await page.getByRole('link', {name: 'Account'}).click()
    await heading(page, 'Your account').waitFor()
    await page.getByRole('main').getByRole('button', {name: 'Sign out'}).click()
    await heading(page, 'Sign in').waitFor()
    for (let step = 0; step < 3; step += 1) {
      await page.goBack({waitUntil: 'commit'})
      await heading(page, 'Sign in').waitFor()
      expect(await page.locator('body').textContent()).not.toContain('Finn Ott')
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

  async function signUp({page}: Visitor, url: string): Promise<void> {
    await page.goto(`${url}/sign-up`)
    await field(page, 'Name').fill('Finn Ott')
    await field(page, 'Email').fill('finn@example.com')
    await field(page, 'Password').fill(password)
    await button(page, 'Sign up').click()
    await page.getByText('The secret start page.').waitFor()
  }

  /** Finn, who is signed in without visiting a page. */
  async function openAsFinn(): Promise<Awaited<ReturnType<typeof open>>> {
    const opened = await open()
    const email = 'finn@example.com'
    const added = await addWithPassword(opened.fixture.engine, {name: 'Finn Ott', email, password, roles: ['Finder']})
    expect(added).toMatchObject({ok: true})
    await signInTo(opened.v.page, opened.url, {email, password})
    return opened
  }

  it('sign up, are led to sign in and back, with clear errors', async () => {
    const {v, url} = await open()
    await signUp(v, url)
    await v.context.clearCookies()
    await v.page.goto(`${url}/mine?a=1`)
    await heading(v.page, 'Sign in').waitFor()
    await field(v.page, 'Email').fill('finn@example.com')
    await field(v.page, 'Password').fill('not-the-password')
    await button(v.page, 'Sign in').click()
    await alert(v.page).waitFor()
    expect(await alert(v.page).textContent()).toContain('Incorrect email or password')
    expect(await field(v.page, 'Email').inputValue()).toBe('finn@example.com')
    await field(v.page, 'Password').fill(password)
    await button(v.page, 'Sign in').click()
    await v.page.getByText('Yours alone.').waitFor()
    expect(v.page.url()).toBe(`${url}/mine?a=1`)
  })

  it('who sign out and go Back see no earlier page', async () => {
    const {v, url} = await openAsFinn()
    await v.page.goto(url)
    await v.page.getByText('The secret start page.').waitFor()
    await v.page.goto(`${url}/mine`)
    await v.page.getByText('Yours alone.').waitFor()
    await v.page.getByRole('banner').getByRole('button').click()
    await v.page.getByRole('link', {name: 'Account'}).click()
    await heading(v.page, 'Your account').waitFor()
    await v.page.getByRole('main').getByRole('button', {name: 'Sign out'}).click()
    await heading(v.page, 'Sign in').waitFor()
    for (let step = 0; step < 2; step += 1) {
      await v.page.goBack()
      await heading(v.page, 'Sign in').waitFor()
      const text = await v.page.locator('body').textContent()
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
    await v.page.getByText('This is a demo with sample data').waitFor()
    await v.page.getByRole('main').getByRole('button', {name: /Lena/}).click()
    await v.page.getByRole('banner').getByRole('button', {name: /Lena/}).waitFor()
    await v.page.goto(`${url}/sign-out`)
    await button(v.page, 'Sign out').click()
    await heading(v.page, 'Sign in').waitFor()
    await v.page.getByRole('main').getByRole('button', {name: /Fay/}).click()
    await v.page.getByRole('banner').getByRole('button', {name: /Fay/}).waitFor()
  })

  it('choose a new password with the link in their mail', async () => {
    const {v, url, fixture} = await openAsFinn()
    await v.context.clearCookies()
    await v.page.goto(`${url}/sign-in`)
    await link(v.page, 'Forgot your password?').click()
    await heading(v.page, 'Forgot your password?').waitFor()
    await field(v.page, 'Email').fill('finn@example.com')
    await button(v.page, 'Send reset link').click()
    await v.page.getByRole('status').filter({hasText: /./}).waitFor()
    await expect.poll(() => fixture.mails.length).toBe(1)
    await v.page.goto(`${url}${linkTo(fixture, 'finn@example.com')}`)
    await field(v.page, 'Password').fill('finn1234')
    await button(v.page, 'Save and sign in').click()
    await alert(v.page).waitFor()
    expect(await field(v.page, 'Password').inputValue()).toBe('')
    await field(v.page, 'Password').fill('moss-and-thunder')
    await button(v.page, 'Save and sign in').click()
    await v.page.getByText('The secret start page.').waitFor()
  })

  it('change their account and see the change immediately', async () => {
    const {v, url} = await openAsFinn()
    await v.page.goto(`${url}/account`)
    await field(v.page, 'Name').fill('Finn Otter')
    await button(v.page, 'Save').click()
    await v.page.getByRole('status').filter({hasText: /./}).waitFor()
    await v.page
      .getByRole('banner')
      .getByRole('button', {name: /Finn Otter/})
      .waitFor()
    const form = v.page.locator('form').filter({has: button(v.page, 'Change password')})
    await form.getByLabel('Current password').fill(password)
    await form.getByLabel('New password').fill('moss-and-thunder')
    await button(v.page, 'Change password').click()
    await v.page.getByRole('status').getByText('Your password was changed').waitFor()
    await v.page.goto(`${url}/account/security`)
    await v.page.getByRole('listitem').filter({hasText: 'This device'}).waitFor()
  })
})
