/** The floor plan of the rooms, which is own code: in a browser, as the command serves it. */
import {readFileSync} from 'node:fs'
import type {Locator} from 'playwright-core'
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest'
import {findByEmail} from '../../src/accounts/accounts.ts'
import {builtCode} from '../../src/cli/build.ts'
import {ServedCode} from '../../src/cli/served-code.ts'
import {operator} from '../../src/screens/testing.ts'
import {sharedBrowser} from '../kit/browser.ts'
import {everyLook, judgingVisitor, settled, wrongWith} from '../kit/browser-judge.ts'
import {emailOf, Life, Person} from '../kit/browser-life.ts'
import {documentOf} from '../kit/documents.ts'
import {creating} from '../kit/engine.ts'

const document = readFileSync('apps/rooms/app.md', 'utf8')

let own: ServedCode

beforeAll(async () => {
  const files = await builtCode('apps/rooms', documentOf(document).specification)
  if (!files) throw new Error('There is no own code.')
  own = new ServedCode(files)
  return () => own.stop()
})

const at = (time: string) => `2026-03-11T${time}:00Z`
const booked = {people: 2, status: 'confirmed', private: false}

/** Three rooms, of which one is booked by Ada at ten, and one by Bo. */
async function office({javaScriptEnabled = true} = {}) {
  const browser = await sharedBrowser()
  const life = await Life.begin({document, assets: '', own, browser, javaScriptEnabled, undoWindow: 600_000})
  const {engine, app} = life.fixture
  onTestFinished(() => app.endStreams())
  await life.add('Ada Byron', 'Employee')
  await life.add('Bo Peters', 'Employee')
  const idOf = async (name: string) => (await findByEmail(engine, emailOf(name)))?.id ?? ''
  const [ada, bo] = [await idOf('Ada'), await idOf('Bo')]
  const building = await life.make('Building', {name: 'Harbour House', address: 'Am Kai 14'})
  const room = (name: string, x: number) =>
    life.make('Room', {name, building, floor: 1, seats: 8, x, y: 0, width: 6, depth: 6})
  const [elbe, isar, lech] = [await room('Elbe', 0), await room('Isar', 7), await room('Lech', 14)]
  await life.make('Booking', {
    ...booked,
    person: ada,
    room: elbe,
    title: 'Standup',
    starts: at('09:00'),
    ends: at('10:00'),
  })
  await life.make('Booking', {
    ...booked,
    person: bo,
    room: lech,
    title: 'Review',
    starts: at('09:30'),
    ends: at('10:30'),
  })
  const v = await judgingVisitor(browser, {javaScriptEnabled})
  onTestFinished(async () => {
    expect(v.complaints).toEqual([])
    await v.context.close()
  })
  const person = new Person('Ada Byron', v, life.url)
  await person.enter()
  await person.goTo(`/floors?building=${building}&day=2026-03-11&from=13:00&until=14:00`)
  const {page} = v
  const plan = page.getByRole('group', {name: 'Floor 1'})
  return {
    v,
    life,
    person,
    page,
    bo,
    isar,
    inPlan: (name: string) => plan.getByRole('link', {name}),
    /** Of the list beside the plan. */
    line: (name: string) => page.locator(`li:has(> div strong:text-is(${JSON.stringify(name)}))`),
  }
}

const shows = (within: Locator, text: string | RegExp) => within.getByText(text).first().waitFor()

describe('the floor plan', () => {
  it('is hydrated without a warning or a shift, and accessible, in each theme and on a phone', async () => {
    const {v, page, person} = await office()
    await settled(page)
    expect(await wrongWith(v, everyLook)).toEqual([])
    await person.sees('Standup')
  })

  it('books with the keyboard alone, and undoes it', async () => {
    const {page, person, inPlan, line} = await office()
    await settled(page)
    await inPlan('Isar').focus()
    await page.keyboard.press('Enter')
    await person.field('Title').fill('Planning')
    await page.keyboard.press('Enter')
    await shows(line('Isar'), /13:00–14:00|14:00–15:00/)
    await shows(inPlan('Isar'), 'Taken')
    await page.getByRole('status').filter({hasText: 'You booked Isar'}).getByRole('button', {name: 'Undo'}).click()
    await shows(inPlan('Isar'), 'Free')
    expect(await page.getByText('Planning').count()).toBe(0)
  })

  it('moves a booking by dragging it, at once, and takes it back by Undo and if it is refused', async () => {
    const {page, person, line, inPlan} = await office()
    await settled(page)
    await inPlan('Elbe').click()
    await person.field('Title').fill('Half a ti')
    const standup = page.getByRole('listitem').filter({hasText: 'Standup'}).last()
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/floors?**', async route => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await standup.dragTo(inPlan('Isar'))
    await shows(line('Isar'), 'Standup')
    release()
    await page.getByRole('status').getByRole('button', {name: 'Undo'}).click()
    await shows(line('Elbe'), 'Standup')
    expect(await line('Isar').getByText('Standup').count()).toBe(0)
    expect(await person.field('Title').inputValue()).toBe('Half a ti')
    await page.unroute('**/floors?**')
    await standup.dragTo(inPlan('Lech'))
    await page.getByRole('alert').getByText('Lech is already booked at this time.').waitFor()
    await shows(line('Elbe'), 'Standup')
    expect(await line('Lech').getByText('Standup').count()).toBe(0)
    expect(await person.field('Title').inputValue()).toBe('Half a ti')
  })

  it('follows what others do, and keeps what is typed, the focus and the scroll position', async () => {
    const {page, life, bo, isar, inPlan, line, person} = await office()
    await settled(page)
    await page.setViewportSize({width: 1100, height: 300})
    const stream = page.waitForRequest(request => request.url().includes('/_nonet/live'))
    await inPlan('Elbe').click()
    await stream
    const title = person.field('Title')
    await title.fill('Half a ti')
    await page.evaluate('scrollTo(0, 40)')
    const made = {...booked, person: bo, room: isar, title: 'Sudden', starts: at('12:00'), ends: at('13:00')}
    await life.fixture.engine.change(operator, [creating('Booking', made)])
    await shows(line('Isar'), 'Sudden')
    await shows(inPlan('Isar'), 'Taken')
    expect(await title.inputValue()).toBe('Half a ti')
    expect(await title.evaluate(each => each === each.ownerDocument.activeElement)).toBe(true)
    expect(await page.evaluate('scrollY')).toBe(40)
  })

  it('books, refuses and moves without JavaScript', async () => {
    const {page, person, line} = await office({javaScriptEnabled: false})
    await page.getByRole('link', {name: 'Book: Isar'}).click()
    await person.fill({Title: 'X'})
    await person.press('Book')
    await page.getByText('at least 2').first().waitFor()
    expect(await person.field('Title').inputValue()).toBe('X')
    await person.fill({Title: 'Planning'})
    await person.press('Book')
    await shows(line('Isar'), 'Planning')
    await line('Elbe').getByRole('link', {name: 'Move'}).click()
    await person.choose('Room', 'Isar')
    await person.press('Move')
    await shows(line('Isar'), 'Standup')
  })
})
