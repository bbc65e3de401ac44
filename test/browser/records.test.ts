import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {operator} from '../../src/engine/actor.ts'
import {launchBrowser, visitor} from '../kit/browser.ts'
import {creating} from '../kit/engine.ts'
import {lostProperty} from '../kit/lost-property.ts'
import {type Served, serveDocument} from '../kit/served.ts'

let browser: Browser
let served: Served

beforeAll(async () => {
  browser = await launchBrowser()
  served = await serveDocument(lostProperty)
  const {engine} = served
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
  await served.stop()
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('records %s', (_name, javaScriptEnabled) => {
  it('are listed, sorted, searched and paged through', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(served.url)
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
    // A page that was drawn here has no attribute that the server would not write.
    expect(await v.page.locator('select').count()).toBeGreaterThan(0)
    expect(await v.page.locator('[defaultvalue]').count()).toBe(0)
    await v.page.goto(`${served.url}/?sort=inner`)
    expect(await names()).toHaveLength(10)
    await v.context.close()
  })

  it('that may not be read are not there at all', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    const response = await v.page.goto(`${served.url}/things/26`)
    expect(response?.status()).toBe(404)
    const unknown = await v.page.goto(`${served.url}/things/999`)
    expect(unknown?.status()).toBe(404)
    await v.context.close()
  })

  it('are made by a form that keeps everything typed when it is refused', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(served.url)
    await v.page.click('a:has-text("Report a thing")')
    await v.page.waitForSelector('h1:text("Report a thing")')
    expect(await v.page.inputValue('#field-found')).toBe('2026-03-10')
    await v.page.fill('#field-note', 'first line\nsecond 😀')
    await v.page.fill('#field-worth', 'a lot')
    await v.page.check('#field-wet')
    await v.page.click('button:text-is("Save")')
    await v.page.waitForSelector('.summary')
    expect(await v.page.textContent('.summary')).toContain('There are 3 problems')
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
    await v.page.goto(`${served.url}/report`)
    const response = await v.context.request.post(`${served.url}/report`, {
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
