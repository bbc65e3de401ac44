/** The shell of every page: search, the primary action, the account, themes, shortcuts and the command palette. */

import {readFileSync} from 'node:fs'
import type {Browser} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {fillSearch} from '../../src/engine/lists/search-index.ts'
import {documentSearchFields} from '../../src/engine/required-indexes.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {operator} from '../../src/screens/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, signInTo, type Visitor, visitor} from '../kit/browser.ts'
import {hydrated} from '../kit/browser-judge.ts'
import {creating, done} from '../kit/engine.ts'
import {kept} from '../kit/kept.ts'
import {peopleFixture} from '../kit/people.ts'
import {sqlite} from '../kit/store-databases.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
let assets: string
let browser: Browser

beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

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
  const address = await sqlite.make()
  const fixture = await peopleFixture({address, document: shed, demo: true, records: true, assets})
  const {engine} = fixture
  const kim = done(
    await engine.change(operator, [
      creating('User', {name: 'Kim Ode', email: 'kim@example.com', roles: ['Keeper']}),
      ...['Axe', 'Bow saw', 'Chisel'].map(name => creating('Tool', {name})),
    ]),
  )
  await engine.unitOfWork(operator, async writing => {
    for (const [entity, fields] of documentSearchFields(engine.specification, kinds))
      await fillSearch(writing, entity, fields)
    return []
  })
  const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
  const v = await visitor(browser, options)
  onTestFinished(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
    await listening.stop(100)
  })
  await signInTo(v.page, listening.url, {person: kim.id})
  await v.page.goto(listening.url)
  await v.page.getByRole('heading', {name: 'Tools', level: 1}).waitFor()
  if (options.javaScriptEnabled !== false) await v.page.evaluate(hydrated)
  return {v, url: listening.url}
}

const title = ({page}: Visitor, name: string) => page.getByRole('heading', {name, level: 1, exact: true}).waitFor()
const account = ({page}: Visitor) => page.getByRole('button', {name: /Kim Ode/})
const signOut = ({page}: Visitor) => page.getByRole('button', {name: 'Sign out'})
const palette = ({page}: Visitor) => page.getByRole('dialog').getByRole('combobox')
const closed = ({page}: Visitor) => page.getByRole('dialog').waitFor({state: 'detached'})
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
  it('links to the primary action, finds records, and opens the specification behind it', async () => {
    const {v} = await open({javaScriptEnabled})
    const {page} = v
    const menu = page.getByRole('navigation', {name: 'Main navigation'})
    await page.getByRole('link', {name: 'Add a tool'}).waitFor()
    expect(await menu.getByRole('link', {name: 'Add a tool'}).count()).toBe(0)
    const search = page.getByRole('search').getByLabel('Search').first()
    await search.fill('saw')
    if (javaScriptEnabled) await page.getByRole('option', {name: /Bow saw/}).waitFor()
    await search.press('Enter')
    await page
      .getByRole('main')
      .getByRole('link', {name: /Bow saw/})
      .click()
    await title(v, 'Bow saw')
    expect(await menu.getByRole('link', {name: 'Tools'}).getAttribute('aria-current')).toBeNull()
    const behind = page.getByRole('contentinfo').getByRole('link')
    await behind.click()
    await page.getByRole('cell', {name: '/tools/:id'}).waitFor()
    await page.getByRole('link', {name: 'Tool: fields'}).click()
    await page.getByRole('heading', {name: 'Tool', exact: true}).waitFor()
    expect(await behind.count()).toBe(0)
  })

  it('names a key only where it works', async () => {
    const {v} = await open({javaScriptEnabled, viewport: {width: 1280, height: 800}})
    const key = v.page.getByRole('link', {name: 'Add a tool'}).getByText('N', {exact: true})
    expect(await key.count()).toBe(1)
    expect(await key.isVisible()).toBe(javaScriptEnabled)
  })

  it('is light or dark as chosen, from the first paint on, until the person returns to the system setting', async () => {
    const {v, url} = await open({javaScriptEnabled, colorScheme: 'light'})
    const {page} = v
    const choose = async (theme: string) => {
      await account(v).click()
      await page.getByRole('button', {name: theme, exact: true}).click()
    }
    expect(await look(v)).toBe('light dark')
    await choose('Dark')
    await expect.poll(() => look(v)).toBe('dark')
    await page.goto(`${url}/words`)
    expect(await look(v)).toBe('dark')
    expect(await page.getAttribute('meta[name=color-scheme]', 'content')).toBe('dark')
    await choose('System')
    await expect.poll(() => look(v)).toBe('light dark')
    await page.goto(`${url}/words`)
    expect(await look(v)).toBe('light dark')
    await account(v).click()
    await signOut(v).click()
    await title(v, 'Sign in')
  })
})

