/**
 * The inbox in a browser: deciding one record after the other, with JavaScript and without, by keyboard, and on a
 * phone.
 */
import {readFileSync} from 'node:fs'
import type {Browser} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {judgingVisitor, looksAt, settled, wrongWith} from '../kit/browser-judge.ts'
import {emailOf, Life, Person} from '../kit/browser-life.ts'
import {done} from '../kit/engine.ts'
import {kept} from '../kit/kept.ts'
import {act, timeOff} from '../kit/time-off.ts'

const rooms = readFileSync('apps/rooms/app.md', 'utf8')

let browser: Browser
let assets: string
beforeAll(async () => {
  assets = await kept('app-assets')
  browser = await sharedBrowser()
})

/** Three requests wait for Max: of Ada, Bo and Cem, in this order. */
async function waiting(javaScriptEnabled: boolean) {
  const life = await Life.begin({document: timeOff, assets, browser, javaScriptEnabled})
  await life.add('Max Frei', 'Employee')
  const manager = (await findByEmail(life.fixture.engine, emailOf('Max')))?.id ?? ''
  const team = await life.make('Team', {name: 'Makers', most_away: 2})
  const kind = await life.make('Kind', {name: 'Holiday', notice: 14})
  let last = ''
  for (const [index, name] of ['Ada Byron', 'Bo Diaz', 'Cem Acar'].entries()) {
    const person = await life.make('User', {name, email: `p${index}@example.com`, roles: ['Employee'], manager, team})
    await life.make('Allowance', {person, kind, year: 2026, days: 20})
    const day = `2026-04-0${index + 7}`
    last = await life.make('Request', {
      person,
      kind,
      first_day: day,
      last_day: day,
      status: 'submitted',
      note: `For ${name}`,
    })
  }
  /** Decides about the last of them in another window. */
  const decideElsewhere = async () => {
    const max = {kind: 'person', id: manager, name: 'Max Frei', roles: ['Employee']} as const
    done(await act(life.fixture.engine, max, {entity: 'Request', id: last, version: 1}, 'approve'))
  }
  return {life, decideElsewhere}
}

const panel = ({page}: Person) => page.getByRole('main').getByRole('region').first()

describe.each([
  ['with a script', true],
  ['without', false],
])('%s', (_, script) => {
  it('a manager decides one after the other, and sees when nothing waits', async () => {
    const {life} = await waiting(script)
    const max = await life.signedIn('Max Frei')
    await max.open('Approvals')
    await max.heading('Approvals')
    await panel(max)
      .getByRole('heading', {name: /Ada Byron/})
      .waitFor()
    await max.sees('For Ada Byron')
    // What helps to decide: days left before and after, the same days of the team, and the rules.
    for (const text of ['of 20', 'Enough days left']) await panel(max).getByText(text).first().waitFor()
    await panel(max).getByRole('table').getByRole('rowheader', {name: 'Ada Byron'}).waitFor()
    // The style of the screen is loaded: list and record are next to each other.
    expect(await panel(max).evaluate(element => getComputedStyle(element).position)).toBe('sticky')

    await max.follow('Next')
    await panel(max)
      .getByRole('heading', {name: /Bo Diaz/})
      .waitFor()
    expect(new URL(max.page.url()).searchParams.get('record')).not.toBeNull()
    await max.page.reload()
    await panel(max)
      .getByRole('heading', {name: /Bo Diaz/})
      .waitFor()

    // A reason is required; the record and its input stay open.
    await max.press('Decline')
    if (script) await max.page.getByText('Not sent yet: Decline.').waitFor()
    else await max.page.getByRole('alert').waitFor()
    await max.fill({Message: 'Not this week.'})
    await max.press('Decline')
    await panel(max)
      .getByRole('heading', {name: /Cem Acar/})
      .waitFor()
    const lines = max.page.getByRole('list', {name: 'Waiting'}).getByRole('link')
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringContaining('Ada Byron'),
      expect.stringContaining('Cem Acar'),
    ])
    await max.press('Approve')
    await panel(max)
      .getByRole('heading', {name: /Ada Byron/})
      .waitFor()
    await max.fill({Message: 'Enjoy it.'})
    await max.press('Approve')
    await max.sees('You’re all caught up.')
    await max.goTo('/requests/1001')
    await max.hasState('Approved')
    await max.sees('Enjoy it.')
  })
})

