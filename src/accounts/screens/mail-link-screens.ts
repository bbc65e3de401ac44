/**
 * The targets of buttons in mails, without sign-in: a page that names the record and the action and asks for confirmation, and one that turns off
 * notification mails. Opening either changes nothing, because mail programs open links too. Neither starts a session.
 */

import {type Actor, type PersonActor, personOf} from '../../engine/base/actor.ts'
import {saysOf} from '../../engine/base/sentence-templates.ts'
import {exactText} from '../../engine/display/dates.ts'
import {Display} from '../../engine/display/field-display.ts'
import {fillSentences, recordFacts} from '../../engine/display/fill-sentences.ts'
import {recordTexts} from '../../engine/links/notification-text.ts'
import {setWantsMail, wantsMail} from '../../engine/notifications/notification-rows.ts'
import {entityOf, type ReadContext} from '../../engine/query/read-context.ts'
import {readStored} from '../../engine/query/stored.ts'
import {abilities, type OfferedAction} from '../../engine/records/abilities.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageReply,
  Refused,
  type Reply,
  type Visit,
} from '../../engine/reply.ts'
import {ChangeRejected, type Outcome} from '../../engine/transaction/change.ts'
import {writeAll} from '../../engine/write/write.ts'
import {inputFields, recordFields} from '../../features/forms/fields.ts'
import {formInputs, problemsFor, versionIn} from '../../features/forms/form-input.ts'
import {type FormReply, formPage, lookupAt, type SentForm} from '../../features/forms/form-page.ts'
import {stopsAt} from '../../features/records/actions.ts'
import {languageOf} from '../../messages/languages.ts'
import {isFile} from '../../points/entities/lookup.ts'
import {type Accounts, findById, instantAt} from '../accounts.ts'
import {type ActionLink, findActionLink, findUnsubscribeLink, useActionLink} from '../mail-links.ts'
import {entryForm, entryPage, messagesOf} from './screen-replies.ts'

/** These pages have a secret in their address. */
const secretPage = {'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex'}

// One action on one record.

export function mailLinkScreen(accounts: Accounts, actor: Actor): OpenScreen {
  const act: ActionHandler = async (visit, form) => {
    const at = await linked(accounts, visit, actor)
    if ('page' in at) return at.page
    if (form.text('_action') !== at.link.action) throw new Refused('UNKNOWN_ACTION')
    return answer(at, form, await perform(at, form))
  }
  return {
    load: async visit => {
      const at = await linked(accounts, visit, actor)
      return 'page' in at ? at.page : show(at, null)
    },
    // The link determines the action.
    actions: {size: 1, get: () => act},
  }
}

interface LinkVisit {
  readonly accounts: Accounts
  readonly visit: Visit
  readonly link: ActionLink
  readonly secret: string
  /** The recipient of the link. */
  readonly person: PersonActor
}

/** The link and its person, or the page that explains why it cannot be used. */
async function linked(accounts: Accounts, visit: Visit, actor: Actor): Promise<LinkVisit | {page: PageReply}> {
  const engine = accounts.engine()
  const secret = visit.parameters['token'] ?? ''
  const link = await engine.store.read(db => findActionLink(db, secret, accounts.now()))
  const found = link && (await findById(engine, link.person))
  if (!link || !found?.active) throw new Refused('MAIL_LINK_ENDED')
  const words = messagesOf(accounts).mailLink
  const signedIn = personOf(actor)
  if (signedIn && signedIn.id !== link.person)
    return {page: ended({heading: words.otherPerson, intro: words.otherPersonIntro(signedIn.name), status: 403})}
  const {id, name, roles} = found
  const at = {accounts, visit, link, secret, person: {kind: 'person', id, name, roles} as const}
  if (link.used !== null) return {page: await usedPage(at, link.used)}
  if (link.until <= accounts.now()) {
    const when = exactText(instantAt(link.until), engine.moment())
    const links = await openLinks(at)
    return {page: ended({heading: words.expired, intro: words.expiredIntro(when), status: 410, links})}
  }
  return at
}

