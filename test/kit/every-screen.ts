/**
 * Every screen of the products and fixtures, with demonstration data: accessible, wide and on a phone, in light and dark
 * (pages take turns; the first of each kind is seen in every look, because its components decide about colours); without layout shifts; without messages from React, the security policy or the console; and the same without
 * JavaScript.
 */
import type {Browser, Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {sharedBrowser, type Visitor} from './browser.ts'
import {answered, everyLook, looksInTurns, wrongWith} from './browser-judge.ts'
import {
  addressOf,
  facesOf,
  type Looker,
  Lookers,
  linksOn,
  newLooker,
  type Product,
  serveDemo,
} from './browser-screens.ts'
import {alert} from './find.ts'

/** The built-in screens of every product. */
const ours = ['/notifications', '/account', '/sign-out', '/search?q=a', '/search?q=zzzzzz', '/about', '/nothing-here']

interface LookOptions {
  /**
   * The first screen of each kind represents the others, in one look; without JavaScript it is opened only as it is, not
   * while editing or in another view.
   */
  readonly oneOfEachKind?: boolean
}

export function everyScreenOf(folders: readonly string[], {oneOfEachKind = false}: LookOptions = {}): void {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })

  describe.each(folders)('%s', folder => {
    let product: Product
    let people: Lookers
    const wrong: string[] = []
    const seen = new Set<string>()
    const looked: string[] = []

    beforeAll(async () => {
      product = await serveDemo(folder)
      people = new Lookers(browser, product.running.url)
    })
    afterAll(async () => {
      await people.close()
      await product.running.stop()
    })

    const judged = (v: Visitor) => wrongWith(v, looksInTurns[looked.length % looksInTurns.length])

    async function look(looker: Looker, path: string, {plain = true, inEveryLook = false} = {}): Promise<string[]> {
      const {v} = looker
      await v.page.goto(product.running.url + path)
      wrong.push(...(await (inEveryLook ? wrongWith(v, everyLook) : judged(v))).map(each => `${path}: ${each}`))
      if (plain) wrong.push(...(await withoutScript(looker, path)))
      looked.push(path)
      const links = await linksOn(v.page)
      for (const link of links) seen.add(link)
      return links
    }

    /** The same person without JavaScript: the page has the same heading and no console messages. */
    async function withoutScript({v, plain}: Looker, path: string): Promise<string[]> {
      const response = await plain.page.goto(product.running.url + path)
      const headings = async (at: Page) => at.getByRole('heading', {level: 1}).allTextContents()
      const [here, there] = [await headings(v.page), await headings(plain.page)]
      const complaints = plain.complaints
        .splice(0)
        .map(each => `${path}, without JavaScript: its console says: ${each}`)
      if ((response?.status() ?? 500) >= 500)
        return [`${path}, without JavaScript: ${response?.status()}`, ...complaints]
      if (here.join() === there.join()) return complaints
      return [`${path}, without JavaScript: “${there}” instead of “${here}”`, ...complaints]
    }

    it('every screen, in every state and view, has no problems', async () => {
      const kinds = new Map(product.screens.toReversed().map(screen => [screen.shows.kind, screen]))
      const screens = oneOfEachKind ? [...kinds.values()] : product.screens
      const places = screens.toSorted((a, b) => Number(a.route.path.includes(':')) - Number(b.route.path.includes(':')))
      for (const screen of places) {
        const path = addressOf(screen, seen)
        expect([screen.name, path]).not.toEqual([screen.name, null])
        const looker = await people.for(screen)
        const inEveryLook = !oneOfEachKind && kinds.get(screen.shows.kind) === screen
        // All import pages are alike.
        for (const face of facesOf(path ?? '', await look(looker, path ?? '', {inEveryLook})))
          if (!face.endsWith('?_import') || !looked.some(each => each.endsWith('?_import')))
            await look(looker, face, {plain: !oneOfEachKind})
      }
      expect(wrong.splice(0)).toEqual([])
      expect(looked.length).toBeGreaterThanOrEqual(places.length)
    }, 1_200_000)

    it('neither have the built-in pages', async () => {
      const first = await people.for()
      for (const path of ours) await look(first, path)
      expect(wrong.splice(0)).toEqual([])
    }, 300_000)

    it('neither has a rejected form', async () => {
      const forms = product.screens.filter(({shows, route}) => shows.kind === 'form' && !route.path.includes(':'))
      const outcomes: string[] = []
      for (const form of forms) {
        const {v} = await people.for(form)
        const {page} = v
        await page.goto(product.running.url + form.route.path)
        // Actions that lead to the next state come last; submitting an empty form is rejected.
        await page
          .getByRole('main')
          .getByRole('button', {name: /^(?:Save|Create|Submit|Send|Record|Report|Add person)/})
          .first()
          .click()
        // A form whose defaults make a valid record is accepted.
        const accepted = page.waitForURL(address => address.pathname !== form.route.path).then(() => 'accepted')
        const outcome = await Promise.race([
          alert(page)
            .waitFor()
            .then(() => 'rejected'),
          accepted,
        ])
        outcomes.push(outcome)
        await answered(page)
        wrong.push(...(await judged(v)).map(each => `${form.route.path}, ${outcome}: ${each}`))
      }
      expect(wrong.splice(0)).toEqual([])
      expect(outcomes.filter(each => each === 'accepted').length).toBeLessThanOrEqual(forms.length / 10)
    }, 300_000)

    it('neither has the sign-in', async () => {
      const looker = await newLooker(browser)
      const {v} = looker
      for (const path of ['/sign-in', '/forgot-password']) await look(looker, path)
      await v.page.goto(`${product.running.url}/sign-in`)
      await v.page.getByRole('main').getByRole('button', {name: 'Sign in', exact: true}).click()
      await alert(v.page).waitFor()
      await answered(v.page)
      wrong.push(...(await judged(v)).map(each => `/sign-in, refused: ${each}`))
      await v.context.close()
      await looker.plain.context.close()
      expect(wrong.splice(0)).toEqual([])
    }, 300_000)
  })
}
