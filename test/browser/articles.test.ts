/** The site of the articles in a browser: written, liked, commented on and left, with and without JavaScript. */
import type {Page} from 'playwright-core'
import {afterEach, describe, expect, it} from 'vitest'
import {listen} from '../../src/server/serve.ts'
import {ApiClient, registered} from '../kit/api.ts'
import {articlesSite} from '../kit/articles-site.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {hydrated, judgingVisitor, wrongWith} from '../kit/browser-judge.ts'
import {type Mode, visitorIn, withoutScript, withScript} from '../kit/modes.ts'
import {sqlite} from '../kit/store-databases.ts'

const stopping: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop()
})

/** With an author who has written so many articles. */
async function served(written: number) {
  const fixture = await articlesSite(await sqlite.make())
  const author = await registered(new ApiClient(fixture), 'ines')
  for (let index = 1; index <= written; index += 1) {
    const article = {
      title: `Part ${index}`,
      description: 'About it',
      body: `## Text\n\nof part ${index}`,
      tagList: ['parts'],
    }
    expect((await author.post('/api/articles', {article})).status).toBe(201)
  }
  const server = await listen(fixture.app, {port: 0, host: '127.0.0.1'})
  stopping.push(() => server.stop(100))
  return server.url
}

async function signUp(page: Page) {
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('a long enough secret')
  await page.getByRole('button', {name: 'Sign up'}).click()
}

async function opened(mode: Mode, written = 0) {
  const url = await served(written)
  const visitor = await visitorIn(await sharedBrowser(), mode)
  stopping.push(() => visitor.context.close())
  const {page} = visitor
  const go = async (path: string) => {
    await page.goto(`${url}${path}`)
    if (mode.script) await page.evaluate(hydrated)
  }
  const arrive = async (path: string) => {
    await page.waitForURL(`${url}${path}`)
    if (mode.script) await page.evaluate(hydrated)
  }
  await go('/register')
  await signUp(page)
  await arrive('/')
  return {...visitor, go, arrive}
}

/** No picture of the test is there. */
const isPicture = (complaint: string) => complaint.includes('404')

describe.each([withScript, withoutScript])('the site of the articles $name', mode => {
  it('is written for, commented on and searched by tags', async () => {
    const {page, go, arrive, complaints} = await opened(mode)
    await go('/editor')
    await page.getByLabel('Title').fill('On rain')
    await page.getByLabel('Description').fill('Wet')
    await page.getByLabel('Text').fill('It *falls*.')
    const tags = page.getByLabel('Tags, separated by commas')
    await tags.fill('rain, weather')
    if (mode.script) await tags.press('Enter')
    await page.getByRole('button', {name: 'Publish Article'}).click()
    await arrive('/article/on-rain')
    expect(await page.locator('.article-content em').textContent()).toBe('falls')
    await page.getByRole('link', {name: 'Edit Article'}).first().click()
    await arrive('/editor/on-rain')
    // The address changes before the page does.
    await page.getByRole('heading', {name: 'Edit article'}).waitFor()
    expect(await page.locator('.tag-input label').allTextContents()).toEqual(['× rain', '× weather'])
    await page.locator('.tag-input label', {hasText: 'weather'}).click()
    await tags.fill('slow')
    await page.getByRole('button', {name: 'Publish Article'}).click()
    await arrive('/article/on-rain')
    await page.getByRole('heading', {name: 'On rain'}).waitFor()
    expect(await page.locator('.article-content .tag-list a').allTextContents()).toEqual(['rain', 'slow'])
    await page.getByLabel('Your comment').fill('First.')
    await page.getByRole('button', {name: 'Post Comment'}).click()
    await page.locator('.card-text', {hasText: 'First.'}).waitFor()
    expect(await page.getByLabel('Your comment').inputValue()).toBe('')
    await page.getByRole('button', {name: 'Delete this comment'}).click()
    await page.locator('.card-text').waitFor({state: 'detached'})
    await page.getByRole('link', {name: 'slow'}).click()
    await page.getByRole('heading', {name: 'On rain'}).waitFor()
    expect(complaints.filter(each => !isPicture(each))).toEqual([])
  })

  it('has pages, which are in its address, and Back leads back', async () => {
    const {page, go, arrive} = await opened(mode, 12)
    await go('/tag/parts')
    await page.getByText('Part 12', {exact: true}).waitFor()
    expect(await page.locator('.article-preview').count()).toBe(10)
    await page.getByRole('button', {name: '2', exact: true}).click()
    await arrive('/tag/parts?page=2')
    await page.getByText('Part 1', {exact: true}).waitFor()
    expect(await page.locator('.page-item.active').textContent()).toBe('2')
    await page.goBack()
    await arrive('/tag/parts')
    await page.getByText('Part 12', {exact: true}).waitFor()
  })
})

it('looks right on every page, wide and on a phone, light and dark', async () => {
  const url = await served(2)
  const v = await judgingVisitor(await sharedBrowser(), {})
  stopping.push(() => v.context.close())
  const judge = async (path: string) => {
    await v.page.goto(`${url}${path}`)
    await v.page.evaluate(hydrated)
    expect([path, (await wrongWith(v)).filter(each => !isPicture(each))]).toEqual([path, []])
  }
  for (const path of ['/', '/article/part-1', '/login', '/profile/ines', '/nowhere', '/register']) await judge(path)
  await signUp(v.page)
  await v.page.waitForURL(`${url}/`)
  for (const path of ['/?feed=following', '/article/part-2', '/editor', '/settings']) await judge(path)
  expect(v.complaints.filter(each => !isPicture(each))).toEqual([])
})
