/**
 * Every page of a document with its demonstration data, and a person who can open it; found from the specification, and
 * by following links.
 */
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Browser, Page} from 'playwright-core'
import type {EntryData} from '../../src/accounts/data.ts'
import type {Screen} from '../../src/points/screens/model.ts'
import {demoPeopleAt, signInTo, type Visitor, visitor} from './browser.ts'
import {judgingVisitor} from './browser-judge.ts'
import {newFolder, nonetServing, type Running} from './cli.ts'
import {documentOf} from './documents.ts'
import {fail} from './naive-world.ts'

/** A person at two browsers, with JavaScript and without. */
export interface Looker {
  readonly v: Visitor
  readonly plain: Visitor
}

export interface Product {
  readonly running: Running
  readonly screens: readonly Screen[]
}

export async function serveDemo(folder: string): Promise<Product> {
  const {specification} = documentOf(readFileSync(join(folder, 'app.md'), 'utf8'))
  const db = `sqlite:${join(newFolder(), 'data.sqlite')}`
  const running = await nonetServing(['run', join(process.cwd(), folder), '--demo', '--db', db])
  return {running, screens: specification.screens.screens}
}

/** All demonstration people on the sign-in page, those with the most screens first; each signs in when first needed. */
export class Lookers {
  private readonly browser: Browser
  private readonly url: string
  private offered: EntryData['demo'] = []
  private readonly found = new Map<string, Promise<Looker>>()

  constructor(browser: Browser, url: string) {
    this.browser = browser
    this.url = url
  }

  /**
   * A person who may open a screen; roles are read from the text next to a name. Without a screen, the first person.
   */
  async for(screen?: Screen): Promise<Looker> {
    if (this.offered.length === 0) this.offered = await this.ask()
    const meant = screen?.for
    const fits = ({is}: EntryData['demo'][number]) =>
      meant?.kind !== 'roles' || meant.roles.some(role => is.includes(role))
    const {id} = this.offered.find(fits) ?? this.offered[0] ?? fail('nobody is offered to sign in as')
    const looker = this.found.get(id) ?? this.signIn(id)
    this.found.set(id, looker)
    return looker
  }

  async close(): Promise<void> {
    for (const {v, plain} of await Promise.all(this.found.values())) {
      await v.context.close()
      await plain.context.close()
    }
  }

  private async ask(): Promise<EntryData['demo']> {
    const {page, context} = await visitor(this.browser)
    const people = await demoPeopleAt(page, this.url)
    await context.close()
    return people
  }

  private async signIn(person: string): Promise<Looker> {
    const looker = await newLooker(this.browser)
    await signInTo(looker.v.page, this.url, {person})
    await looker.plain.context.addCookies(await looker.v.context.cookies())
    return looker
  }
}

/** Not signed in. */
export async function newLooker(browser: Browser): Promise<Looker> {
  const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}, colorScheme: 'light'})
  return {v, plain: await visitor(browser, {javaScriptEnabled: false})}
}

/** The first visited address that this screen serves. */
export function addressOf({route}: Screen, seen: ReadonlySet<string>): string | null {
  const pattern = new RegExp(
    `^/${route.segments.map(part => (part.kind === 'word' ? RegExp.escape(part.word) : '[^/?]+')).join('/')}$`,
  )
  if (route.segments.every(({kind}) => kind === 'word')) return route.path
  const whole = [...seen].find(path => pattern.test(path))
  if (whole !== undefined) return whole
  // Some screens are only linked with one of their views.
  return [...seen].map(path => path.split('?')[0] ?? '').find(path => pattern.test(path)) ?? null
}

/** The links of the page. */
export async function linksOn(page: Page): Promise<string[]> {
  const links = (await page.evaluate(
    `[...document.querySelectorAll('main a[href]')].map(link => link.getAttribute('href'))`,
  )) as string[]
  return [...new Set(links)]
}

/**
 * Other states of the same page: editing, deleting, forms of actions, importing, the records behind a figure, other
 * views.
 */
export function facesOf(path: string, links: readonly string[]): string[] {
  const faces = new Map<string, string>()
  for (const link of links) {
    const {pathname, searchParams} = new URL(link, 'http://localhost')
    if (pathname !== path) continue
    const [key = ''] = [...searchParams.keys()]
    const kind = ['action', 'view', 'add'].includes(key) ? `${key}=${searchParams.get(key)}` : key
    if (['edit', 'delete', 'action', 'add', '_import', 'card', 'view'].includes(key) && !faces.has(kind))
      faces.set(kind, link)
  }
  return [...faces.values()]
}
