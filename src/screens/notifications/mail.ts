/**
 * Notification mails: written when they are sent, in the recipient's language, with the recipient's permissions at that
 * time.
 */

import {provedAddress} from '../../accounts/account-rows.ts'
import {findById, inLanguageOf, type Person} from '../../accounts/accounts.ts'
import {insertActionLink, insertUnsubscribeLink} from '../../accounts/mail-links.ts'
import {personOf} from '../../engine/base/actor.ts'
import {either} from '../../engine/base/core-build.ts'
import {Display} from '../../engine/display/field-display.ts'
import {type Fact, fillSentences, recordFacts} from '../../engine/display/fill-sentences.ts'
import type {Engine} from '../../engine/engine.ts'
import {
  type NotificationText,
  type NotifiedEvent,
  notificationTexts,
  valuesThen,
} from '../../engine/links/notification-text.ts'
import {valuesOfNotification, wantsMail} from '../../engine/notifications/notification-rows.ts'
import type {Deliverer, OutboxRow} from '../../engine/outbox/outbox.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {holdsForAll} from '../../engine/query/row-questions.ts'
import {readStored} from '../../engine/query/stored.ts'
import {abilities, type OfferedAction} from '../../engine/records/abilities.ts'
import {stopsAt} from '../../features/records/actions.ts'
import {toMillis} from '../../feel/calendar.ts'
import {isReference} from '../../feel/value.ts'
import {byIn, optionalText, textAt} from '../../mail/account-mail.ts'
import {type MailButton, type MailStrip, textOfMail} from '../../mail/content.ts'
import {htmlOfMail} from '../../mail/html-mail.tsx'
import {inLine, lookOf, type Mail, type Mailer} from '../../mail/mailer.ts'
import type {MailMessages} from '../../messages/language.ts'
import {languageOf} from '../../messages/languages.ts'
import {isFile, ownerOf} from '../../points/entities/lookup.ts'
import {inSentence} from '../../points/entities/names.ts'
import {hueOf} from '../../points/icons-and-colours.ts'
import type {Specification} from '../../points/specification.ts'
import type {ActionMail} from '../../points/states/model.ts'
import type {Db} from '../../store/sql.ts'
import {forgetEntry, type MailedEvent, mailedEvent, noteEntry} from './mail-calendar-entry.ts'
import {mailStrip} from './mail-strip.ts'

export interface NoticeContext {
  readonly engine: () => Engine
  readonly mailer: Mailer
  readonly origin: () => string
  /**
   * Whether addresses are proved: then only these get buttons, which decide something without signing in, and an
   * account with another address gets no mails.
   */
  readonly provesAddresses?: boolean
}

export function notificationCourier({engine, mailer, origin, provesAddresses = false}: NoticeContext): Deliverer {
  return async row => {
    const current = await inLanguageOf(engine(), textAt(row.payload, 'person'))
    const notice = await readableTo(current, row, provesAddresses)
    if (!notice) return 'moot'
    const now = toMillis(current.moment().now)
    const {person, entry} = notice
    const links = await current.store.transaction(async db => {
      if (entry) await noteEntry(db, {person: person.id, entry, now})
      return writeLinks(db, {row, notice, now})
    })
    await mailer.send(notificationMail(current.specification, {...notice, links, origin: origin(), now}), row.id)
    if (entry?.method === 'CANCEL') await current.store.transaction(db => forgetEntry(db, person.id, entry))
    return 'delivered'
  }
}

/** The content of the mail, restricted to data its recipient may see. */
interface Notice {
  readonly person: Pick<Person, 'id' | 'name' | 'email'>
  readonly told: NotificationText
  readonly subject: string | null
  readonly text: string | null
  readonly facts: readonly Fact[]
  readonly strip: MailStrip | null
  readonly offers: readonly Offer[]
  /** The current version of the record. */
  readonly version: number
  readonly language: string
  /** Whether the record belongs to the recipient. */
  readonly own: boolean
  /** The record for the recipient's calendar. */
  readonly entry: MailedEvent | null
}

interface Offer {
  readonly action: string
  readonly label: string
  readonly tone: MailButton['tone']
}

