/** Parts of own code within built-in screens, in a browser: the same before and after hydration, and of use in forms with and without JavaScript. */
import {afterEach, describe, expect, it} from 'vitest'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, type Visitor} from '../kit/browser.ts'
import {hydrated, violations} from '../kit/browser-judge.ts'
import {type Mode, visitorIn, withoutScript, withScript} from '../kit/modes.ts'
import {keeper, partsDocument, partsFixture} from '../kit/parts.ts'
import {sqlite} from '../kit/store-databases.ts'

const stopping: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

async function opened(mode: Mode): Promise<Visitor & {url: string}> {
  const {app} = await partsFixture({address: await sqlite.make(partsDocument)})
  const server = await listen(app, {port: 0, host: '127.0.0.1'})
  stopping.push(() => server.stop(100))
  const visitor = await visitorIn(await sharedBrowser(), mode)
  stopping.push(() => visitor.context.close())
  const {page} = visitor
  page.setDefaultTimeout(15_000)
  await page.request.post(`${server.url}/sign-up`, {form: {...keeper}, headers: {origin: server.url}})
  return {...visitor, url: server.url}
}

describe.each([withScript, withoutScript])('parts of own code $name', mode => {
  it('edit and show a field', async () => {
    const {page, url, complaints} = await opened(mode)
    await page.goto(`${url}/rooms/new`)
    if (mode === withScript) await page.evaluate(hydrated)
    await page.getByLabel('Name').fill('Attic')
    await page.getByLabel('Colour').fill('plum')
    if (mode === withScript) {
      await page.getByText('Now plum').waitFor()
      await page.getByRole('button', {name: 'Teal'}).click()
      await page.getByText('Now teal').waitFor()
      expect(await page.getByLabel('Colour').inputValue()).toBe('teal')
    }
    await page.getByLabel('Size').selectOption('large')
    await page.locator('button[value=create]').click()
    await page.waitForURL(/rooms\/[0-9a-f-]{36}/)
    await page.getByText(mode === withScript ? 'teal|teal' : 'plum|plum').waitFor()
    await page.goto(url)
    await page.getByText('1001').waitFor()
    expect(complaints).toEqual([])
    if (mode === withScript) expect(await violations(page)).toEqual([])
  })
})

it('keeps what was typed before the page was hydrated', async () => {
  const {page, url, complaints} = await opened(withScript)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/own-fields-ColourPicker-.*\.js/, async route => {
    await held
    await route.continue()
  })
  await page.goto(`${url}/rooms/new`, {waitUntil: 'commit'})
  await page.getByLabel('Colour').fill('early')
  release()
  await page.evaluate(hydrated)
  await page.getByText('Now early').waitFor()
  expect(await page.getByLabel('Colour').inputValue()).toBe('early')
  expect(complaints).toEqual([])
})

it('moves nothing when it is hydrated', async () => {
  const {page, url} = await opened(withScript)
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, {moved})
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & {value: number}).value)
    }).observe({type: 'layout-shift', buffered: true})
  })
  for (const path of ['/rooms/new', '/', '/rooms']) {
    await page.goto(`${url}${path}`)
    await page.evaluate(hydrated)
    const moved = await page.evaluate(() => (window as Window & {moved?: number[]}).moved ?? [-1])
    expect([path, moved.reduce((sum, value) => sum + value, 0)]).toEqual([path, expect.closeTo(0, 3)])
  }
})
