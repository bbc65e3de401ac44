/**
 * Every screen of the products and fixtures, with its demonstration data: it can be read and used by everybody, in light
 * and dark, wide and on a phone; nothing moves after it was painted; React, the security policy and the rest of the console have nothing to say; and without
 * JavaScript it is the same page.
 */
import type {Browser, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {launchBrowser, type Visitor, visitor} from './browser.ts'
import {answered, judgingVisitor, wrongWith} from './browser-judge.ts'
import {
  addressOf,
  facesOf,
  type Looker,
  linksOn,
  lookerFor,
  lookers,
  type Product,
  serveDemo,
} from './browser-screens.ts'
import {alert} from './find.ts'

/** What every product has beside the screens of its document. */
const ours = ['/notifications', '/account', '/sign-out', '/search?q=a', '/search?q=zzzzzz', '/about', '/nothing-here']

export function everyScreenOf(folders: readonly string[]): void {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  describe.each(folders)('%s', folder => {
    let product: Product
    let people: Looker[] = []
    const wrong: string[] = []
    const seen = new Set<string>()
    const looked: string[] = []

    beforeAll(async () => {
      product = await serveDemo(folder)
      people = await lookers(browser, product.running.url)
    })
    afterAll(async () => {
      for (const {v} of people) await v.context.close()
      await product.running.stop()
    })

    async function look({v}: Looker, path: string): Promise<string[]> {
      await v.page.goto(product.running.url + path)
      wrong.push(...(await wrongWith(v)).map(each => `${path}: ${each}`))
      wrong.push(...(await withoutScript(v, path)))
      looked.push(path)
      const links = await linksOn(v.page)
      for (const link of links) seen.add(link)
      return links
    }

    /** The same person without JavaScript: the page has the same heading, and its console has nothing to say either. */
    async function withoutScript({context, page}: Visitor, path: string): Promise<string[]> {
      const plain = await visitor(browser, {javaScriptEnabled: false})
      await plain.context.addCookies(await context.cookies())
      const response = await plain.page.goto(product.running.url + path)
      const headings = async (at: Page) => at.getByRole('heading', {level: 1}).allTextContents()
      const [here, there] = [await headings(page), await headings(plain.page)]
      await plain.context.close()
      const complaints = plain.complaints.map(each => `${path}, without JavaScript: its console says: ${each}`)
      if ((response?.status() ?? 500) >= 500)
        return [`${path}, without JavaScript: ${response?.status()}`, ...complaints]
      if (here.join() === there.join()) return complaints
      return [`${path}, without JavaScript: “${there}” instead of “${here}”`, ...complaints]
    }

    it('every screen, and every face of it, is good in every look', async () => {
      const places = product.screens.toSorted(
        (a, b) => Number(a.route.path.includes(':')) - Number(b.route.path.includes(':')),
      )
      for (const screen of places) {
        const path = addressOf(screen, seen)
        expect([screen.name, path]).not.toEqual([screen.name, null])
        const looker = lookerFor(screen, people)
        // One page to import from is like another.
        for (const face of facesOf(path ?? '', await look(looker, path ?? '')))
          if (!face.endsWith('?_import') || !looked.some(each => each.endsWith('?_import'))) await look(looker, face)
      }
      expect(wrong).toEqual([])
      expect(looked.length).toBeGreaterThanOrEqual(product.screens.length)
    }, 600_000)

    it('so are the pages that every product has', async () => {
      const [first] = people
      if (!first) throw new Error('nobody is offered to sign in as')
      for (const path of ours) await look(first, path)
      expect(wrong).toEqual([])
    }, 300_000)

    it('so is a form that was refused', async () => {
      const forms = product.screens.filter(({shows, route}) => shows.kind === 'form' && !route.path.includes(':'))
      for (const form of forms) {
        const looker = lookerFor(form, people)
        const {page} = looker.v
        await page.goto(product.running.url + form.route.path)
        // What leads to the next state comes last; every way out of an empty form is refused.
        await page
          .getByRole('main')
          .getByRole('button', {name: /^(Save|Create|Submit|Send|Record)/})
          .first()
          .click()
        await alert(page).waitFor()
        await answered(page)
        wrong.push(...(await wrongWith(looker.v)).map(each => `${form.route.path}, refused: ${each}`))
      }
      expect(wrong).toEqual([])
    }, 300_000)

    it('so is the way in', async () => {
      const v = await judgingVisitor(browser, {viewport: {width: 1360, height: 900}, colorScheme: 'light'})
      for (const path of ['/sign-in', '/forgot-password']) await look({v, roles: []}, path)
      await v.page.goto(`${product.running.url}/sign-in`)
      await v.page.getByRole('main').getByRole('button', {name: 'Sign in', exact: true}).click()
      await alert(v.page).waitFor()
      await answered(v.page)
      wrong.push(...(await wrongWith(v)).map(each => `/sign-in, refused: ${each}`))
      await v.context.close()
      expect(wrong).toEqual([])
    }, 300_000)
  })
}
