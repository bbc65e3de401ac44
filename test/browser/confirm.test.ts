/** The page that asks for proof before a sensitive step, with what was typed: beside the password, a provider. */
import type {Browser} from 'playwright-core'
import {beforeAll, expect, onTestFinished, test} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {connectIdentity} from '../../src/accounts/sso/identities.ts'
import {SingleSignOn} from '../../src/accounts/sso/provider-client.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo} from '../kit/browser.ts'
import {judgingVisitor, wrongWith} from '../kit/browser-judge.ts'
import {kept} from '../kit/kept.ts'
import {Client, desk, peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

let browser: Browser
let assets: string

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

const [email, password] = ['finn@example.com', 'staple-horse-lamp']
const provider = {
  ...{name: 'company', label: 'Company', issuer: 'https://login.example', clientId: 'x', clientSecret: 'x'},
  ...{domains: [], groupsClaim: 'groups', scope: 'openid'},
}
const calls = `
## 7. Calls

| Call | Method | Path | Does | For |
|---|---|---|---|---|
| Find | GET | /api/people | list of User | Lead |

`
const asking = desk
  .replace('## 9', `${calls}## 9`)
  .replace('## 6. Roles and permissions\n', '## 6. Roles and permissions\n\n- ask again: keys\n')

test.each([
  ['en', asking],
  ['de', `${asking}| LANGUAGE | "de" | |\n`],
])('can be read by everyone, and keeps what was typed (%s)', async (language, document) => {
  const sso = new SingleSignOn([provider])
  const fixture = await peopleFixture({address: await sqlite.make(document), document, assets, sso})
  const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
  await new Client(fixture).post('/sign-up', {_action: 'sign up', name: 'Finn Ott', email, password})
  const {id = ''} = (await findByEmail(fixture.engine, email)) ?? {}
  const {issuer} = provider
  await fixture.engine.store.transaction(db =>
    connectIdentity(db, {person: id, issuer, subject: 'finn'}, fixture.clock.now),
  )
  const v = await judgingVisitor(browser, {viewport: {width: 1440, height: 900}})
  onTestFinished(async () => {
    await v.context.close()
    await listening.stop(100)
  })
  const {page} = v
  await signInTo(page, listening.url, {email, password})
  fixture.clock.now += 11 * 60_000
  await page.goto(`${listening.url}/account`)
  await page.locator('input[name="key"]').fill('Payroll')
  await page.locator('button[value="make key"]').click()
  await page.locator('input[name="password"]').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe(language)
  expect(await page.getByRole('link', {name: 'Company'}).getAttribute('target')).toBe('_blank')
  // The browser says that the page was refused.
  v.complaints.length = 0
  expect(await wrongWith(v)).toEqual([])
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="password"]').press('Enter')
  await page.locator('input[name="key"]').waitFor()
  expect(await page.locator('input[name="key"]').inputValue()).toBe('Payroll')
})
