/** A site of an author in a browser: hydrated, signed in to, left for pages with the product's menu, with and without JavaScript. */
import {afterEach, describe, expect, it} from 'vitest'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, type Visitor} from '../kit/browser.ts'
import {hydrated, violations} from '../kit/browser-judge.ts'
import {type Mode, visitorIn, withoutScript, withScript} from '../kit/modes.ts'
import {siteDocument, siteFixture} from '../kit/site.ts'
import {sqlite} from '../kit/store-databases.ts'

const stopping: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

async function opened(mode: Mode, document = siteDocument): Promise<Visitor & {url: string}> {
  const {app} = await siteFixture({address: await sqlite.make(), document})
  const server = await listen(app, {port: 0, host: '127.0.0.1'})
  stopping.push(() => server.stop(100))
  const visitor = await visitorIn(await sharedBrowser(), mode)
  stopping.push(() => visitor.context.close())
  return {...visitor, url: server.url}
}

describe.each([withScript, withoutScript])('a site $name', mode => {
  it('is signed up to, signed out of and signed in to on its own pages', async () => {
    const {page, url, complaints} = await opened(mode)
    await page.goto(`${url}/mine`)
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.goto(`${url}/join?return=%2Fmine`)
    if (mode === withScript) await page.evaluate(hydrated)
    await page.getByLabel('Handle').fill('ada')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', {exact: true}).fill('a long enough secret')
    await page.getByRole('button', {name: 'Join'}).click()
    await page.getByRole('heading', {name: 'Mine'}).waitFor()
    expect(await page.getByRole('banner').textContent()).toContain('Leave, ada')
    await page.getByRole('button', {name: 'Leave, ada'}).click()
    await page.getByRole('heading', {name: 'Home'}).waitFor()
    await page.goto(`${url}/mine`)
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('something else')
    await page.getByRole('button', {name: 'Enter'}).click()
    await page.getByText('Incorrect email or password.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com')
    await page.getByLabel('Password').fill('a long enough secret')
    await page.getByRole('button', {name: 'Enter'}).click()
    await page.getByRole('heading', {name: 'Mine'}).waitFor()
    expect(complaints.filter(each => !each.includes('422'))).toEqual([])
  })
})

it('has nothing of the product’s look, and no violations', async () => {
  const {page, url, complaints} = await opened(withScript)
  await page.goto(url)
  await page.evaluate(hydrated)
  const look = await page.evaluate(() => {
    const {fontFamily, backgroundColor, margin, fontSize} = getComputedStyle(document.body)
    const {fontSize: heading} = getComputedStyle(document.querySelector('h1') ?? document.body)
    return {
      fontFamily,
      backgroundColor,
      margin,
      fontSize,
      heading,
      header: getComputedStyle(document.querySelector('header') ?? document.body).padding,
    }
  })
  expect(look).toMatchObject({
    backgroundColor: 'rgb(255, 255, 255)',
    margin: '0px',
    fontSize: '16px',
    heading: '32px',
    header: '16px',
  })
  expect(look.fontFamily).not.toContain('Inter')
  expect(await violations(page)).toEqual([])
  await page.goto(`${url}/nowhere`)
  expect(await page.locator('h1').textContent()).toBe('404: Page not found')
  expect(await page.locator('h1').evaluate(it => getComputedStyle(it).fontSize)).toBe('32px')
  expect(complaints.filter(each => !each.includes('404'))).toEqual([])
})

it('is loaded as a document between different layouts, there and back', async () => {
  const {page, url, complaints} = await opened(
    withScript,
    siteDocument.replace('### Rules\n', '### Rules\n\n- layout: none\n'),
  )
  await page.goto(url)
  await page.evaluate(hydrated)
  const isInside = () => page.locator('header.side:not(.site header)').count()
  const go = async (path: string) => {
    await page.evaluate(to => {
      const link = Object.assign(document.createElement('a'), {href: to, textContent: 'there'})
      document.querySelector('main')?.append(link)
      link.click()
    }, path)
    await page.waitForURL(`${url}${path}`)
    await page.locator(path === '/' ? '.site' : '.shell').waitFor()
    await page.evaluate(hydrated)
  }
  for (let round = 0; round < 2; round += 1) {
    await go('/rules')
    expect([await isInside(), await page.locator('.shell').count()]).toEqual([1, 1])
    await go('/')
    expect([await isInside(), await page.locator('.site').count()]).toEqual([0, 1])
  }
  expect(complaints).toEqual([])
})
