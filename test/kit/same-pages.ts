/**
 * The same steps through a product in several browsers: with JavaScript, without the Navigation API, and without
 * JavaScript. Each step must show the same. On the way the session expires while something is typed.
 */

import type {Locator} from 'playwright-core'
import {expect, it, onTestFinished} from 'vitest'
import {openFolder, operator} from '../../src/screens/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, type Visitor} from './browser.ts'
import {newFolder} from './cli.ts'
import {diary} from './diary.ts'
import {creating, done} from './engine.ts'
import {alert, field, heading, link} from './find.ts'
import {type Mode, visitorIn, withScript} from './modes.ts'
import {peopleFixture} from './people.ts'

const story = 'It rained.\nThen <it> did "not" 😀'

/** What a person sees: the address, and the content. */
type Seen = readonly [step: string, address: string, title: string, text: string]

class Walk {
  readonly seen: Seen[] = []
  private readonly v: Visitor
  private readonly url: string
  private readonly mode: Mode

  constructor(v: Visitor, url: string, mode: Mode) {
    this.v = v
    this.url = url
    this.mode = mode
  }

  /** Waits for the expected element, and records the page. */
  private async see(step: string, there: Locator): Promise<void> {
    const {page} = this.v
    await there.waitFor()
    const text = await page.getByRole('main').evaluate(textBesideFilters)
    // Dropping files and keeping drafts need JavaScript, so only pages with it mention them.
    const forAll = this.mode.script
      ? text.replace(/Unsaved changes are kept in this browser tab\.|Drop files here or\s+choose files/g, '')
      : text
    const same = forAll.replace(/\s+/g, ' ').trim()
    this.seen.push([step, withoutEmpty(page.url()).slice(this.url.length), await page.title(), same])
  }

  private heading = (name: string) => heading(this.v.page, name)
  private press = (name: string) => this.v.page.getByRole('main').getByRole('button', {name, exact: true}).click()
  private title = (sort: 'ascending' | 'none') =>
    this.v.page.getByRole('columnheader', {name: 'Title'}).and(this.v.page.locator(`[aria-sort=${sort}]`))

  private async typed(): Promise<void> {
    const {page} = this.v
    const controls = page.locator('main form').locator('input:not([type=hidden], [type=file]), textarea, select')
    this.seen.push(['typed', '', '', JSON.stringify(await controls.evaluateAll(valuesOf))])
  }

  async join(): Promise<void> {
    const {page} = this.v
    await page.goto(`${this.url}/notes`)
    await this.see('led to sign in', this.heading('Sign in'))
    await page.getByRole('link', {name: 'New here? Sign up'}).click()
    await this.see('a link', this.heading('Sign up'))
    await field(page, 'Name').fill('Finn Ott')
    await field(page, 'Email').fill('finn@example.com')
    await field(page, 'Password').fill('staple-horse-lamp')
    await this.press('Sign up')
    await this.see('signed up, and led back', this.heading('Notes'))
  }

  async write(title: string): Promise<void> {
    const {page} = this.v
    await page.goto(`${this.url}/notes`)
    await page.getByRole('link', {name: 'New note'}).first().click()
    await this.see('a form', this.heading('New note'))
    await field(page, 'Story').fill(story)
    await field(page, 'Dear').check()
    await this.press('Save')
    await this.see('refused', alert(page))
    await this.typed()
    await field(page, 'Title').fill(title)
    await field(page, 'Mood').selectOption('bad')
    await this.press('Save')
    await this.see('created', this.heading(title))
  }

  async goAbout(): Promise<void> {
    const {page} = this.v
    await link(page, 'Notes').click()
    await this.see('a link back', this.heading('Notes'))
    await this.filterByMood()
    await page.waitForURL(/mood=bad/)
    await this.showsFilter()
    await this.see('filtered', page.getByRole('table').filter({hasNotText: 'Nothing'}))
    await link(page, 'Title').click()
    await page.waitForURL(/sort=/)
    await this.see('sorted', this.title('ascending'))
    await page.goBack()
    await page.waitForURL(url => !url.search.includes('sort='))
    await this.see('Back', this.title('none'))
    await page.goForward()
    await page.waitForURL(/sort=/)
    await this.see('Forward', this.title('ascending'))
    await page.goto(`${this.url}/notes/99`)
    await this.see('missing', this.heading('Page not found'))
    await page.goto(`${this.url}/nowhere`)
    await this.see('unknown', this.heading('Page not found'))
  }

  /** Chips with client-side navigation; otherwise controls of a form. */
  private async filterByMood(): Promise<void> {
    const {page} = this.v
    if (this.mode.navigates) {
      await page.getByRole('button', {name: 'Filter', exact: true}).click()
      await page.getByRole('option', {name: 'Mood', exact: true}).click()
      await page.getByRole('option', {name: 'Bad', exact: true}).click()
      return
    }
    if (this.mode.script) await page.getByRole('main').locator('summary').getByText('Filter').click()
    await field(page, 'Mood').selectOption('bad')
    if (!this.mode.script) await this.press('Apply filters')
  }

  /** The filters look different in each mode, but all show the current filter and how to clear it. */
  private async showsFilter(): Promise<void> {
    const {page} = this.v
    await link(page, 'Clear filters').waitFor()
    if (this.mode.navigates) await page.getByRole('group', {name: 'Mood is Bad', exact: true}).waitFor()
    else await expect.poll(() => field(page, 'Mood').inputValue()).toBe('bad')
  }