/** Decided now, not at the time of the event: roles, records and settings may have changed since. */
async function readableTo(engine: Engine, row: OutboxRow, provesAddresses: boolean): Promise<Notice | null> {
  const person = await findById(engine, textAt(row.payload, 'person'))
  if (!person?.active) return null
  const {id, name, roles} = person
  return engine.read({kind: 'person', id, name, roles}, async reader => {
    if (!(await wantsMail(reader.db, id))) return null
    const proved = await provedAddress(reader.db, person)
    // An account whose address was never proved could have its own texts sent to a stranger.
    if (provesAddresses && proved !== null && proved !== person.email) return null
    const [name, text, says] = (['name', 'text', 'says'] as const).map(each => optionalText(row, each))
    const values = await valuesOfNotification(reader.db, row.id)
    const event = {...row, by: byIn(row), name: name ?? null, text: text ?? null, says: says ?? null, values}
    const [told] = await notificationTexts(reader, [event])
    const {language} = reader.moment
    if (!told) return null
    const entry = await mailedEvent(engine, reader, event)
    const written = await writtenMail(engine, reader, event, told.from?.id ?? null)
    const isSure = !provesAddresses || proved === person.email
    return {person, told, language, entry, ...written, offers: isSure ? written.offers : []}
  })
}

type WrittenParts = Pick<Notice, 'subject' | 'text' | 'facts' | 'strip' | 'offers' | 'version' | 'own'>

const nothingWritten: WrittenParts = {
  subject: null,
  text: null,
  facts: [],
  strip: null,
  offers: [],
  version: 0,
  own: false,
}

/** The document's definition of this action's mail. */
async function writtenMail(
  engine: Engine,
  reader: ReadContext,
  event: NotifiedEvent,
  from: string | null,
): Promise<WrittenParts> {
  const {entity, record, action} = event
  const acted = reader.specification.actions.actions.get(entity)?.get(action)
  const mail = acted?.mail
  const declared = reader.entities.entities.get(entity)
  if (!declared) return nothingWritten
  const stored = await readStored(reader, declared, record, reader.visibility.records(entity))
  const owner = stored?.get(ownerOf(declared)?.name ?? '') ?? null
  const own = owner !== null && isReference(owner) && owner.id === personOf(reader.actor)?.id
  if (!mail) return {...nothingWritten, own}
  const values = await valuesThen(reader, event)
  const about = (template: string) => ({entity, record, template, values})
  const sentences = [mail.subject, mail.text].map(each => each?.text ?? null)
  const filled = await fillSentences(
    reader,
    sentences.flatMap(each => (each === null ? [] : [about(each)])),
  )
  // An invitation is from the person who invites, so it does not quote the person who approved the booking.
  const texts = acted.rows.flatMap(({asks}) => asks.filter(({field}) => field.type.control.control === 'area'))
  const isQuoted = ([name = '']: readonly string[]) =>
    from === event.by || !texts.some(({field}) => field.name === name)
  return {
    subject: mail.subject ? (filled.shift() ?? null) : null,
    text: mail.text ? (filled.shift() ?? null) : null,
    facts: await recordFacts(reader, {entity, record, paths: mail.shows.map(({path}) => path).filter(isQuoted)}),
    strip: mail.strip && (await mailStrip(engine, reader, {entity, record})),
    offers: await offersOf(reader, {entity, record, mail}),
    version: Number(stored?.get('version') ?? 0),
    own,
  }
}

/** Actions that the recipient may perform now. Actions with a file input need the record's own page. */
async function offersOf(
  reader: ReadContext,
  {entity, record, mail}: {entity: string; record: string; mail: ActionMail},
): Promise<Offer[]> {
  if (mail.offers.length === 0) return []
  const {specification} = reader
  const display = new Display(specification)
  const possible = await abilities(reader, entity).actionsOn(record)
  const allowed = mail.offers.flatMap(({action}) => {
    const found = possible.find(({name}) => name === action)
    return found && !found.asks.some(({field}) => isFile(field)) ? [found] : []
  })
  const offered = await ownOffers(reader, {entity, record, allowed})
  const stops = (action: string) => stopsAt({specification, display}, entity, action)
  // The main button moves the record on; without states that is the first one.
  const states = display.states.get(entity)
  const way = states?.ahead() ?? []
  const moves = ({name, to}: OfferedAction) =>
    !stops(name) && (!states || (to.some(state => way.includes(state)) && !states.leadsToRejection(name)))
  const lead = offered.find(({name}) => states?.leadsToSuccess(name)) ?? offered.find(moves)
  return offered.map(({name: action, label}) => ({
    action,
    label,
    tone: action === lead?.name ? 'primary' : stops(action) ? 'danger' : 'plain',
  }))
}

/**
 * The actions that Who names the recipient for, if there are any: an office manager who has to approve a booking is not
 * asked to cancel it as well, which the role allows. Otherwise, all of them.
 */
