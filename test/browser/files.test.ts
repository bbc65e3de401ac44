/** Files in a form: chosen, previewed and removed before they are sent, and removed from a stored record. */
import type {Browser} from 'playwright-core'
import {beforeAll, describe, expect, it} from 'vitest'
import {appPicture} from '../../src/server/app-icon.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {settled} from '../kit/browser-judge.ts'
import {Life, type Person} from '../kit/browser-life.ts'
import {kept} from '../kit/kept.ts'
import {helpdesk} from '../kit/life-of-a-ticket.ts'

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

const picture = Buffer.from(appPicture({hue: 172, points: Array(9).fill(true)}, {size: 48, maskable: false}))
const lamp = {name: 'lamp.png', mimeType: 'image/png', buffer: picture}
const note = {name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('It hums.')}

async function lead(javaScriptEnabled: boolean): Promise<Person> {
  const life = await Life.begin({document: helpdesk, assets, browser, javaScriptEnabled})
  await life.add('Lea Ort', 'Lead')
  const lea = await life.signedIn('Lea Ort')
  await lea.goTo('/tickets/new')
  await lea.fill({Subject: 'The lamp hums', Body: 'All day.'})
  return lea
}

/** The width of the image itself: 0 while it is not loaded. */
const loadedWidth = ({page}: Person) =>
  page
    .getByRole('main')
    .locator('img.thumbnail')
    .evaluateAll(images => images.map(image => (image as HTMLImageElement).naturalWidth))

describe('with JavaScript', () => {
  it('D41: chosen files are listed with a preview, one is removed before it is sent, and the other later', async () => {
    const lea = await lead(true)
    const {page} = lea
    await settled(page)
    const input = page.getByLabel(/^Attachments/)
    await input.setInputFiles([lamp])
    // A second choice adds to the first.
    await input.setInputFiles([note])
    const chosen = page.getByRole('list', {name: 'Chosen files'})
    await expect.poll(() => chosen.getByRole('listitem').count()).toBe(2)
    await expect.poll(() => loadedWidth(lea)).toEqual([48])
    await chosen.getByRole('button', {name: 'Remove note.txt'}).click()
    await expect.poll(() => chosen.getByRole('listitem').count()).toBe(1)
    // The focus is not lost with the button.
    await input.and(page.locator(':focus')).waitFor()
    await lea.press('Save')
    await lea.heading('The lamp hums')
    await page
      .getByRole('main')
      .getByRole('link', {name: /lamp\.png/})
      .waitFor()
    await expect.poll(() => loadedWidth(lea)).toEqual([48])
    await lea.lacks('note.txt')

    // Removing a stored file takes effect when the form is saved, and can be undone until then.
    await lea.follow('Edit')
    await lea.heading(/^Edit/)
    await page.getByRole('button', {name: 'Remove lamp.png'}).click()
    await page.getByRole('button', {name: 'Keep lamp.png'}).click()
    await page.getByRole('button', {name: 'Remove lamp.png'}).click()
    await lea.press('Save')
    await lea.heading('The lamp hums')
    await lea.lacks('lamp.png')
  })
})

describe('without JavaScript', () => {
  it('files are sent, and a stored one is removed with its checkbox', async () => {
    const lea = await lead(false)
    const {page} = lea
    await page.getByLabel(/^Attachments/).setInputFiles([lamp, note])
    await lea.press('Save')
    await lea.heading('The lamp hums')
    await lea.follow('Edit')
    await page.getByRole('checkbox', {name: 'Keep note.txt'}).uncheck()
    await lea.press('Save')
    await lea.heading('The lamp hums')
    await lea.sees('lamp.png')
    await lea.lacks('note.txt')
  })
})
