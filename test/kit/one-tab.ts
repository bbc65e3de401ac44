/** One server and one browser for a test file on the fixture, and helpers for a tab. */
import type {Browser, BrowserContextOptions} from 'playwright-core'
import {afterAll, beforeAll, expect} from 'vitest'
import {mark, type ServedFixture, serveFixture, sharedBrowser, type Visitor} from './browser.ts'
import * as find from './find.ts'
import type {FixtureOptions} from './fixture.ts'
import {type Mode, visitorIn} from './modes.ts'

export class Served {
  private browser: Browser | null = null
  private fixture: ServedFixture | null = null

  /** For the file or describe block that creates it. */
  constructor(options: FixtureOptions = {}) {
    beforeAll(async () => {
      this.browser = await sharedBrowser()
      this.fixture = await serveFixture(options)
    })
    afterAll(async () => {
      await this.fixture?.stop()
    })
  }

  get url(): string {
    return this.made.url
  }

  get world(): ServedFixture['world'] {
    return this.made.world
  }

  /** The same server under another name is another origin. */
  get elsewhere(): string {
    return this.url.replace('127.0.0.1', 'localhost')
  }

  async visitor(mode: Mode, options: BrowserContextOptions = {}): Promise<Visitor> {
    if (!this.browser) throw new Error('the browser is not there yet')
    return visitorIn(this.browser, mode, options)
  }

  /** Moves the pointer away, because hovering prefetches links. */
  async begin(v: Visitor, path: string): Promise<void> {
    await v.page.mouse.move(0, 0)
    await v.page.goto(`${this.url}${path}`)
    await mark(v.page)
    v.requests.length = 0
  }

  private get made(): ServedFixture {
    if (!this.fixture) throw new Error('the server is not there yet')
    return this.fixture
  }
}

/** Like find.ts, for a visitor. */
export const heading = ({page}: Visitor, name: string) => find.heading(page, name).waitFor()
export const button = ({page}: Visitor, name: string) => find.button(page, name)
export const field = ({page}: Visitor, label: string) => find.field(page, label)
export const link = ({page}: Visitor, name: string) => find.link(page, name)
export const menu = ({page}: Visitor, name: string) => find.menu(page, name)
export const alert = ({page}: Visitor) => find.alert(page)
/** Waits until an output of a view has this text. */
export const output = ({page}: Visitor, name: string, text: string) =>
  page.getByRole('status', {name}).getByText(text, {exact: true}).waitFor()
export const pathOf = (v: Visitor) => new URL(v.page.url()).pathname
export const documents = (v: Visitor) => v.requests.filter(request => request.startsWith('GET document'))

/**
 * Polled from outside: the page's policy forbids evaluation inside it, and without scripts it has no animation frames.
 */
export async function until({page}: Visitor, expression: string, value: unknown = true): Promise<void> {
  await expect.poll(() => page.evaluate(expression), {timeout: 15_000}).toEqual(value)
}