describe.each([
  ['with a script', true],
  ['without', false],
])('the hours of a strip, %s', (_, javaScriptEnabled) => {
  it('show the day of the booking in the rooms of its building, and lead to what is there', async () => {
    const life = await Life.begin({document: rooms, assets, browser, javaScriptEnabled})
    for (const name of ['Max Frei', 'Ada Byron']) await life.add(name, 'Employee')
    const idOf = async (name: string) => (await findByEmail(life.fixture.engine, emailOf(name)))?.id ?? ''
    const [keeper, person] = [await idOf('Max'), await idOf('Ada')]
    const [house, elsewhere] = [
      await life.make('Building', {name: 'Harbour House', address: 'Am Kai 14'}),
      await life.make('Building', {name: 'Park House', address: 'Am Park 3'}),
    ]
    const hall = await life.make('Room', {name: 'Hall', building: house, seats: 40, needs_approval: true, keeper})
    const elbe = await life.make('Room', {name: 'Elbe', building: house, seats: 8})
    const oak = await life.make('Room', {name: 'Oak', building: elsewhere, seats: 8})
    const book = (room: string, title: string, [from, to]: readonly [string, string], status: string) => {
      const [starts, ends] = [`2026-03-11T${from}:00+01:00`, `2026-03-11T${to}:00+01:00`]
      return life.make('Booking', {room, person, title, starts, ends, status})
    }
    await book(hall, 'Town hall', ['10:00', '12:00'], 'waiting')
    await book(hall, 'Concert', ['14:00', '16:00'], 'confirmed')
    await book(elbe, 'Planning', ['10:30', '11:30'], 'confirmed')
    await book(oak, 'Far away', ['10:00', '11:00'], 'confirmed')

    const max = await life.signedIn('Max Frei')
    await max.goTo('/to-decide')
    const strip = panel(max).getByRole('region', {name: /11 Mar/})
    await strip.getByRole('columnheader', {name: '10:00'}).waitFor()
    const row = (name: string) => strip.getByRole('row', {name})
    await row('Hall')
      .getByRole('link', {name: /Town hall/})
      .waitFor()
    await row('Elbe')
      .getByRole('link', {name: /Planning/})
      .waitFor()
    expect(await row('Oak').count()).toBe(0)
    // The bars are where their hours are.
    const left = async (name: RegExp) => (await strip.getByRole('link', {name}).boundingBox())?.x ?? 0
    const [first, second, third] = [await left(/Town hall/), await left(/Planning/), await left(/Concert/)]
    expect([first < second, second < third]).toEqual([true, true])
    await row('Hall')
      .getByRole('link', {name: /Concert/})
      .click()
    await max.heading(/Concert/)
  })
})

