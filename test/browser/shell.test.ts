/** What stands around every page: search, the lead action, the account, light and dark, keys and the palette. */
import {readFileSync} from 'node:fs'
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {operator} from '../../src/engine/actor.ts'
import {documentSearches} from '../../src/engine/document-wishes.ts'
import {fillSearch} from '../../src/engine/search/keep.ts'
import {listen} from '../../src/server/serve.ts'
import {launchBrowser, type Visitor, visitor} from '../kit/browser.ts'
import {creating, done} from '../kit/engine.ts'
import {kept} from '../kit/kept.ts'
import {peopleFixture} from '../kit/people.ts'
import {stores} from '../kit/store-databases.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
let assets: string
let browser: Browser

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const shed = `# Shed

## 1. What the product does and for whom

Tools are lent.

- shows its specification: Keeper

## 2. Screens and routes

| Screen | Route | Shows | For |
|---|---|---|---|
| Tools | / | list of Tool | Keeper |
| Tool | /tools/:id | record of Tool | Keeper |
| Add a tool | /new | form for Tool | Keeper |
| Words | /words | page | everyone |

### Words

Be kind.

## 3. Entities and their fields

### Tool

- named by: name

| Field | Type | Required |
|---|---|---|
| name | text 1..80 | yes |

## 6. Roles and permissions

| Role | Meaning | Joins by |
|---|---|---|
| Keeper | keeps | invitation |

| Role | May | On |
|---|---|---|
| Keeper | all | Tool |
| Keeper | read | User |
`

async function open(options: Parameters<typeof visitor>[1] = {}): Promise<{v: Visitor; url: string}> {
  const address = (await stores[0]?.make()) ?? ''
  const fixture = await peopleFixture({address, document: shed, demo: true, records: true, assets})
  const {engine} = fixture
  done(
    await engine.change(operator, [
      creating('User', {name: 'Kim Ode', email: 'kim@example.com', roles: ['Keeper']}),
      ...['Axe', 'Bow saw', 'Chisel'].map(name => creating('Tool', {name})),
    ]),
  )
  await engine.within(operator, async writing => {
    for (const [entity, fields] of documentSearches(engine.specification)) await fillSearch(writing, entity, fields)
    return []
  })
  const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
  const v = await visitor(browser, options)
  onTestFinished(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
    await listening.stop(100)
  })
  await v.page.goto(`${listening.url}/sign-in`)
  await v.page.click('.people button:has-text("Kim Ode")')
  await v.page.waitForSelector('h1:text-is("Tools")')
  // Keys come a moment after the page.
  await v.page.waitForLoadState('networkidle')
  return {v, url: listening.url}
}

const focused = ({page}: Visitor) => page.evaluate('document.activeElement.textContent || document.activeElement.id')
const look = ({page}: Visitor) => page.evaluate('getComputedStyle(document.documentElement).colorScheme')