async function ownOffers(
  reader: ReadContext,
  {entity, record, allowed}: {entity: string; record: string; allowed: readonly OfferedAction[]},
): Promise<readonly OfferedAction[]> {
  const actions = reader.specification.actions.actions.get(entity)
  const named = (name: string) =>
    actions?.get(name)?.rows.flatMap(({who}) => who.flatMap(each => (each.kind === 'person' ? [each.isMe] : []))) ?? []
  const names = allowed.map(({name}) => name)
  if (names.length < 2) return allowed
  const held = await holdsForAll(reader, {
    entity,
    ids: [record],
    conditions: () => names.map(name => either(named(name))),
    held: {owner: reader.visibility, name: `named ${JSON.stringify(names)}`},
  })
  const isNamed = held.get(record) ?? []
  return isNamed.some(Boolean) ? allowed.filter((_, index) => isNamed[index]) : allowed
}

/** The secrets in the addresses of a mail. */
interface MailLinks {
  /** One per offer. */
  readonly actions: readonly string[]
  readonly unsubscribe: string
}

/** A mail that is sent again has new links; those of the first one remain valid. */
async function writeLinks(
  db: Db,
  {row: {entity, record}, notice: {person, offers, version}, now}: {row: OutboxRow; notice: Notice; now: number},
): Promise<MailLinks> {
  const actions: string[] = []
  for (const {action} of offers)
    actions.push(await insertActionLink(db, {person: person.id, entity, record, action, version}, now))
  return {actions, unsubscribe: await insertUnsubscribeLink(db, person.id, now)}
}

interface NotificationMail extends Notice {
  readonly links: MailLinks
  readonly origin: string
  /** Milliseconds. */
  readonly now: number
}

/** Why this person gets the mail. */
function reasonOf(
  {offers, own}: Notice,
  {whyWaiting, whyOwn, why}: MailMessages['notice'],
  {kind, product}: {kind: string; product: string},
): string {
  if (own) return whyOwn(kind)
  return offers.length > 0 ? whyWaiting(kind) : why(product)
}

export function notificationMail(specification: Specification, notice: NotificationMail): Mail {
  const {person, told, links, origin} = notice
  const look = {...lookOf(specification, origin), language: notice.language}
  const {mails: words, events, grammar} = languageOf(look.language)
  const record = inLine(told.name, 120)
  const action = inLine(told.action)
  const changes = inLine(told.changes, 500)
  const by = told.by && inLine(told.by.name)
  const from = told.from && inLine(told.from.name)
  const sentence = told.sentence && inLine(told.sentence, 500)
  const kind = inLine(told.kind, 60)
  const happened = events.happened({action, by, plain: told.plain, changes, sentence})
  const plainly = told.plain && words.plainly[told.plain](by ?? '', record, inSentence(kind, look.language))
  const heading = sentence ?? plainly ?? words.notice.about(record, happened)
  const changedBy = told.by?.id === person.id ? events.changedByYou(changes) : events.changedBy(by, changes)
  const unsubscribe = `${origin}/unsubscribe/${links.unsubscribe}`
  const content = {
    by: from,
    heading,
    paragraphs: [
      ...(told.plain === 'update' && sentence === null ? [happened] : []),
      ...((told.plain === null || sentence !== null) && changes !== '' ? [changedBy] : []),
      ...(notice.text === null ? [] : [inLine(notice.text, 2000)]),
    ],
    facts: notice.facts.map(fact => ({
      label: inLine(fact.label, 60),
      text: fact.quoted ? fact.text.slice(0, 2000) : inLine(fact.text, 500),
      quoted: fact.quoted,
      hue: fact.colour === null ? null : hueOf(fact.colour),
    })),
    strip: notice.strip,
    buttons: notice.offers.map(({label, tone}, index) => ({
      label: inLine(label, 60),
      href: `${origin}/mail-links/${links.actions[index] ?? ''}`,
      tone,
    })),
    link: {label: words.notice.open(look.product), href: `${origin}${told.href ?? '/notifications'}`},
    note: notice.offers.length > 0 ? words.notice.once : null,
    reason: reasonOf(notice, words.notice, {kind, product: look.product}),
    settings: [
      {label: words.notice.settings, href: `${origin}/account`},
      {label: words.notice.unsubscribe, href: unsubscribe},
    ],
  }
  const {language, product} = look
  const place = {origin, page: '/', self: '/', product, language}
  const said = sentence ?? plainly
  const subject = notice.subject ?? (said ? grammar.titled(said) : `${action}: ${record}`)
  return {
    to: person.email,
    subject: inLine(subject, 150),
    text: textOfMail(content),
    html: htmlOfMail(content, look),
    // People do not get mails from themselves: their confirmation is from the product.
    ...(from && told.from?.id !== person.id ? {sender: words.notice.from(from, look.product)} : {}),
    unsubscribe,
    ...(notice.entry ? {calendar: {...notice.entry, place, attendee: person, sent: notice.now}} : {}),
  }
}