it('the keyboard moves, decides and gives a reason', async () => {
  const {life, decideElsewhere} = await waiting(true)
  const max = await life.signedIn('Max Frei')
  await max.goTo('/to-decide')
  await settled(max.page)
  const {keyboard} = max.page
  await keyboard.press('j')
  await panel(max)
    .getByRole('heading', {name: /Bo Diaz/})
    .waitFor()
  await keyboard.press('d')
  await keyboard.type('A key a day')
  expect(await max.field('Message').inputValue()).toBe('A key a day')
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await panel(max)
    .getByRole('heading', {name: /Cem Acar/})
    .waitFor()
  // The next record has the focus, so that it is announced and shortcuts keep working.
  await panel(max)
    .getByRole('heading', {name: /Cem Acar/})
    .and(max.page.locator(':focus'))
    .waitFor()
  await keyboard.press('k')
  await panel(max)
    .getByRole('heading', {name: /Ada Byron/})
    .waitFor()
  await keyboard.press('a')
  await panel(max)
    .getByRole('heading', {name: /Cem Acar/})
    .waitFor()
  // The list of all keys is on the screen.
  await keyboard.press('?')
  const keys = max.page.getByRole('dialog', {name: 'Keyboard shortcuts'})
  await keys.getByText('Approve').waitFor()
  expect((await keys.boundingBox())?.x).toBeGreaterThan(0)
  await keyboard.press('Escape')
  // A decision in another window is shown at once.
  await decideElsewhere()
  await max.sees('This no longer needs a decision.')
  await max.sees('You’re all caught up.')
  expect(await panel(max).getByRole('button', {name: 'Approve'}).count()).toBe(0)
})

it('P1: after D, Ctrl+Enter declines; without it, it sends nothing', async () => {
  const {life} = await waiting(true)
  const max = await life.signedIn('Max Frei')
  await max.goTo('/to-decide')
  await settled(max.page)
  const {keyboard} = max.page
  await max.field('Message').click()
  await keyboard.type('Enjoy')
  await keyboard.press('Control+Enter')
  await keyboard.press('Escape')
  await max.fill({Message: ''})
  await panel(max)
    .getByRole('heading', {name: /Ada Byron/})
    .click()
  await keyboard.press('d')
  await max.sees('Not sent yet: Decline.')
  // Refused without a message: the next letters are the message, not keys.
  await keyboard.press('Control+Enter')
  await panel(max).getByRole('alert').waitFor()
  await expect.poll(() => max.field('Message').evaluate(field => field.matches(':focus'))).toBe(true)
  await keyboard.type('Not this week.')
  await keyboard.press('Control+Enter')
  await panel(max)
    .getByRole('heading', {name: /Bo Diaz/})
    .waitFor()
  await max.goTo('/requests/1001')
  await max.hasState('Declined')
  await max.sees('Not this week.')
})

it('on a phone the first record is a card to decide on, above the others; each opens as a page', async () => {
  const {life} = await waiting(true)
  const v = await judgingVisitor(browser, {viewport: {width: 390, height: 800}})
  onTestFinished(() => v.context.close())
  const max = new Person('Max Frei', v, life.url)
  await max.enter()
  await max.goTo('/to-decide')
  // The actions come first, and long details are on the page of the record.
  await panel(max).getByRole('button', {name: 'Approve'}).waitFor()
  expect(await max.page.getByRole('table').isVisible()).toBe(false)
  expect(await wrongWith(v, looksAt(1))).toEqual([])
  // P42: declining opens the message.
  expect(await max.field('Message').isVisible()).toBe(false)
  await settled(max.page)
  await max.press('Decline')
  await max.field('Message').and(max.page.locator(':focus')).waitFor()
  expect(await max.page.getByRole('alert').count()).toBe(0)
  await max.page.keyboard.press('Escape')
  await max.follow('Details')
  await max.page.getByRole('table').waitFor()
  await max.follow('Back to the list')
  await max.heading('Approvals')
  await settled(max.page)
  await max.page.getByRole('link', {name: /Bo Diaz/}).click()
  await panel(max)
    .getByRole('heading', {name: /Bo Diaz/})
    .waitFor()
  await expect.poll(() => max.page.getByRole('heading', {name: 'Approvals'}).isVisible()).toBe(false)
  await max.follow('Back to the list')
  await max.heading('Approvals')
  await panel(max).getByRole('button', {name: 'Approve'}).click()
  await expect.poll(() => max.page.getByRole('link', {name: /Bo Diaz/}).isVisible()).toBe(false)
  await max.page.setViewportSize({width: 1360, height: 900})
  await max.goTo('/to-decide')
  expect(await wrongWith(v, looksAt(2))).toEqual([])
})
