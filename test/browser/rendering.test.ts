/** What a browser does for a list of 25 requests, in counts: a selector or a class that restyles every row is noticed here, not by the clock. */
import type {Browser} from 'playwright-core'
import {afterAll, beforeAll, expect, it} from 'vitest'
import {sharedBrowser} from '../kit/browser.ts'
import {settled} from '../kit/browser-judge.ts'
import {type Looker, Lookers, type Product, serveDemo} from '../kit/browser-screens.ts'
import {renderingOf} from '../kit/rendering.ts'

let browser: Browser
let product: Product
let people: Lookers
let hr: Looker
beforeAll(async () => {
  browser = await sharedBrowser()
  product = await serveDemo('apps/time-off')
  people = new Lookers(browser, product.running.url)
  hr = await people.for(product.screens.find(({name}) => name === 'All requests'))
}, 240_000)
afterAll(async () => {
  await people.close()
  await product.running.stop()
})

it('a page with letters of several fonts is laid out once', async () => {
  const {page} = hr.v
  const layouts: number[] = []
  // A font that arrives late on a busy machine is no fault; one that only the layout asks for is late each time.
  for (let attempt = 0; attempt < 3 && !layouts.includes(1); attempt++) {
    const load = await renderingOf(page, async () => {
      await page.goto(`${product.running.url}/requests`)
      await settled(page)
    })
    layouts.push(load.wholeLayouts)
  }
  expect(await page.getByRole('cell', {name: /Łukasz/}).count()).toBeGreaterThan(0)
  expect(layouts).toContain(1)
  const fonts = await page.evaluate(`performance.getEntriesByType('resource')
    .filter(({name}) => name.endsWith('.woff2')).map(({initiatorType}) => initiatorType)`)
  expect(fonts).toEqual(['link', 'link'])
})

it('a record beside a list leaves the rows of the list as they are', async () => {
  const {page} = hr.v
  await page.setViewportSize({width: 1280, height: 900})
  await page.goto(`${product.running.url}/requests`)
  await settled(page)
  const click = await renderingOf(page, async () => {
    await page.locator('tbody tr:nth-child(3) td.name a').evaluate(link => link instanceof HTMLElement && link.click())
    await page.getByRole('complementary').getByRole('heading', {level: 2}).first().waitFor()
    await settled(page)
  })
  console.log(`a click styles ${click.styled} elements and lays out ${click.laidOut} boxes`)
  expect(click.styled).toBeLessThan(300)
  expect(click.laidOut).toBeLessThan(200)
})
