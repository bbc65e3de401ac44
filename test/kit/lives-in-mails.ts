/**
 * The mails of the whole life of a request and of a booking: received by a real SMTP server, answered in a real
 * browser, and rendered in it. Set NONET_MAIL_PICTURES to a folder to keep the screenshots.
 */
import {mkdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Page} from 'playwright-core'
import {describe, expect, it, onTestFinished} from 'vitest'
import {setLanguage} from '../../src/accounts/own-account.ts'
import type {Json} from '../../src/feel/core.ts'
import {lookOf, smtpMailer} from '../../src/mail/mailer.ts'
import {notificationCourier} from '../../src/screens/notifications/mail.ts'
import {deliverAll, operator, runSystemActions} from '../../src/screens/testing.ts'
import {listen} from '../../src/server/serve.ts'
import {sharedBrowser, visitor} from './browser.ts'
import {creating, done, person, updating} from './engine.ts'
import {kept} from './kept.ts'
import {mailServer, partOf, type Received} from './mail-server.ts'
import {peopleFixture} from './people.ts'
import {sqlite} from './store-databases.ts'
import {act, company, rulesOfDocument, shown, timeOff} from './time-off.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const pictures = process.env['NONET_MAIL_PICTURES']
/** An application that sends its mails to an SMTP server, over a fresh database. */
async function mailing(document: string, address: string, translations: Readonly<Record<string, string>> = {}) {
  const fixture = await peopleFixture({
    ...{address, document, translations, assets: await kept('app-assets'), rules: rulesOfDocument},
    ...{records: true, mailsNotices: true},
  })
  const {engine, clock} = fixture
  const [server, listening] = await Promise.all([mailServer(), listen(fixture.app, {port: 0, host: '127.0.0.1'})])
  onTestFinished(async () => {
    await Promise.all([server.close(), listening.stop(100)])
  })
  const look = lookOf(engine.specification)
  const mailer = smtpMailer(server.url, () => ({...look, address: 'app@example.com'}))
  const notice = notificationCourier({engine: () => engine, mailer, origin: () => listening.url})
  /** Delivers waiting mails, and returns them as received. */
  const sent = async (): Promise<readonly Received[]> => {
    const before = server.received.length
    await deliverAll({
      ...{store: engine.store, couriers: {notice}, now: () => clock.now, random: () => 0},
      failed: ({cause}) => {
        throw cause
      },
    })
    return server.received.slice(before)
  }
  return {engine, clock, sent, world: fixture.world}
}

const inGerman = readFileSync(new URL('../../apps/time-off/app.de.md', import.meta.url), 'utf8')

/** Everyone reads the same language. */
async function office(language: string) {
  const address = await sqlite.make(timeOff)
  const {engine, clock, sent, world} = await mailing(timeOff, address, {de: inGerman})
  const made = await company(address, {open: async () => ({engine, clock, store: engine.store})})
  await made.allowance(made.people.ada, 25)
  for (const each of Object.values(made.people)) await setLanguage(world, each, language)
  const version = async (at: {entity: string; id: string}) => Number(await made.shown(at, 'version'))
  return {...made, sent, version}
}

const only = (mails: readonly Received[]): Received => {
  const [mail, ...more] = mails
  if (!mail || more.length > 0) throw new Error(`${mails.length} mails`)
  return mail
}

/** Opens the first button of a mail, like its recipient, and confirms. */
async function answer(page: Page, mail: Received): Promise<void> {
  const [, href = ''] = /href="([^"]+)"/.exec(partOf(mail, 'text/html')) ?? []
  await page.goto(href)
  await page.getByRole('main').locator('button[name="_action"]').click()
  await page.getByRole('heading', {level: 1}).waitFor()
  await page.waitForURL(href)
  await page.locator('button[name="_action"]').waitFor({state: 'detached'})
}

/** A language, whether its reader has JavaScript, and the reason for the mail. */
type MailCase = readonly [language: string, script: boolean, why: string]

export const english: MailCase = ['en', true, 'You’re receiving this because']
export const german: MailCase = ['de', false, 'Sie erhalten diese E-Mail, weil']

export function mailsOfARequest(cases: readonly MailCase[]): void {
  describe.each(cases)('the mails of a request (%s, with JavaScript: %s)', (language, javaScriptEnabled, why) => {
    it('inform each person, and can be answered', async () => {
      const {people, draft, act, engine, sent, shown, version} = await office(language)
      const {ada, hana} = people
      const v = await visitor(await sharedBrowser(), {javaScriptEnabled})
      onTestFinished(() => v.context.close())
      const days = {
        first_day: '2026-04-13',
        last_day: '2026-04-17',
        note: 'Ski week with the kids.\nBo has the on-call rota.',
      }
      const request = done(await draft(ada, {...days, cover: people.bo.id}))
      const submitted = done(await act(ada, request, 'submit'))

      const asking = only(await sent())
      expect(asking.to).toEqual(['max@example.com'])
      expect(asking.headers.get('list-unsubscribe')).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/unsubscribe\/[\w-]{43}>$/)
      expect(asking.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
      expect(partOf(asking, 'text/plain')).toContain('> Bo has the on-call rota.')
      expect(partOf(asking, 'text/plain')).toContain(why)
      await looksWell(asking, `${language}-1-requested`)

      const moved = done(await engine.change(hana, [updating('Request', submitted, {last_day: '2026-04-16'})]))
      const changed = only(await sent())
      expect(changed.to).toEqual(['ada@example.com'])
      expect(partOf(changed, 'text/plain')).toContain('17')
      await looksWell(changed, `${language}-2-changed`)
      expect(moved.version).toBe(3)

      await answer(v.page, asking)
      expect(await shown(request, 'status')).toBe('approved')
      const approved = only(await sent())
      expect(approved.to).toEqual(['ada@example.com'])
      expect(partOf(approved, 'text/plain')).toContain(
        language === 'de' ? 'hat Ihren Antrag genehmigt' : 'approved your',
      )
      await looksWell(approved, `${language}-3-approved`)

      done(await act(ada, {...request, version: await version(request)}, 'ask_to_cancel', {cancel_reason: 'Ill.'}))
      const cancelling = only(await sent())
      expect(cancelling.to).toEqual(['max@example.com'])
      await looksWell(cancelling, `${language}-4-cancel-asked`)

      await answer(v.page, cancelling)
      expect(await shown(request, 'status')).toBe('cancelled')
      const cancelled = only(await sent())
      expect(cancelled.to).toEqual(['ada@example.com'])
      await looksWell(cancelled, `${language}-5-cancelled`)
      expect(v.complaints).toEqual([])
    })
  })
}