interface EndedPage {
  readonly heading: string
  readonly intro: string
  readonly status: number
  readonly links?: readonly {label: string; href: string}[]
}

function ended({heading, intro, status, links = []}: EndedPage): PageReply {
  return {...entryPage({heading, intro, links}), status, headers: secretPage}
}

/** To the record, after signing in. */
async function openLinks({accounts, link, person}: LinkVisit): Promise<{label: string; href: string}[]> {
  const {specification} = accounts.engine()
  const record = await accounts.engine().read(person, reader => recordOf(reader, link))
  const label = languageOf(specification.limits.settings.LANGUAGE).mails.notice.open(specification.purpose.title)
  return [{label, href: record?.href ?? '/'}]
}

async function recordOf(reader: ReadContext, {entity, record}: ActionLink) {
  return (await recordTexts(reader, entity, [record])).get(record) ?? null
}

/** What the person did with the link. */
async function usedPage(at: LinkVisit, used: number): Promise<PageReply> {
  const {accounts, link, person} = at
  const engine = accounts.engine()
  const words = messagesOf(accounts).mailLink
  const {events, grammar} = languageOf(engine.specification.limits.settings.LANGUAGE)
  const said = await engine.read(person, async reader => {
    const action = reader.specification.actions.actions.get(link.entity)?.get(link.action)
    const machine = reader.specification.states.machines.get(link.entity)
    const stored = await readStored(
      reader,
      entityOf(reader, link.entity),
      link.record,
      reader.visibility.records(link.entity),
    )
    const to = machine ? stored?.get(machine.field) : null
    const template = action ? saysOf(action, {to: typeof to === 'string' ? to : null}) : null
    if (template === null || !stored) return words.done(action?.label ?? link.action)
    const [text = ''] = await fillSentences(reader, [
      {entity: link.entity, record: link.record, template, byReader: true},
    ])
    return events.done.did(text)
  })
  const when = exactText(instantAt(used), engine.moment())
  return ended({
    heading: grammar.titled(said),
    intro: words.usedIntro(when),
    status: 200,
    links: await openLinks(at),
  })
}

/** The record and the action, as this person sees them now. */
function show(at: LinkVisit, tried: SentForm | null): Promise<PageReply> {
  const {accounts, link, person} = at
  return accounts.engine().read(person, async reader => {
    const record = await recordOf(reader, link)
    if (!record) throw new Refused('NOT_FOUND')
    const offered = (await abilities(reader, link.entity).actionsOn(link.record)).find(({name}) => name === link.action)
    if (!offered || offered.asks.some(({field}) => isFile(field))) return tooLate(at, record)
    return actionPage(at, reader, {record, offered, tried})
  })
}

interface NamedRecord {
  readonly name: string
  readonly href: string | null
}

function tooLate({accounts, link}: LinkVisit, {name, href}: NamedRecord): PageReply {
  const {specification} = accounts.engine()
  const words = messagesOf(accounts).mailLink
  const label = specification.actions.actions.get(link.entity)?.get(link.action)?.label ?? link.action
  const open = languageOf(specification.limits.settings.LANGUAGE).mails.notice.open(specification.purpose.title)
  const links = [{label: open, href: href ?? '/'}]
  return ended({heading: name, intro: words.tooLate(label), status: 409, links})
}

interface ShownAction {
  readonly record: NamedRecord
  readonly offered: OfferedAction
  readonly tried: SentForm | null
}

