/**
 * People in their browsers in front of one running document, for tests of the whole life of a record; they see and
 * click what users do.
 */

import type {Browser, Locator, Page} from 'playwright-core'
import {expect, onTestFinished} from 'vitest'
import {addWithPassword} from '../../src/accounts/admin.ts'
import type {ServedCode} from '../../src/cli/served-code.ts'
import type {Json} from '../../src/feel/core.ts'
import {openFolder, operator, runSystemActions} from '../../src/screens/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {signInTo, type Visitor, visitor, type withMotion} from './browser.ts'
import {newFolder} from './cli.ts'
import {creating, done} from './engine.ts'
import {field} from './find.ts'
import {linkTo, type PeopleFixture, peopleFixture} from './people.ts'
import {type StorePlace, sqlite, stores} from './store-databases.ts'
import {rulesOfDocument} from './time-off.ts'

export const password = 'staple-horse-lamp'

export interface LifeOptions {
  readonly document: string
  readonly assets: string
  readonly browser: Browser
  readonly javaScriptEnabled: boolean
  /** The own code of the document, with the files of the build. */
  readonly own?: ServedCode
  /** How long people can undo an action, in milliseconds; without it nothing is delayed. */
  readonly undoWindow?: number
  /** Less than usual by default. */
  readonly motion?: typeof withMotion
  /** SQLite by default. */
  readonly store?: StorePlace
}

/** A mode and a database for a story. */
export interface LifeMode {
  readonly database: StorePlace['name']
  readonly script: boolean
}

/** Each mode once, and each database once: modes concern pages, databases concern statements. */
export const twoLives: readonly LifeMode[] = [
  {database: 'sqlite', script: true},
  {database: 'postgres', script: false},
]

/** Each mode on each database. */
export const everyLife: readonly LifeMode[] = (['sqlite', 'postgres'] as const).flatMap(database =>
  [true, false].map(script => ({database, script})),
)

/** For `it.each`, restricted to the tested databases: `… $mode JavaScript on $store.name`. */
export const lived = (lives: readonly LifeMode[]): readonly {store: StorePlace; script: boolean; mode: string}[] =>
  lives.flatMap(({database, script}) =>
    stores.filter(({name}) => name === database).map(store => ({store, script, mode: script ? 'with' : 'without'})),
  )

/** A server with its own empty database, on Tuesday, 10 March 2026, until the test moves its clock. */
export class Life {
  readonly fixture: PeopleFixture
  readonly url: string
  private readonly options: LifeOptions

  private constructor(fixture: PeopleFixture, url: string, options: LifeOptions) {
    this.fixture = fixture
    this.url = url
    this.options = options
  }

  static async begin(options: LifeOptions): Promise<Life> {
    const {document, assets, store = sqlite, own, undoWindow = 0} = options
    const address = await store.make(document)
    const files = await openFolder(newFolder())
    const fixture = await peopleFixture({
      address,
      document,
      assets,
      files,
      records: true,
      mails: true,
      rules: rulesOfDocument,
      undoWindow,
      ...(own && {own}),
    })
    const listening = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
    onTestFinished(() => listening.stop(100))
    return new Life(fixture, listening.url, options)
  }

  /** Records that exist before the story starts. */
  async make(entity: string, fields: Readonly<Record<string, Json>>): Promise<string> {
    return done(await this.fixture.engine.change(operator, [creating(entity, fields)])).id
  }

  /** A person added by the operator. */
  async add(name: string, ...roles: string[]): Promise<void> {
    const added = await addWithPassword(this.fixture.engine, {name, email: emailOf(name), password, roles})
    expect(added).toMatchObject({ok: true})
  }

  /** Runs the engine's background work until nothing is left to do. */
  async settle(): Promise<void> {
    for (let sweep = await this.sweep(); sweep > 0; sweep = await this.sweep());
  }

  private async sweep(): Promise<number> {
    const {performed, refused} = await runSystemActions(this.fixture.engine)
    expect(refused).toEqual([])
    return performed
  }

  async passDays(days: number): Promise<void> {
    this.fixture.clock.now += days * 86_400_000
    await this.settle()
  }

  mailedLink(name: string): string {
    return `${this.url}${linkTo(this.fixture, emailOf(name))}`
  }

  async person(name: string): Promise<Person> {
    const {browser, javaScriptEnabled, motion} = this.options
    const v = await visitor(browser, {javaScriptEnabled, ...motion})
    onTestFinished(async () => {
      expect(v.complaints).toEqual([])
      await v.context.close()
    })
    return new Person(name, v, this.url)
  }