describe('shortcuts', () => {
  it('find, move among records and open them, but not while a person types', async () => {
    const {v} = await open()
    await v.page.keyboard.press('j')
    expect(await focused(v)).toBe('Axe')
    await v.page.keyboard.press('j')
    await v.page.keyboard.press('j')
    await v.page.keyboard.press('j')
    expect(await focused(v)).toBe('Chisel')
    await v.page.keyboard.press('k')
    expect(await focused(v)).toBe('Bow saw')
    const box = v.page.getByRole('checkbox', {name: /Axe/})
    await box.focus()
    await v.page.keyboard.press('Space')
    expect(await box.isChecked()).toBe(true)
    await v.page.keyboard.press('Control+k')
    await palette(v).waitFor()
    await v.page.keyboard.press('Escape')
    await closed(v)
    await box.focus()
    await v.page.keyboard.press('j')
    expect(await focused(v)).toBe('Bow saw')
    await v.page.getByRole('button', {name: 'Delete'}).focus()
    await v.page.keyboard.press('Control+k')
    await palette(v).waitFor()
    await v.page.keyboard.press('Escape')
    await closed(v)
    await v.page.keyboard.press('/')
    const search = v.page.getByRole('search').getByLabel('Search').first()
    expect(await focused(v)).toBe(await search.getAttribute('id'))
    await v.page.keyboard.type('j/k?')
    await v.page.keyboard.press('Control+k')
    expect(await search.inputValue()).toBe('j/k?')
    expect(await v.page.getByRole('dialog').count()).toBe(0)
    await v.page.getByRole('heading', {level: 1}).focus()
    await v.page.keyboard.press('k')
    await v.page.keyboard.press('Enter')
    await title(v, 'Chisel')
    await v.page.keyboard.press('?')
    await v.page.getByRole('dialog').waitFor()
    expect(await violations(v)).toEqual([])
    await v.page.keyboard.press('Escape')
    await closed(v)
    await account(v).click()
    await signOut(v).waitFor()
    await v.page.keyboard.press('Escape')
    await signOut(v).waitFor({state: 'hidden'})
    await account(v).click()
    await v.page.getByRole('heading', {level: 1}).click()
    await signOut(v).waitFor({state: 'hidden'})
  })

  it('leave the page as it is if what they open cannot be loaded, and open it once it can', async () => {
    const {v} = await open()
    const search = v.page.getByRole('search').getByLabel('Search').first()
    await v.page.route('**/_nonet/*.js', route => route.abort())
    await v.page.keyboard.press('?')
    await expect
      .poll(async () => {
        await v.page.keyboard.press('Control+k')
        return await focused(v)
      })
      .toBe(await search.getAttribute('id'))
    await title(v, 'Tools')
    v.complaints.length = 0
    await v.page.unroute('**/_nonet/*.js')
    await v.page.getByRole('heading', {level: 1}).focus()
    await v.page.keyboard.press('Control+k')
    await palette(v).waitFor()
  })

  it('open a palette of screens, actions, recent records and search results', async () => {
    const {v, url} = await open()
    const option = (name: RegExp) => v.page.getByRole('dialog').getByRole('option', {name})
    await v.page.getByRole('main').getByRole('link', {name: 'Axe'}).click()
    await title(v, 'Axe')
    await v.page.getByRole('navigation', {name: 'Main navigation'}).getByRole('link', {name: 'Words'}).click()
    await title(v, 'Words')
    await v.page.keyboard.press('Control+k')
    await option(/Axe/).waitFor()
    expect(await violations(v)).toEqual([])
    await v.page.keyboard.type('chis')
    await option(/Chisel/).waitFor()
    expect(await option(/Chisel/).getAttribute('id')).toBe(await palette(v).getAttribute('aria-activedescendant'))
    await v.page.keyboard.press('Enter')
    await title(v, 'Chisel')
    expect(await v.page.getByRole('dialog').count()).toBe(0)
    await v.page.keyboard.press('Control+k')
    await palette(v).waitFor()
    await v.page.keyboard.type('words')
    await v.page.keyboard.press('Enter')
    await title(v, 'Words')

    // Nothing of the person stays in the browser after signing out.
    const stored = () => v.page.evaluate('localStorage.getItem("nonet-recent")')
    expect(await stored()).toContain('Axe')
    await v.page.goto(`${url}/account`)
    await v.page.getByRole('main').getByRole('button', {name: 'Sign out'}).click()
    await title(v, 'Sign in')
    await expect.poll(stored).toBe(null)
  })
})