  async act(): Promise<void> {
    const {page} = this.v
    await page.goto(`${this.url}/notes/2?action=shut`)
    await this.see('asked', this.heading('Shut'))
    await this.press('Shut')
    await this.see('refused', alert(page))
    await field(page, 'Why').fill('enough')
    await this.press('Shut')
    await this.see('done', page.locator('[aria-current=step]').getByText('Shut'))
  }

  /** The page is reloaded and the session expires while a person types: the input is restored, and nothing is saved. */
  async loseSession(): Promise<void> {
    const {page, context} = this.v
    await page.goto(`${this.url}/notes/new`)
    await field(page, 'Title').fill('Kept')
    await field(page, 'Story').fill(story)
    await field(page, 'Dear').check()
    if (this.mode.script) {
      await page.reload()
      await page.getByText('We restored your unsaved changes.').waitFor()
      expect(await field(page, 'Story').inputValue()).toBe(story)
    }
    await context.clearCookies()
    await this.press('Save')
    await this.see('asked to sign in', this.heading('Sign in'))
    await field(page, 'Email').fill('finn@example.com')
    await field(page, 'Password').fill('staple-horse-lamp')
    await this.press('Sign in')
    await this.see('back in the form', this.heading('New note'))
    await this.typed()
    await this.press('Save')
    await this.see('saved', this.heading('Kept'))
    await page.goto(`${this.url}/notes`)
    await this.see('once', page.getByRole('row').filter({hasText: 'Kept'}))
  }

  /** More than the page accepts: there is a link back, and a draft is mentioned only if one is kept. */
  async sendTooMuch(): Promise<void> {
    const {page} = this.v
    await page.goto(`${this.url}/notes/new`)
    await field(page, 'Title').fill('Long')
    // Nobody could type this much.
    await field(page, 'Story').evaluate((text: HTMLTextAreaElement) => {
      // Chromium takes seconds to lay it out, and longer if it is one line.
      const hidden = new CSSStyleSheet()
      hidden.replaceSync('textarea { display: none }')
      document.adoptedStyleSheets.push(hidden)
      text.value = `${'x'.repeat(99)}\n`.repeat(11_000)
    })
    await this.press('Save')
    const promised = page.getByText('Your entries are saved in this tab')
    await expect.poll(() => promised.isVisible()).toBe(this.mode.script)
    await link(page, 'Go back').click()
    await this.heading('New note').waitFor()
    await expect.poll(() => field(page, 'Title').inputValue()).toBe(this.mode.script ? 'Long' : '')
  }
}

/** A plain form also sends empty fields. */
function withoutEmpty(address: string): string {
  const url = new URL(address)
  url.search = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== '')).toString()
  return url.href
}

/** The visible text, without closed dialogs and filters. Runs in the page. */
function textBesideFilters(main: HTMLElement): string {
  const filters = [...main.querySelectorAll<HTMLElement>('form[method=get]')]
  for (const each of filters) each.style.display = 'none'
  // biome-ignore lint/performance/useDomNodeTextContent: only what is seen counts
  const text = main.innerText
  for (const each of filters) each.style.display = ''
  return text
}

/** Runs in the page. */
function valuesOf(controls: Element[]): unknown[] {
  return controls.map(control => {
    const {name, type, value, checked} = control as HTMLInputElement
    return [name, type === 'checkbox' ? checked : value]
  })
}

async function walked(mode: Mode, beginning = false): Promise<readonly Seen[]> {
  const folder = newFolder()
  const files = await openFolder(`${folder}/files`)
  const fixture = await peopleFixture({address: `sqlite:${folder}/data.sqlite`, document: diary, records: true, files})
  done(await fixture.engine.change(operator, [creating('Note', {title: 'Nothing', mood: 'good'})]))
  const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
  const v = await visitorIn(await sharedBrowser(), mode)
  onTestFinished(async () => {
    await v.context.close()
    await listening.stop(100)
  })
  const walk = new Walk(v, listening.url, mode)
  await walk.join()
  if (mode.script) expect(await v.page.evaluate("'navigation' in window")).toBe(mode.navigates)
  await walk.write('Day')
  await walk.goAbout()
  if (!beginning) {
    await walk.act()
    await walk.loseSession()
    await walk.sendTooMuch()
  }
  expect(v.complaints).toEqual([])
  return walk.seen
}

/** The whole sequence in these modes, and in others only its beginning, up to the first action. */
export function seesTheSame(modes: readonly Mode[], beginnings: readonly Mode[] = []): void {
  const others = [...modes, ...beginnings].map(({name}) => name).join(' and ')
  it(`the same steps through a product show the same with JavaScript, ${others}`, {timeout: 240_000}, async () => {
    const seen = await walked(withScript)
    const steps = (name: string) => seen.filter(([step]) => step === name).map(([, , , text]) => text)
    // Everything typed is restored after a rejection and after signing in; a missing record looks like an unknown
    // address.
    expect(steps('typed').at(-1)).toBe(
      JSON.stringify([
        ['title', 'Kept'],
        ['mood', ''],
        ['dear', true],
        ['story', story],
      ]),
    )
    expect(steps('missing')).toEqual(steps('unknown'))
    for (const mode of modes) expect(await walked(mode)).toEqual(seen)
    for (const mode of beginnings) {
      const begun = await walked(mode, true)
      expect(begun.length).toBeGreaterThan(8)
      expect(begun).toEqual(seen.slice(0, begun.length))
    }
  })
}
