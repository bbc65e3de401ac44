/** Every page of a document with its demonstration data: who opens it, and its address; found from the specification, and by following links. */
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Browser, Page} from 'playwright-core'
import type {Screen} from '../../src/points/screens/model.ts'
import type {Visitor} from './browser.ts'
import {judgingVisitor} from './browser-judge.ts'
import {newFolder, nonetServing, type Running} from './cli.ts'
import {documentOf} from './documents.ts'

/** Somebody of the demonstration, signed in. */
export interface Looker {
  readonly v: Visitor
  readonly roles: readonly string[]
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

/** Everybody who is offered on the page to sign in, those with most to see first. */
export async function lookers(browser: Browser, url: string): Promise<Looker[]> {
  const found: Looker[] = []
  for (let place = 0; ; place += 1) {
    const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}, colorScheme: 'light'})
    await v.page.goto(`${url}/sign-in`)
    const buttons = v.page.getByRole('main').getByRole('listitem').getByRole('button')
    if (place >= (await buttons.count())) {
      await v.context.close()
      return found
    }
    const text = (await buttons.nth(place).textContent()) ?? ''
    await buttons.nth(place).click()
    await v.page.getByRole('banner').getByRole('button').first().waitFor()
    found.push({v, roles: [text]})
  }
}

/** Whoever may open a screen. Roles are told by the words beside a name. */
export function lookerFor({for: meant}: Screen, people: readonly Looker[]): Looker {
  const [first] = people
  const fits = ({roles: [text = '']}: Looker) => meant.kind !== 'roles' || meant.roles.some(role => text.includes(role))
  const found = people.find(fits) ?? first
  if (!found) throw new Error('nobody is offered to sign in as')
  return found
}

/** The first address among those seen that this screen answers. */
export function addressOf({route}: Screen, seen: ReadonlySet<string>): string | null {
  const pattern = new RegExp(
    `^/${route.segments.map(part => (part.kind === 'word' ? RegExp.escape(part.word) : '[^/?]+')).join('/')}$`,
  )
  if (route.segments.every(({kind}) => kind === 'word')) return route.path
  return [...seen].find(path => pattern.test(path)) ?? null
}

/** Where the page leads to. */
export async function linksOn(page: Page): Promise<string[]> {
  const links = (await page.evaluate(
    `[...document.querySelectorAll('main a[href]')].map(link => link.getAttribute('href'))`,
  )) as string[]
  return [...new Set(links)]
}

/** Other faces of the same page: editing, deleting, what actions ask, importing, the records behind a figure, other views. */
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