describe.each([
  ['light', 1200, '/_book/2?lines=13'],
  ['dark', 390, '/search?q=saw'],
] as const)('the shell in %s, %i wide', (colorScheme, width, judged) => {
  it('is accessible with open menus, does not scroll sideways, and has targets of 24 pixels', async () => {
    const {v, url} = await open({colorScheme, viewport: {width, height: 800}})
    for (const path of ['/search?q=saw', '/search?q=zzz', '/_book/2?lines=13', '/words']) {
      await v.page.goto(url + path)
      if (width < 800) await v.page.getByText('More', {exact: true}).click()
      await account(v).click()
      // The menus are the same on each; what is beside them, without menus, is judged with every screen.
      if (path === judged || process.env['NONET_TEST_LOOKS'] === 'all')
        expect([path, await violations(v)]).toEqual([path, []])
      expect(await v.page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
      const small = `[...document.querySelectorAll('.side :is(a, button, summary), .top :is(a, input), .hit, .book nav a')]
        .map(each => [each.textContent, each.getBoundingClientRect()]).filter(([, box]) => box.height > 0 && box.height < 24 && box.width > 1)
        .map(([text]) => text)`
      expect([path, await v.page.evaluate(small)]).toEqual([path, []])
    }
  })
})

describe('a slow network', () => {
  it('D39: marks the menu entry immediately, shows an outline, and then the page', async () => {
    const {v} = await open()
    let answer = () => {}
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    await v.page.route(/\/words/, async route => {
      await held
      await route.continue()
    })
    const words = v.page.getByRole('navigation', {name: 'Main navigation'}).getByRole('link', {name: 'Words'})
    await words.click()
    await expect.poll(() => words.getAttribute('aria-current')).toBe('page')
    await v.page.locator('.skeleton').getByText('Words').waitFor()
    expect(await v.page.getByRole('heading', {name: 'Tools', level: 1}).isVisible()).toBe(false)
    answer()
    await title(v, 'Words')
    expect(await v.page.locator('.skeleton').count()).toBe(0)
  })
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('the menu on a phone %s', (_name, javaScriptEnabled) => {
  it('opens with a button, does not shift the page, leads to a screen and closes there', async () => {
    const {v} = await open({javaScriptEnabled, viewport: {width: 390, height: 800}})
    const words = v.page.getByRole('navigation', {name: 'Main navigation'}).getByRole('link', {name: 'Words'})
    expect(await words.isVisible()).toBe(false)
    const before = await v.page.getByRole('heading', {level: 1}).boundingBox()
    await v.page.locator('summary', {hasText: 'More'}).press('Enter')
    expect(await words.isVisible()).toBe(true)
    expect(await v.page.getByRole('heading', {level: 1}).boundingBox()).toEqual(before)
    if (javaScriptEnabled) expect(await violations(v)).toEqual([])
    await words.click()
    await title(v, 'Words')
    expect(await words.isVisible()).toBe(false)
    const low = `[...document.querySelectorAll('.quick a, .opens summary, .top .end > *')].map(each => each.getBoundingClientRect())
      .filter(box => box.width > 0 && (box.width < 44 || box.height < 44)).length`
    expect(await v.page.evaluate(low)).toBe(0)
    await v.page.getByRole('navigation', {name: 'Quick navigation'}).getByRole('link', {name: 'Add a tool'}).click()
    await title(v, 'Add a tool')
  })
})
