/** Without a connection: the browser shows our page for every address, and the page that was asked for once the server is back. */
import type {Browser} from 'playwright-core'
import {beforeAll, expect, it, onTestFinished} from 'vitest'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo} from '../kit/browser.ts'
import {hydrated, judgingVisitor, violations} from '../kit/browser-judge.ts'
import {heading} from '../kit/find.ts'
import {kept} from '../kit/kept.ts'
import {sqlite} from '../kit/store-databases.ts'
import {orderOffice, password} from '../kit/undo.ts'

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

/** The state of the worker, once there is one. */
const workerState = `navigator.serviceWorker.ready.then(({active}) => active?.state ?? '')`

it('an address opened without a connection explains it, and leads to its page once the server is back', async () => {
  const {app, order} = await orderOffice(await sqlite.make(), {assets})
  await order('Lamp')
  const listening = await listen(app, {port: 0, host: '127.0.0.1'})
  const {port} = new URL(listening.url)
  const v = await judgingVisitor(browser, {serviceWorkers: 'allow'})
  const {page} = v
  await signInTo(page, listening.url, {email: 'bo@example.com', password})
  await page.goto(`${listening.url}/orders/1`)
  await page.evaluate(hydrated)
  await expect.poll(() => page.evaluate(workerState)).toBe('activated')
  // Nothing of the person is stored.
  expect(await page.evaluate('caches.keys()')).toEqual([])

  app.endStreams()
  await listening.stop(0)
  await page.goto(`${listening.url}/orders/1`)
  await heading(page, 'You’re offline').waitFor()
  expect(await page.getByText('Lamp').count()).toBe(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({colorScheme})
    expect(await violations(page)).toEqual([])
  }

  const again = await listen(app, {port: Number(port), host: '127.0.0.1'})
  onTestFinished(async () => {
    await v.context.close()
    app.endStreams()
    await again.stop(0)
  })
  await page.getByRole('link', {name: 'Try again'}).click()
  await heading(page, 'Lamp').waitFor()

  // A lost connection that returns: nothing has to be pressed.
  await v.context.setOffline(true)
  await page.goto(`${listening.url}/orders/1`)
  await heading(page, 'You’re offline').waitFor()
  await v.context.setOffline(false)
  await heading(page, 'Lamp').waitFor()
})
