/** Rows of line items in a form, with JavaScript and without: added, ordered and saved with their owner. */

import type {Browser, Page} from 'playwright-core'
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest'
import {operator} from '../../src/screens/testing.ts'
import {sharedBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {judgingVisitor, missedByFingers, settled, wrongWith} from '../kit/browser-judge.ts'
import {creating, done} from '../kit/engine.ts'
import {button, column, field, heading, link} from '../kit/find.ts'
import {type Served, serveDocument} from '../kit/served.ts'

const document = `# Recipes

## 2. Screens

| Screen | Route | Shows | For |
|---|---|---|---|
| Recipes | / | list of Recipe | everyone |
| New recipe | /new | form for Recipe | everyone |
| Recipe | /recipes/:number | record of Recipe | everyone |

### Recipe

- with: Step by recipe

## 3. Entities

### Recipe

- named by: name

| Field | Type | Required |
|---|---|---|
| number | serial from 1 | |
| name | text 1..40 | yes |
| steps | list of Step by recipe | |

### Step

- part of: Recipe
- named by: what

| Field | Type | Required |
|---|---|---|
| recipe | Recipe | yes |
| what | text 1..40 | yes |
| minutes | number 0..600 | |
| tool | Tool | |

### Tool

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..40 | yes |

## 6. Roles

| Role | May | On |
|---|---|---|
| everyone | all | Recipe, Step, Tool |
`

let browser: Browser
let served: Served

beforeAll(async () => {
  browser = await sharedBrowser()
  served = await serveDocument(document)
  const tools = Array.from({length: 230}, (_, index) => creating('Tool', {name: `Tool ${index + 1}`}))
  done(await served.engine.change(operator, tools))
})
afterAll(async () => {
  await served.stop()
})

const row = (page: Page, index: number) => page.getByRole('group', {name: `Steps, row ${index + 1}`})
const steps = (page: Page) => page.getByRole('group', {name: /row \d/}).getByLabel('What')
const typed = (page: Page) => steps(page).evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
const shown = async (page: Page) => {
  return column(page, 'What')
}

async function begin(page: Page, ...some: string[]): Promise<void> {
  await page.goto(`${served.url}/new`)
  await field(page, 'Name').fill('Bread')
  for (const [index, what] of some.entries()) await steps(page).nth(index).fill(what)
}

async function saved(page: Page): Promise<void> {
  await page.getByRole('button', {name: /^(Save|Create)/}).click()
  await heading(page, 'Bread').waitFor()
}

describe('rows of line items', () => {
  let v: Visitor
  beforeAll(async () => {
    v = await visitor(browser)
  })
  afterEach(() => expect(v.complaints.splice(0)).toEqual([]))
  afterAll(() => v.context.close())

  it('are moved by buttons, also by keyboard; an added row moves like the others', async () => {
    const {page} = v
    await begin(page, 'knead', 'mix')
    await button(page, 'Add another').click()
    await steps(page).nth(2).fill('bake')
    expect(await page.getByLabel('Position').count()).toBe(0)
    await row(page, 1).getByLabel('Move up').click()
    expect(await typed(page)).toEqual(['mix', 'knead', 'bake'])
    await row(page, 2).getByLabel('Move up').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await typed(page)).toEqual(['bake', 'mix', 'knead'])
    await row(page, 0).getByLabel('Move down').press('Space')
    expect(await typed(page)).toEqual(['mix', 'bake', 'knead'])
    await saved(page)
    expect(await shown(page)).toEqual(['mix', 'bake', 'knead'])
  })

  it('are restored as they were left', async () => {
    const {page} = v
    await begin(page, 'knead', 'mix')
    await row(page, 0).getByLabel('Move down').click()
    await page.waitForFunction(() => Object.values(sessionStorage).some(text => text.includes('knead')))
    await page.reload()
    await page.getByText('We restored your unsaved changes.').waitFor()
    expect(await typed(page)).toEqual(['mix', 'knead'])
    await button(page, 'Add another').click()
    await steps(page).nth(2).fill('bake')
    await saved(page)
    expect(await shown(page)).toEqual(['mix', 'knead', 'bake'])
  })

  it('on a phone have targets of 44 pixels, which cover no other control', async () => {
    const phone = await judgingVisitor(browser, {viewport: {width: 390, height: 800}, hasTouch: true})
    const {page, context} = phone
    await begin(page, 'knead', 'mix')
    await settled(page)
    expect(await wrongWith(phone, [{scheme: 'light', phone: true}])).toEqual([])
    expect(await page.evaluate(missedByFingers)).toEqual([])
    await field(page, 'Name').tap()
    await row(page, 0).getByLabel('Move down').tap()
    expect(await typed(page)).toEqual(['mix', 'knead'])
    await row(page, 1).getByLabel('Remove').tap()
    await saved(page)
    expect(await shown(page)).toEqual(['mix'])
    await context.close()
  })

  it('B1: offer more records than are sent, and keep stored values', async () => {
    const {page} = v
    await begin(page, 'mix', 'bake')
    const tool = (index: number) => row(page, index).getByRole('combobox', {name: /Tool/})
    await tool(0).fill('tool 229')
    await page.getByRole('option', {name: 'Tool 229'}).click()
    await saved(page)
    await link(page, 'Edit').click()
    await expect.poll(() => tool(0).inputValue()).toBe('Tool 229')
    await row(page, 1).getByLabel('What').fill('bake well')
    await saved(page)
    expect(await page.getByRole('main').textContent()).toContain('Tool 229')
  })

  it('are moved by their numbers without JavaScript', async () => {
    const {page, context} = await visitor(browser, {javaScriptEnabled: false})
    await begin(page, 'mix', 'bake')
    await saved(page)
    await link(page, 'Edit').click()
    await row(page, 2).getByLabel('What').fill('knead')
    await row(page, 2).getByLabel('Position').fill('2')
    await saved(page)
    expect(await shown(page)).toEqual(['mix', 'knead', 'bake'])
    await link(page, 'Edit').click()
    await row(page, 0).getByLabel('Position').fill('3')
    await saved(page)
    expect(await shown(page)).toEqual(['knead', 'bake', 'mix'])
    await context.close()
  })
})