async function violations({page}: Visitor): Promise<string[]> {
  await page.evaluate(axe)
  const result = (await page.evaluate('axe.run()')) as {violations: {id: string; nodes: {html: string}[]}[]}
  return result.violations.map(({id, nodes}) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('every page %s', (_name, javaScriptEnabled) => {
  it('leads to what most came for, finds records, and opens the lines behind it', async () => {
    const {v} = await open({javaScriptEnabled})
    expect(await v.page.textContent('.top .lead')).toBe('Add a tool')
    expect(await v.page.textContent('.menu')).not.toContain('Add a tool')
    await v.page.fill('#find', 'saw')
    await v.page.press('#find', 'Enter')
    await v.page.click('.found a:has-text("Bow saw")')
    await v.page.waitForSelector('h1:text-is("Bow saw")')
    expect(await v.page.getAttribute('.menu a:has-text("Tools")', 'aria-current')).toBeNull()
    await v.page.click('.behind a')
    await v.page.waitForSelector('.book tr.marked:has-text("/tools/:id")')
    await v.page.click('.book nav >> text=Tool: fields')
    await v.page.waitForSelector('.book h2.marked:text-is("Tool")')
    expect(await v.page.locator('.behind').count()).toBe(0)
  })

  it('is light or dark as somebody chose, from the first paint on, until they leave it to the system', async () => {
    const {v, url} = await open({javaScriptEnabled, colorScheme: 'light'})
    expect(await look(v)).toBe('light dark')
    await v.page.click('.me summary')
    await v.page.click('.look button:has-text("Dark")')
    await v.page.waitForSelector('html[data-look="dark"]')
    await v.page.waitForSelector('.look button[aria-pressed="true"]:has-text("Dark")', {state: 'attached'})
    await v.page.goto(`${url}/words`)
    expect(await look(v)).toBe('dark')
    expect(await v.page.getAttribute('meta[name=color-scheme]', 'content')).toBe('dark')
    if (!(await v.page.isVisible('.look'))) await v.page.click('.me summary')
    await v.page.click('.look button:has-text("System")')
    await v.page.waitForSelector('html:not([data-look])')
    await v.page.goto(`${url}/words`)
    expect(await look(v)).toBe('light dark')
    await v.page.click('.me summary')
    await v.page.click('.me button:has-text("Sign out")')
    await v.page.waitForSelector('h1:text-is("Sign in")')
  })
})

describe('keys', () => {
  it('find, move among records and open them, but not while somebody types', async () => {
    const {v} = await open()
    await v.page.keyboard.press('j')
    expect(await focused(v)).toBe('Axe')
    await v.page.keyboard.press('j')
    await v.page.keyboard.press('j')
    await v.page.keyboard.press('j')
    expect(await focused(v)).toBe('Chisel')
    await v.page.keyboard.press('k')
    expect(await focused(v)).toBe('Bow saw')
    const box = v.page.locator('input[name="_record"]').first()
    await box.focus()
    await v.page.keyboard.press('Space')
    expect(await box.isChecked()).toBe(true)
    await v.page.keyboard.press('Control+k')
    await v.page.waitForSelector('dialog.palette input')
    await v.page.keyboard.press('Escape')
    await v.page.waitForSelector('dialog', {state: 'detached'})
    await box.focus()
    await v.page.keyboard.press('j')
    expect(await focused(v)).toBe('Bow saw')
    await v.page.focus('main button[type=submit]:visible')
    await v.page.keyboard.press('Control+k')
    await v.page.waitForSelector('dialog.palette input')
    await v.page.keyboard.press('Escape')
    await v.page.waitForSelector('dialog', {state: 'detached'})
    await v.page.keyboard.press('/')
    expect(await focused(v)).toBe('find')
    await v.page.keyboard.type('j/k?')
    await v.page.keyboard.press('Control+k')
    expect(await v.page.inputValue('#find')).toBe('j/k?')
    expect(await v.page.locator('dialog').count()).toBe(0)
    await v.page.focus('h1')
    await v.page.keyboard.press('k')
    await v.page.keyboard.press('Enter')
    await v.page.waitForSelector('h1:text-is("Chisel")')
    await v.page.keyboard.press('?')
    await v.page.waitForSelector('dialog.keys')
    expect(await violations(v)).toEqual([])
    await v.page.keyboard.press('Escape')
    await v.page.waitForSelector('dialog', {state: 'detached'})
    await v.page.click('.me summary')
    await v.page.waitForSelector('.me[open]')
    await v.page.keyboard.press('Escape')
    await v.page.waitForSelector('.me:not([open])')
    await v.page.click('.me summary')
    await v.page.click('h1')
    await v.page.waitForSelector('.me:not([open])')
  })

  it('open a palette of screens, actions, records opened before and records found', async () => {
    const {v} = await open()
    await v.page.click('main a:has-text("Axe")')
    await v.page.waitForSelector('h1:text-is("Axe")')
    await v.page.click('.menu >> text=Words')
    await v.page.waitForSelector('h1:text-is("Words")')
    await v.page.keyboard.press('Control+k')
    await v.page.waitForSelector('dialog.palette [role=option]:has-text("Axe")')
    expect(await v.page.getAttribute('.palette [aria-selected=true]', 'id')).toBe(
      await v.page.getAttribute('.palette input', 'aria-activedescendant'),
    )
    expect(await violations(v)).toEqual([])
    await v.page.keyboard.type('chis')
    await v.page.waitForSelector('.palette [role=option]:has-text("Chisel")')
    await v.page.keyboard.press('Enter')
    await v.page.waitForSelector('h1:text-is("Chisel")')
    expect(await v.page.locator('dialog').count()).toBe(0)
    await v.page.keyboard.press('Control+k')
    await v.page.waitForSelector('.palette input')
    await v.page.keyboard.type('words')
    await v.page.keyboard.press('Enter')
    await v.page.waitForSelector('h1:text-is("Words")')
  })
})

describe.each([
  ['light', 1200],
  ['dark', 390],
] as const)('the frame in %s, %i wide', (colorScheme, width) => {
  it('has no violation, does not scroll sideways, and has targets of 24 pixels', async () => {
    const {v, url} = await open({colorScheme, viewport: {width, height: 800}})
    for (const path of ['/search?q=saw', '/search?q=zzz', '/_book/2?lines=13', '/words']) {
      await v.page.goto(url + path)
      await v.page.click('.me summary')
      expect([path, await violations(v)]).toEqual([path, []])
      expect(await v.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      const small = `[...document.querySelectorAll('.side :is(a, button, summary), .top :is(a, input), .hit, .book nav a')]
        .map(each => [each.textContent, each.getBoundingClientRect()]).filter(([, box]) => box.height > 0 && box.height < 24 && box.width > 1)
        .map(([text]) => text)`
      expect([path, await v.page.evaluate(small)]).toEqual([path, []])
    }
  })
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the menu on a phone %s', (_name, javaScriptEnabled) => {
  it('opens by a button, moves nothing, leads to a screen and is closed there', async () => {
    const {v} = await open({javaScriptEnabled, viewport: {width: 390, height: 800}})
    const words = v.page.locator('.menu >> text=Words')
    expect(await words.isVisible()).toBe(false)
    const before = await v.page.locator('h1').boundingBox()
    await v.page.locator('summary[aria-label=Menu]').press('Enter')
    expect(await words.isVisible()).toBe(true)
    expect(await v.page.locator('h1').boundingBox()).toEqual(before)
    if (javaScriptEnabled) expect(await violations(v)).toEqual([])
    await words.click()
    await v.page.waitForSelector('h1:text-is("Words")')
    expect(await words.isVisible()).toBe(false)
  })
})
