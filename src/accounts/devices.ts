/** The devices of people: what they are called, and the mail about one that is new. */
import {sql} from 'kysely'
import type {RequestSender} from '../engine/reply.ts'
import {newDeviceMail} from '../mail/account-mail.ts'
import {dateFormat} from '../points/entities/values/formats.ts'
import type {Db} from '../store/sql.ts'
import {isKnownBrowser, provedAddress} from './account-rows.ts'
import type {Accounts, Person} from './accounts.ts'
import {storedAgent} from './sessions.ts'

/* Browser and operating system of a user agent: enough to recognise a device of one's own. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const machines: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

interface DeviceTexts {
  readonly another: string
  readonly on: (browser: string, machine: string) => string
}

/** Only words of these lists: the agent is what a client says of itself. */
export function deviceName(agent: string, {another, on}: DeviceTexts): string {
  const found = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, machine] = [found(browsers), found(machines)]
  if (!browser) return machine ?? another
  return machine ? on(browser, machine) : browser
}

interface DeviceEntry {
  readonly person: Pick<Person, 'id' | 'name' | 'email'>
  readonly sender: RequestSender
  /** A program keeps no cookie: it is known by its open sessions. */
  readonly isProgram: boolean
}

/** Before the sign-in is written. The first sign-in of a person is not news, and goes to no address that was never proved. */
export async function tellNewDevice(
  accounts: Accounts,
  db: Db,
  {person, sender, isProgram}: DeviceEntry,
): Promise<void> {
  const isKnown = isProgram ? isKnownProgram(db, person.id, sender) : isKnownHere(db, person.id, sender)
  if ((await isKnown) || !(await hasSignedIn(db, person.id))) return
  const proved = await provedAddress(db, person)
  if (!proved) return
  const {specification} = accounts.engine()
  const {LANGUAGE, TIME_ZONE} = specification.limits.settings
  const mail = newDeviceMail(specification, {
    to: proved,
    name: person.name,
    device: deviceName(sender.agent, accounts.messages(LANGUAGE).people.browser),
    place: sender.address,
    when: dateFormat(LANGUAGE, {dateStyle: 'long', timeStyle: 'long', timeZone: TIME_ZONE}).format(accounts.now()),
  })
  await accounts.post(db, {mail, about: 'new device', person: person.id, until: null})
}

async function isKnownHere(db: Db, person: string, {browser}: RequestSender): Promise<boolean> {
  return browser !== null && isKnownBrowser(db, browser, person)
}

async function isKnownProgram(db: Db, person: string, {agent, address}: RequestSender): Promise<boolean> {
  const {rows} = await sql`select person from nonet_session
    where person = ${person} and agent = ${storedAgent(agent)} and address = ${address} limit 1`.execute(db)
  return rows.length > 0
}

async function hasSignedIn(db: Db, person: string): Promise<boolean> {
  const {rows} = await sql`select person from nonet_browser where person = ${person}
    union all select person from nonet_session where person = ${person} limit 1`.execute(db)
  return rows.length > 0
}