async function actionPage(
  {accounts, visit, link, person}: LinkVisit,
  reader: ReadContext,
  {record, offered, tried}: ShownAction,
): Promise<FormReply> {
  const {specification} = reader
  const words = messagesOf(accounts).mailLink
  const stored = await readStored(
    reader,
    entityOf(reader, link.entity),
    link.record,
    reader.visibility.records(link.entity),
  )
  const version = Number(stored?.get('version') ?? 0)
  const paths = mailPaths(reader, link)
  const stops = stopsAt({specification, display: new Display(specification)}, link.entity, link.action)
  const inputs = {entity: link.entity, fields: inputFields(offered.asks)}
  const page = formPage(
    visit,
    {
      heading: `${offered.label}: ${record.name}`,
      intro: [words.asPerson(person.name), ...(version === link.version ? [] : [words.changedSince])].join(' '),
      facts: (await recordFacts(reader, {entity: link.entity, record: link.record, paths})).map(({label, text}) => ({
        label,
        text,
      })),
      version,
      fields: await recordFields(reader, inputs, {sent: tried?.form ?? null, ...lookupAt(visit)}),
      actions: [{name: link.action, label: offered.label, tone: stops ? 'danger' : 'primary'}],
      cancel: record.href ?? '/',
    },
    tried,
  )
  return {...page, bare: true, headers: secretPage}
}

/** The fields of the mails that offer this action, each once. */
function mailPaths({specification}: ReadContext, {entity, action}: ActionLink): readonly (readonly string[])[] {
  const paths = new Map<string, readonly string[]>()
  for (const {mail} of specification.actions.actions.get(entity)?.values() ?? [])
    if (mail?.offers.some(each => each.action === action))
      for (const {path} of mail.shows) paths.set(path.join('.'), path)
  return [...paths.values()]
}

/** The usual write path, as the person: permissions are checked now. The link is used up in the same transaction. */
function perform({accounts, link, secret, person}: LinkVisit, form: Form): Promise<Outcome> {
  const {entity, record: id, action} = link
  const request = {kind: 'action', entity, id, action, version: versionIn(form), inputs: formInputs(form)} as const
  return accounts.engine().unitOfWork(person, async writing => {
    if (!(await useActionLink(writing.db, secret, accounts.now()))) throw new ChangeRejected('MAIL_LINK_ENDED', [])
    return writeAll(writing, [request])
  })
}

async function answer(at: LinkVisit, form: Form, outcome: Outcome): Promise<Reply> {
  const {accounts, visit, link} = at
  // The page of a used link shows what was done with it.
  if (outcome.ok || outcome.code === 'MAIL_LINK_ENDED') return {kind: 'redirect', to: visit.path}
  const {specification} = accounts.engine()
  const entity = specification.entities.entities.get(link.entity)
  if (outcome.code === 'NOT_FOUND' || !entity) throw new Refused('NOT_FOUND')
  const {problems, status} = problemsFor(specification, entity, outcome)
  const overtaken = accounts.messages(specification.limits.settings.LANGUAGE).records.overtaken
  const said = outcome.code === 'CONFLICT' ? [{field: null, message: overtaken}] : problems
  return show(at, {form, problems: said, status})
}

// Turns off notification mails.

/** Mail programs send a POST of their own (RFC 8058) and get a plain reply; people are asked first. */
export function unsubscribeScreen(accounts: Accounts): OpenScreen {
  const words = messagesOf(accounts).unsubscribe
  const product = accounts.engine().specification.purpose.title
  const links = [{label: words.settings, href: '/account'}]
  const personOfLink = async ({parameters}: Visit): Promise<string> => {
    const person = await accounts
      .engine()
      .store.read(db => findUnsubscribeLink(db, parameters['token'] ?? '', accounts.now()))
    if (person === null) throw new Refused('MAIL_LINK_ENDED')
    return person
  }
  const done = (): PageReply => ({
    ...entryPage({heading: words.done, intro: words.doneIntro(product), links}),
    headers: secretPage,
  })
  const act: ActionHandler = async (visit, form) => {
    const person = await personOfLink(visit)
    await accounts.engine().unit(({db}) => setWantsMail(db, person, {wants: false, now: accounts.now()}))
    return form.text('_action') === null ? done() : {kind: 'redirect', to: visit.path}
  }
  return {
    load: async visit => {
      const person = await personOfLink(visit)
      if (!(await accounts.engine().store.read(db => wantsMail(db, person)))) return done()
      const form = entryForm('unsubscribe', words.unsubscribe, {fields: [], problems: []})
      return {...entryPage({heading: words.heading, intro: words.intro(product), form, links}), headers: secretPage}
    },
    actions: {size: 1, get: () => act},
  }
}