const rooms = readFileSync(new URL('../../apps/rooms/app.md', import.meta.url), 'utf8')

export function mailsOfABooking(): void {
  it('the mails of a booking inform each person, and can be answered', async () => {
    const {engine, clock, sent} = await mailing(rooms, await sqlite.make(rooms))
    const make = async (entity: string, fields: Readonly<Record<string, Json>>) =>
      done(await engine.change(operator, [creating(entity, fields)]))
    const someone = async (name: string, role: string) => {
      const email = `${name.toLowerCase()}@example.com`
      return person((await make('User', {name, email, roles: [role]})).id, role)
    }
    const [ann, kim, omar] = [
      await someone('Ann', 'Employee'),
      await someone('Kim', 'Employee'),
      await someone('Omar', 'Facilities team'),
    ]
    const building = await make('Building', {name: 'Harbour House', address: 'Am Kai 14'})
    const keeper = kim.kind === 'person' ? kim.id : null
    const fields = {name: 'Board Room', building: building.id, seats: 8, needs_approval: true, keeper}
    const room = await make('Room', fields)
    const book = async (title: string, hour: number, catering: string | null = null) => {
      const at = (minute: string) => `2026-03-11T${hour}:${minute}:00Z`
      const times = {starts: at('00'), ends: at('45')}
      const booking = creating('Booking', {title, room: room.id, ...times, people: 6, catering})
      return done(await engine.change(ann, [{...booking, perform: {action: 'book', inputs: new Map()}}]))
    }
    const v = await visitor(await sharedBrowser())
    onTestFinished(() => v.context.close())
    const mailTo = async (email: string, name: string, others: readonly string[] = []) => {
      const mails = await sent()
      expect(mails.flatMap(({to}) => to).toSorted()).toEqual([email, ...others].toSorted())
      const mail = only(mails.filter(({to}) => to[0] === email))
      await looksWell(mail, `rooms-${name}`)
      return mail
    }

    const booking = await book('Quarterly results', 10, 'Coffee for six')
    const asking = await mailTo('kim@example.com', '1-requested', ['ann@example.com'])
    expect(asking.headers.get('subject')).toBe('Ann requested Board Room for Wed 11 Mar, 11:00')
    await answer(v.page, asking)
    expect(await shown(engine, booking, 'status')).toBe('confirmed')
    const approved = await mailTo('ann@example.com', '2-approved', ['omar@example.com'])
    expect(partOf(approved, 'text/plain')).toContain('Your booking was approved: Board Room, Wed 11 Mar, 11:00–11:45')

    const id = await shown(engine, booking, 'Task[booking = this][1].id')
    const task = {entity: 'Task', id: /[\da-f-]{36}/.exec(id)?.[0] ?? '', version: 1}
    done(await act(engine, omar, task, 'accept'))
    const accepted = await mailTo('ann@example.com', '3-task-accepted')
    expect(accepted.headers.get('subject')).toMatch(/^Omar accepted the catering request for /)

    const other = await book('Offsite', 14)
    await sent()
    done(await act(engine, kim, other, 'refuse', {answer: 'The board meets there.'}))
    const declined = await mailTo('ann@example.com', '4-declined')
    expect(partOf(declined, 'text/plain')).toContain('> The board meets there.')

    clock.now = Date.parse('2026-03-11T10:25:00Z')
    await runSystemActions(engine)
    const [released] = (await sent()).filter(({to}) => to[0] === 'ann@example.com')
    if (!released) throw new Error('nothing was sent')
    expect(partOf(released, 'text/plain')).toContain('so the room is free for others again')
    await looksWell(released, 'rooms-5-released')
    expect(v.complaints).toEqual([])
  })
}

/**
 * In light and dark, wide and narrow: nothing is cut off, everything is readable, and nothing is loaded from other
 * hosts.
 */
async function looksWell(mail: Received, name: string): Promise<void> {
  const v = await visitor(await sharedBrowser())
  for (const [width, colorScheme] of [
    [760, 'light'],
    [390, 'dark'],
  ] as const) {
    await v.page.setViewportSize({width, height: 700})
    await v.page.emulateMedia({colorScheme})
    await v.page.setContent(partOf(mail, 'text/html'))
    expect(await v.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await v.page.getByRole('heading', {level: 1}).count()).toBe(1)
    expect(v.requests).toEqual([])
    await v.page.evaluate(axe)
    const found: {id: string; nodes: {html: string}[]}[] = await v.page.evaluate(
      'axe.run(document, {runOnly: ["color-contrast", "link-name", "html-has-lang"]}).then(({violations}) => violations)',
    )
    expect(found.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    if (pictures) {
      mkdirSync(pictures, {recursive: true})
      await v.page.screenshot({path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true})
    }
  }
  await v.context.close()
}
