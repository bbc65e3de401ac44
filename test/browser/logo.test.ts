/** The company's logo in a browser: uploaded and removed in the settings, with and without JavaScript, without moving the page. */
import {expect, it, onTestFinished} from 'vitest'
import {documentGrants, openFolder, operator} from '../../src/screens/testing.ts'
import {appPicture} from '../../src/server/app-icon.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, visitor} from '../kit/browser.ts'
import {settled} from '../kit/browser-judge.ts'
import {creating, done, engineOf, person} from '../kit/engine.ts'
import {kept} from '../kit/kept.ts'
import {appFor} from '../kit/pages.ts'
import {makeFolder, sqlite} from '../kit/store-databases.ts'
import {rulesOfDocument} from '../kit/time-off.ts'

const document = `# Desk

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Settings | /settings | settings | Office |

## 6. Roles

| Role | Joins by |
|---|---|
| Office | sign-up |

| Role | May | On |
|---|---|---|
| Office | read | User |

## 9. Constants

| Name | Value | Changed by | Meaning |
|---|---|---|---|
| LOGO | "" | Office | before the name |
`

const buffer = Buffer.from(appPicture({hue: 25, points: Array(9).fill(true)}, {size: 96, maskable: false}))

it.each([true, false])('replaces the nine dots until it is removed (JavaScript: %s)', async javaScriptEnabled => {
  const address = await sqlite.make(document)
  const {engine} = await engineOf({document, address, grants: documentGrants, rules: rulesOfDocument})
  const made = done(await engine.change(operator, [creating('User', {name: 'Ola', email: 'ola@example.com'})]))
  const failures: unknown[] = []
  const app = appFor({
    engine,
    files: await openFolder(await makeFolder()),
    assets: await kept('app-assets'),
    actorOf: async () => person(made.id, 'Office'),
    failed: cause => failures.push(cause),
  })
  const listening = await listen(app, {port: 0, host: '127.0.0.1'})
  const {page, context, complaints} = await visitor(await sharedBrowser(), {javaScriptEnabled})
  onTestFinished(async () => {
    await context.close()
    await listening.stop(100)
  })
  await page.goto(`${listening.url}/settings`)
  if (javaScriptEnabled) await settled(page)
  const brand = page.locator('.brand')
  await brand.locator('svg.mark').waitFor()
  await page.getByLabel(/^Logo/).setInputFiles([{name: 'logo.png', mimeType: 'image/png', buffer}])
  await page.getByRole('button', {name: 'Save'}).click()
  const logo = brand.locator('img.logo')
  await expect
    .poll(() => logo.evaluateAll(images => images.map(each => (each as HTMLImageElement).naturalWidth)))
    .toEqual([96])
  expect(await logo.evaluate(image => [image.clientWidth, image.clientHeight])).toEqual([28, 28])
  expect(await brand.locator('svg').count()).toBe(0)

  // The page has room for the image before it is loaded.
  await context.route('**/_nonet/logo/*', () => {})
  await page.reload({waitUntil: 'domcontentloaded'})
  await expect.poll(() => logo.evaluate(image => [image.clientWidth, image.clientHeight])).toEqual([28, 28])
  await context.unrouteAll({behavior: 'ignoreErrors'})
  await page.goto(`${listening.url}/settings`)

  if (javaScriptEnabled) {
    await settled(page)
    await page.getByRole('button', {name: 'Remove Logo'}).click()
  } else await page.getByRole('checkbox', {name: 'Keep Logo'}).uncheck()
  await page.getByRole('button', {name: 'Save'}).click()
  await brand.locator('svg.mark').waitFor()
  expect(await logo.count()).toBe(0)
  expect([...complaints, ...failures]).toEqual([])
})
