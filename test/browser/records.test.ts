import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {sharedBrowser, visitor} from '../kit/browser.ts'
import {creating} from '../kit/engine.ts'
import {alert, button, column, field, heading, link} from '../kit/find.ts'
import {lostProperty} from '../kit/lost-property.ts'
import {type Served, serveDocument} from '../kit/served.ts'

let browser: Browser
let served: Served

beforeAll(async () => {
  browser = await sharedBrowser()
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
  await served.stop()
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('records %s', (_name, javaScriptEnabled) => {
  it('are listed, sorted, searched and paged through', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(served.url)
    const names = () => column(v.page, 'What')
    expect((await names())[0]).toBe('Umbrella 25')
    expect(await names()).toHaveLength(10)
    expect(await v.page.getByText(/^2\d things$/).count()).toBe(1)
    expect(await v.page.getByRole('cell', {name: 'New', exact: true}).count()).toBe(5)
    await link(v.page, 'Next').click()
    await v.page.getByText('Umbrella 15', {exact: true}).waitFor()
    await link(v.page, 'Previous').click()
    await v.page.getByText('Umbrella 25', {exact: true}).waitFor()
    await link(v.page, 'Number').click()
    await v.page.getByRole('columnheader', {name: 'Number'}).and(v.page.locator('[aria-sort=ascending]')).waitFor()
    expect((await names())[0]).toBe('Umbrella 1')
    // A client-rendered page has no attributes that the server would not write.
    expect(await v.page.locator('select').count()).toBeGreaterThan(0)
    expect(await v.page.locator('[defaultvalue]').count()).toBe(0)
    await v.page.goto(`${served.url}/?sort=inner`)
    expect(await names()).toHaveLength(10)
    await v.context.close()
  })

  it('are created by a form that keeps all input when it is rejected', async () => {
    const v = await visitor(browser, {javaScriptEnabled})
    await v.page.goto(served.url)
    await v.page.getByRole('link', {name: 'Report a thing'}).first().click()
    await heading(v.page, 'Report a thing').waitFor()
    expect(await field(v.page, 'Found').inputValue()).toBe('2026-03-10')
    await field(v.page, 'Note').fill('first line\nsecond 😀')
    await field(v.page, 'Worth').fill('a lot')
    await field(v.page, 'Wet').check()
    await button(v.page, 'Save').click()
    await alert(v.page).waitFor()
    expect(await alert(v.page).textContent()).toContain('There are 3 problems')
    expect(await v.page.getByRole('textbox', {name: 'What', description: /This is needed\./}).count()).toBe(1)
    expect(await field(v.page, 'Note').inputValue()).toBe('first line\nsecond 😀')
    expect(await field(v.page, 'Worth').inputValue()).toBe('a lot')
    expect(await field(v.page, 'Wet').isChecked()).toBe(true)
    await field(v.page, 'What').fill(`Scarf ${javaScriptEnabled}`)
    await field(v.page, 'Place').selectOption({label: 'Café Zürich'})
    await field(v.page, 'Worth').fill('12.5')
    await field(v.page, 'Found').fill('2025-03-10')
    await button(v.page, 'Save').click()
    await heading(v.page, `Scarf ${javaScriptEnabled}`).waitFor()
    expect(new URL(v.page.url()).pathname).toMatch(/^\/things\/\d+$/)
    const text = await v.page.getByRole('main').textContent()
    for (const part of ['Café Zürich', 'Worth12.5', 'Yes', 'second 😀', '10 Mar 2025', 'Created'])
      expect(text).toContain(part)
    expect(text).not.toContain('Inner')
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
})

describe('records', () => {
  it('that may not be read do not exist', async () => {
    for (const number of [26, 999]) expect((await fetch(`${served.url}/things/${number}`)).status).toBe(404)
  })

  it('cannot be given fields that are not on the form', async () => {
    const response = await fetch(`${served.url}/report`, {
      method: 'POST',
      body: new URLSearchParams([
        ['_action', 'create'],
        ['what', 'Hat'],
        ['place', 'Platform 3'],
        ['inner', 'x'],
        ['status', 'returned'],
        ['created', '2020-01-01'],
        ['__proto__', 'x'],
      ]),
      headers: {'sec-fetch-site': 'same-origin'},
    })
    expect(response.status).toBe(403)
  })
})
