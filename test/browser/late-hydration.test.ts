/** A slow network: people fill in a form before its script is loaded, and nothing is lost. */

import type {Browser, Route} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {sharedBrowser, visitor} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
import {creating, done} from '../kit/engine.ts'
import {type Served, serveDocument} from '../kit/served.ts'

const document = `# Parcels

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Parcels | / | list of Parcel | everyone |
| New parcel | /new | form for Parcel | everyone |
| Parcel | /parcels/:number | record of Parcel | everyone |

## 3. Entities

### City

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |

### Parcel

- named by: what

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial from 1 | | |
| what | text 1..40 | yes | |
| city | City | yes | |
| stops | many City | | |
| due | date | | |
| fragile | yes/no | yes | no |
| note | long text 0..400 | | "Leave at the door" |
| pieces | list of Piece by parcel | | |

### Piece

- part of: Parcel
- named by: name

| Field | Type | Required |
|---|---|---|
| parcel | Parcel | yes |
| name | text 1..40 | yes |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | all | Parcel, Piece, City |
`

let browser: Browser
let served: Served

beforeAll(async () => {
  browser = await sharedBrowser()
  served = await serveDocument(document)
  const cities = ['Aachen', 'Bonn', 'Celle', 'Dresden', 'Essen', 'Fulda', 'Gera', 'Halle', 'Jena', 'Kiel', 'Lübeck']
  done(
    await served.engine.change(
      operator,
      cities.map(name => creating('City', {name})),
    ),
  )
})
afterAll(async () => {
  await served.stop()
})

function heldBack() {
  const {promise, resolve} = Promise.withResolvers<void>()
  const handle = async (route: Route) => {
    await promise
    await route.continue()
  }
  return {handle, release: () => resolve()}
}

describe('a form whose script loads late', () => {
  it('keeps text, choices, dates, boxes, rows and the focus, does not shift, and can be saved', async () => {
    const {page, context, complaints} = await visitor(browser)
    const {handle, release} = heldBack()
    await page.route('**/_nonet/*.js', handle)
    await page.goto(`${served.url}/new`, {waitUntil: 'commit'})
    await page.getByLabel('What').fill('Vase')
    await page.getByLabel('City').selectOption({label: 'Kiel'})
    await page.getByLabel(/^Due/).fill('2026-05-04')
    await page.getByLabel('Fragile').check()
    await page.getByRole('group', {name: 'Pieces, row 1'}).getByLabel('Name').fill('vase')
    await page.getByRole('group', {name: 'Pieces, row 2'}).getByLabel('Name').fill('lid')
    await page.getByRole('group', {name: 'Pieces, row 2'}).getByLabel('Position').fill('1')
    await page.getByLabel(/Note/).fill('Ring twice')
    const places = () =>
      page.evaluate(`[...document.querySelectorAll('.field, .buttons')].map(each => each.getBoundingClientRect().top)`)
    const before = await places()
    release()
    await page.evaluate(hydrated)
    await page.getByRole('combobox', {name: 'City'}).and(page.locator('input')).waitFor()
    expect(await places()).toEqual(before)
    expect(await page.getByLabel(/Note/).inputValue()).toBe('Ring twice')
    expect(await page.evaluate('document.activeElement.id')).toBe('field-note')
    expect(await page.getByRole('combobox', {name: 'City'}).inputValue()).toBe('Kiel')
    expect(await page.getByLabel(/^Due/).inputValue()).toBe('2026-05-04')
    await page.getByRole('button', {name: 'Save'}).click()
    await page.getByRole('heading', {level: 1, name: 'Vase'}).waitFor()
    const text = await page.getByRole('main').textContent()
    for (const part of ['Kiel', '4 May', 'Ring twice']) expect(text).toContain(part)
    await page.getByRole('link', {name: 'Edit'}).click()
    await page.getByRole('heading', {level: 1, name: /^Edit/}).waitFor()
    const names = page.getByRole('group', {name: /row \d/}).getByLabel('Name')
    expect(await names.evaluateAll(all => all.map(each => (each as HTMLInputElement).value))).toEqual([
      'lid',
      'vase',
      '',
      '',
    ])
    expect(await page.getByLabel('Fragile').isChecked()).toBe(true)

    // Several records: the chosen ones, and the others in a box as high as the picker that replaces it.
    await page.getByRole('combobox', {name: /^Stops/}).fill('Gera')
    await page.getByRole('option', {name: 'Gera'}).click()
    await page.getByRole('button', {name: 'Save'}).click()
    await page.getByRole('heading', {level: 1, name: 'Vase'}).waitFor()
    const again = heldBack()
    await page.route('**/_nonet/*.js', again.handle)
    await page.goto(`${served.url}/parcels/1?edit`, {waitUntil: 'commit'})
    await page.getByRole('checkbox', {name: 'Gera'}).waitFor()
    await page.getByRole('button', {name: 'Save'}).waitFor()
    const filled = await places()
    again.release()
    await page
      .getByRole('combobox', {name: /^Stops/})
      .and(page.locator('input'))
      .waitFor()
    expect(await places()).toEqual(filled)
    expect(await page.getByRole('checkbox', {name: 'Gera'}).isChecked()).toBe(true)
    expect(complaints).toEqual([])
    await context.close()
  })
})
