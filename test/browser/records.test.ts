import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {operator} from '../../src/engine/actor.ts'
import {createApplication} from '../../src/engine/application.ts'
import {documentGrants} from '../../src/engine/document-grants.ts'
import type {Engine} from '../../src/engine/engine.ts'
import {createApp} from '../../src/server/app.ts'
import {Assets} from '../../src/server/assets.ts'
import {Once} from '../../src/server/once.ts'
import {type Listening, listen} from '../../src/server/serve.ts'
import {views} from '../../src/ui/views.ts'
import {launchBrowser, visitor} from '../kit/browser.ts'
import {newFolder} from '../kit/cli.ts'
import {creating, engineFor} from '../kit/engine.ts'
import {lostProperty} from '../kit/lost-property.ts'

let browser: Browser
let engine: Engine
let listening: Listening
let close: () => Promise<void>

async function serve(): Promise<void> {
  const folder = newFolder()
  writeFileSync(join(folder, 'app.md'), lostProperty)
  const made = await engineFor({
    document: lostProperty,
    address: `sqlite:${join(folder, 'data.sqlite')}`,
    grants: documentGrants,
  })
  engine = made.engine
  close = () => made.store.close()
  const application = createApplication(engine.specification, {engine})
  const app = createApp({
    application: () => application,
    assets: new Assets('dist/browser'),
    views,
    origin: null,
    log: {request: () => {}, failure: (_reference, cause) => console.error(cause)},
    once: new Once(Date.now),
    now: () => performance.now(),
    reference: () => 'TEST-0001',
  })
  listening = await listen(app, {port: 0, host: '127.0.0.1'})
}

beforeAll(async () => {
  browser = await launchBrowser()
  await serve()
  await engine.change(operator, [creating('Place', {name: 'Café Zürich'}), creating('Place', {name: 'Platform 3'})])
  const things = Array.from({length: 25}, (_, index) =>
    creating('Thing', {
      what: `Umbrella ${index + 1}`,
      place: 'Platform 3',
      found: `2026-02-${String((index % 28) + 1).padStart(2, '0')}`,
      status: index % 2 ? 'claimed' : 'new',
    }),
  )
  const outcome = await engine.change(operator, [
    ...things,
    creating('Thing', {what: 'Secret thing', place: 'Platform 3'}),
  ])
  expect(outcome.ok).toBe(true)
})
afterAll(async () => {
  await browser.close()
  await listening.stop(100)
  await close()
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('records %s', (_name, javaScriptEnabled) => {
  it('are listed, sorted, searched and paged through', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(listening.url)
    const names = () => v.page.locator('tbody td:nth-child(2)').allTextContents()
    expect((await names())[0]).toBe('Umbrella 25')
    expect(await names()).toHaveLength(10)
    expect(await v.page.textContent('.foot')).toMatch(/2\d things/)
    expect(await v.page.locator('.state.wait').count()).toBe(5)
    await v.page.click('text="Next"')
    await v.page.waitForSelector('text="Umbrella 15"')
    await v.page.click('text="Previous"')
    await v.page.waitForSelector('text="Umbrella 25"')
    await v.page.click('thead >> text="Number"')
    await v.page.waitForSelector('th[aria-sort="ascending"] >> text="Number"')
    expect((await names())[0]).toBe('Umbrella 1')
    await v.page.goto(`${listening.url}/?sort=inner`)
    expect(await names()).toHaveLength(10)
    await v.context.close()
  })

  it('that may not be read are not there at all', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    const response = await v.page.goto(`${listening.url}/things/26`)
    expect(response?.status()).toBe(404)
    const unknown = await v.page.goto(`${listening.url}/things/999`)
    expect(unknown?.status()).toBe(404)
    await v.context.close()
  })

  it('are made by a form that keeps everything typed when it is refused', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(listening.url)
    await v.page.click('a:has-text("Report a thing")')
    await v.page.waitForSelector('h1:text("Report a thing")')
    expect(await v.page.inputValue('#field-found')).toBe('2026-03-10')
    await v.page.fill('#field-note', 'first line\nsecond 😀')
    await v.page.fill('#field-worth', 'a lot')
    await v.page.check('#field-wet')
    await v.page.click('button:text-is("Save")')
    await v.page.waitForSelector('.summary')
    expect(await v.page.textContent('.summary')).toContain('3 things to mend')
    expect(await v.page.textContent('#field-what-problem')).toContain('This is needed.')
    expect(await v.page.inputValue('#field-note')).toBe('first line\nsecond 😀')
    expect(await v.page.inputValue('#field-worth')).toBe('a lot')
    expect(await v.page.isChecked('#field-wet')).toBe(true)
    await v.page.fill('#field-what', `Scarf ${javaScriptEnabled}`)
    await v.page.selectOption('#field-place', {label: 'Café Zürich'})
    await v.page.fill('#field-worth', '12.5')
    await v.page.fill('#field-found', '2025-03-10')
    await v.page.click('button:text-is("Save")')
    await v.page.waitForSelector(`h1:text("Scarf ${javaScriptEnabled}")`)
    expect(new URL(v.page.url()).pathname).toMatch(/^\/things\/\d+$/)
    const text = await v.page.textContent('main')
    for (const part of ['Café Zürich', '12.50', 'Yes', 'second 😀', 'Monday, 10 March 2025', 'create'])
      expect(text).toContain(part)
    expect(text).not.toContain('Inner')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })

  it('cannot be given fields that are not on the form', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(`${listening.url}/report`)
    const response = await v.context.request.post(`${listening.url}/report`, {
      form: {
        _action: 'create',
        what: 'Hat',
        place: 'Platform 3',
        inner: 'x',
        status: 'returned',
        created: '2020-01-01',
        __proto__: 'x',
      },
      headers: {'sec-fetch-site': 'same-origin'},
    })
    expect(response.status()).toBe(403)
    await v.context.close()
  })
})