  /** On the start page. */
  async signedIn(name: string): Promise<Person> {
    const person = await this.person(name)
    await person.enter()
    await person.goTo('/')
    return person
  }
}

export const emailOf = (name: string) => `${name.split(' ')[0]?.toLowerCase()}@example.com`

/** A person at a browser. Uses no ids or classes of a page, except to read one figure among many. */
export class Person {
  readonly page: Page
  private readonly name: string
  private readonly url: string

  constructor(name: string, {page}: Visitor, url: string) {
    this.name = name
    this.page = page
    this.url = url
  }

  goTo(path: string): Promise<unknown> {
    return this.page.goto(path.startsWith('http') ? path : this.url + path)
  }

  /** Signs in without visiting the sign-in pages. */
  async enter(): Promise<void> {
    await signInTo(this.page, this.url, {email: emailOf(this.name), password})
  }

  async signIn(): Promise<void> {
    await this.fill({Email: emailOf(this.name), Password: password})
    await this.press('Sign in')
    await this.page.getByText(this.name).first().waitFor({state: 'attached'})
  }

  /** Through the side menu, as users do. */
  async open(screen: string): Promise<void> {
    // Its name may end with the number of waiting records.
    const name = new RegExp(`^${screen.replace(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&')}( \\d+\\+?)?$`)
    const link = this.page.getByRole('navigation').getByRole('link', {name}).first()
    await link.click()
    await link.and(this.page.locator('[aria-current=page]')).waitFor()
    await this.page.locator('main:not([aria-busy])').waitFor()
  }

  async follow(link: string): Promise<void> {
    await this.page.getByRole('main').getByRole('link', {name: link, exact: true}).first().click()
  }

  /** A button, in a dialog or on a page. */
  async press(button: string): Promise<void> {
    await this.page.getByRole('main').getByRole('button', {name: button, exact: true}).click()
  }

  /** An action with inputs: in a dialog with JavaScript, on its own page without. */
  async act(action: string, answers: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.follow(`${action}…`)
    await this.page.getByRole('button', {name: action, exact: true}).waitFor()
    await this.fill(answers)
    await this.press(action)
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
  }

  async choose(label: string, option: string): Promise<void> {
    const cards = this.page.getByRole('radiogroup', {name: label}).getByRole('radio', {name: new RegExp(`^${option}`)})
    if ((await cards.count()) > 0) return cards.check()
    // A note about the option may follow its name: “Elbe – Seats 8, Harbour House”.
    const named = this.field(label).locator('option', {hasText: new RegExp(`^${option}(?: – |$)`)})
    await this.field(label).selectOption((await named.getAttribute('value')) ?? '')
  }

  /** The selected value, of cards or of a list. */
  async chosen(label: string): Promise<string | null> {
    const cards = this.page.getByRole('radiogroup', {name: label}).locator('label:has(:checked) > span')
    return (await cards.count()) > 0 ? cards.textContent() : this.field(label).locator('option:checked').textContent()
  }

  /** The part of a day in the calendar of a period. */
  async choosePart(label: string, part: string): Promise<void> {
    await this.page.getByRole('radiogroup', {name: label}).getByRole('radio', {name: part}).check({force: true})
  }

  async tick(label: string): Promise<void> {
    await this.field(label).check()
  }

  /** The control with this label; optional ones are marked after it. */
  field(label: string) {
    return field(this.page, label)
  }

  heading(text: string | RegExp): Promise<void> {
    return this.waitFor(this.page.getByRole('heading', {level: 1, name: text, exact: typeof text === 'string'}))
  }

  sees(text: string | RegExp): Promise<void> {
    return this.waitFor(this.page.getByRole('main').getByText(text).filter({visible: true}).first())
  }

  /** The state shown on a record's page. */
  async hasState(state: string): Promise<void> {
    await this.waitFor(this.page.getByRole('main').locator('[aria-current=step]', {hasText: new RegExp(`^${state}$`)}))
  }

  async lacks(...texts: readonly string[]): Promise<void> {
    for (const text of texts)
      expect([text, await this.page.getByRole('main').getByText(text).filter({visible: true}).count()]).toEqual([
        text,
        0,
      ])
  }

  /** The number of new notifications shown by the bell. */
  async isTold(count: number): Promise<void> {
    const name = count === 0 ? 'Notifications' : `Notifications, ${count} unread`
    await this.waitFor(this.page.getByRole('link', {name, exact: true}))
  }

  /** If it does not appear, the error shows what is there instead. */
  private async waitFor(wanted: Locator): Promise<void> {
    await wanted.waitFor().catch(async cause => {
      throw new Error(`${this.name} sees at ${this.page.url()}: ${await this.page.textContent('main')}`, {cause})
    })
  }
}
