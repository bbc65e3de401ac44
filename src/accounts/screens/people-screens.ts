/**
 * Screens of a document that show people. The list links to inviting people, people added by form or import are invited unless the box is unticked,
 * and record pages show whether a person can sign in.
 */

import type {Opened} from '../../engine/application/application.ts'
import {type Actor, personOf} from '../../engine/base/actor.ts'
import {repeatable} from '../../engine/idempotency.ts'
import {
  type ActionHandler,
  type Form,
  type OpenScreen,
  type PageAdditions,
  Refused,
  type Visit,
} from '../../engine/reply.ts'
import type {ListData} from '../../features/collections/data.ts'
import type {FormFieldData, FormScreenData} from '../../features/forms/data.ts'
import {inviteField} from '../../features/import/data.ts'
import type {RecordData} from '../../features/records/data.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {dateFormat} from '../../points/entities/values/formats.ts'
import {joinableRoles} from '../../points/roles/run.ts'
import {findScreen} from '../../points/screens/run.ts'
import type {Accounts} from '../accounts.ts'
import {
  type AccountState,
  accountState,
  accountStates,
  inviteCreated,
  inviteExisting,
  inviteNewPeople,
  mayInvite,
  reaches,
  requireProofToInvite,
  signOutPerson,
} from '../invitations.ts'
import {messagesOf} from './screen-replies.ts'

/** The screen of the document, except for screens that show people. */
export function withInvitations(accounts: Accounts, opened: Opened | null, path: string, actor: Actor): Opened | null {
  const {specification} = accounts.engine()
  const found = opened && findScreen(specification.screens, path, personOf(actor))?.screen
  const shows = found?.shows
  if (!opened || !shows || !('entity' in shows) || shows.entity !== userEntity) return opened
  const people = {accounts, actor, screen: opened.screen}
  const {can} = found.kind
  if (can.browse) return {...opened, screen: listOfPeople(people)}
  if (can.showOne) return {...opened, screen: recordOfPerson(people)}
  return can.create && found.address.kind === 'plain' ? {...opened, screen: formForPeople(people)} : opened
}

interface PeopleScreen {
  readonly accounts: Accounts
  readonly actor: Actor
  readonly screen: OpenScreen
}

/** The same screen with additions to its pages. `form`: what is sent. */
function adding(
  screen: OpenScreen,
  additions: (visit: Visit, form: Form | null) => PageAdditions,
  act: (name: string, action: ActionHandler) => ActionHandler,
): OpenScreen {
  const {load, again, actions} = screen
  const added = (visit: Visit, form: Form | null): Visit => ({...visit, additions: additions(visit, form)})
  const get = (name: string): ActionHandler | undefined => {
    const action = actions.get(name)
    const acting = action && act(name, action)
    return acting && ((visit, form) => acting(added(visit, form), form))
  }
  return {
    ...screen,
    load: visit => load(added(visit, null)),
    actions: {size: actions.size, get},
    ...(again ? {again: (visit, form, shown) => again(added(visit, form), form, shown)} : {}),
  }
}

// Without mail no one would receive a link, so that no one is invited.

/** Part of the change, so that undoing it undoes the invitation. */
function invitingWith({accounts}: PeopleScreen, action: ActionHandler): ActionHandler {
  return (visit, form) =>
    action(
      reaches(accounts) && invites(form) ? {...visit, alongside: writing => inviteCreated(accounts, writing)} : visit,
      form,
    )
}

/**
 * An import of many people cannot be undone, and others can write between its invitations. Only a successful one
 * redirects; a refused one shows its form again.
 */
function invitingAfter({accounts, actor}: PeopleScreen, action: ActionHandler): ActionHandler {
  return async (visit, form) => {
    const {now} = accounts.engine().moment()
    const isInviting = invites(form) && reaches(accounts)
    if (isInviting) await requireProofToInvite(accounts, actor)
    const reply = await action(visit, form)
    if (reply.kind === 'redirect' && isInviting) await inviteNewPeople(accounts, actor, now)
    return reply
  }
}

/** Unless the box is present and not ticked. */
function invites({fields}: Form): boolean {
  const said = fields.filter(({name}) => name === inviteField)
  return said.length === 0 || said.at(-1)?.value === 'yes'
}

const invitedBy = (form: Form | null): 'yes' | 'no' => (form === null || invites(form) ? 'yes' : 'no')

// The list, and its import.

function listOfPeople(people: PeopleScreen): OpenScreen {
  const additions = (_: Visit, form: Form | null): PageAdditions => ({
    toList: data => withStates(people, withInviteLink(people, data)),
    toImport(data) {
      if (!data.people) return data
      const box = (field: FormFieldData) => (reaches(people.accounts) ? [{...field, values: [invitedBy(form)]}] : [])
      return {...data, people: data.people.flatMap(field => (field.name === inviteField ? box(field) : [field]))}
    },
  })
  return adding(people.screen, additions, (name, action) =>
    name === 'import records' ? invitingAfter(people, action) : action,
  )
}

/** If the document has no form for new people, its list links to the built-in one. */
function withInviteLink({accounts, actor}: PeopleScreen, data: ListData): ListData {
  if (data.create !== null || !mayInvite(accounts.engine(), actor)) return data
  return {...data, create: {label: messagesOf(accounts).invitations, href: '/invitations'}}
}

/** A last column says whether each person can sign in, and the list if no one gets mail. In a demo, people sign in without an account. */
async function withStates({accounts, actor}: PeopleScreen, data: ListData): Promise<ListData> {
  const states = await accountStates(
    accounts,
    actor,
    data.records.map(({id}) => id),
  )
  if (states.size === 0) return data
  const words = messagesOf(accounts)
  const column = {key: inviteAction, label: words.accountState, help: '', display: 'state', sort: null, tones} as const
  const cellOf = (id: string) => {
    const state = states.get(id)
    if (state === undefined) return {text: ''}
    const value = state === 'none' && accounts.demo ? 'demo' : state
    return {text: words.listedStates[value], value}
  }
  const waits = [...states.values()].some(state => state === 'none' || state === 'invited')
  const notice = waits && !reaches(accounts) ? {html: `<p>${words.noMailNotice}</p>${data.html ?? ''}`} : {}
  return {
    ...data,
    ...notice,
    columns: [...data.columns, column],
    records: data.records.map(record => ({...record, cells: [...record.cells, cellOf(record.id)]})),
  }
}

const tones = {open: 'good', invited: 'info', none: 'wait', ended: 'idle', demo: 'idle'}

// The form.

function formForPeople(people: PeopleScreen): OpenScreen {
  const toForm = (data: FormScreenData, sent: Form | null): FormScreenData => {
    if (data.fields.length === 0) return data
    const fields = data.fields.map(field => (sent === null ? withUsualRole(people, field) : field))
    if (!reaches(people.accounts)) {
      const intro = [data.intro, messagesOf(people.accounts).noMailHelp].filter(text => text !== '').join(' ')
      return {...data, fields, intro}
    }
    return {...data, fields: [...fields, inviteBox(people, sent)]}
  }
  return adding(
    people.screen,
    () => ({toForm}),
    (_, action) => invitingWith(people, action),
  )
}

/** As on the built-in invitations page. */
function withUsualRole({accounts}: PeopleScreen, field: FormFieldData): FormFieldData {
  const [usual] = joinableRoles(accounts.engine().specification.roles)
  return field.name !== 'roles' || field.values.length > 0 || usual === undefined ? field : {...field, values: [usual]}
}

function inviteBox({accounts}: PeopleScreen, sent: Form | null): FormFieldData {
  const words = messagesOf(accounts)
  return {
    name: inviteField,
    label: words.sendInvitation,
    help: words.sendInvitationHelp,
    required: true,
    control: 'yes/no',
    attributes: {},
    options: null,
    values: [invitedBy(sent)],
  }
}

// The record.

/* Built-in actions, which no document can name. */
const inviteAction = '_invite'
const signOutAction = '_sign out everywhere'

function recordOfPerson(people: PeopleScreen): OpenScreen {
  const {accounts, actor, screen} = people
  const shown = (visit: Visit, link: string | null) => {
    const toRecord = async (data: RecordData, id: string): Promise<RecordData> => {
      const state = await accountState(accounts, actor, id)
      const stated = state ? withAccountState(people, data, state) : data
      return state && link !== null ? withLink(people, stated, link) : stated
    }
    return screen.load({...visit, additions: {toRecord}})
  }
  const invite: ActionHandler = async visit => {
    const id = await openedRecord(screen, visit)
    if (id === null) throw new Refused('NOT_FOUND')
    const state = await accountState(accounts, actor, id)
    if (!state || !isInvitable(accounts, state)) throw new Refused('NOT_NOW')
    const {done} = visit
    const text = messagesOf(accounts).invited
    // Without a mail server, the page shows the link instead.
    const told = done && reaches(accounts) && {done, describe: async () => ({text, href: null, back: null}), ...isSent}
    const sent = await inviteExisting(accounts, actor, {id, ...repeatable(visit, visit.path), ...(told && {told})})
    if (!sent) throw new Refused('NOT_NOW')
    return reaches(accounts) ? {kind: 'redirect', to: visit.path} : shown(visit, sent.link)
  }
  const signOut: ActionHandler = async visit => {
    const id = await openedRecord(screen, visit)
    if (id === null) throw new Refused('NOT_FOUND')
    const text = messagesOf(accounts).signedOutEverywhere
    const {done} = visit
    const told = done && {done, describe: async () => ({text, href: null, back: null}), ...isSent}
    if (!(await signOutPerson(accounts, actor, {id, ...repeatable(visit, visit.path), ...(told && {told})})))
      throw new Refused('NOT_NOW')
    return {kind: 'redirect', to: visit.path}
  }
  const own = new Map([
    [inviteAction, invite],
    [signOutAction, signOut],
  ])
  return {
    ...screen,
    load: visit => shown(visit, null),
    actions: {size: screen.actions.size + own.size, get: name => own.get(name) ?? screen.actions.get(name)},
  }
}

/** An invitation cannot be taken back, and changes no record of the document. */
const isSent = {always: true, isFinal: true} as const

/** Without a mail server, only by people who may have the link. */
const isInvitable = (accounts: Accounts, state: AccountState): boolean =>
  (state.kind === 'none' || state.kind === 'invited') && (reaches(accounts) || state.mayHaveLink)

/** Shown once: only its hash is stored. */
function withLink({accounts}: PeopleScreen, data: RecordData, link: string): RecordData {
  const {invitationLink: label, copyLink: copy, copied} = messagesOf(accounts)
  return {
    ...data,
    fields: [...data.fields, {key: '_link', label, help: '', display: 'text'}],
    cells: [...data.cells, {text: link, copies: {copy, copied}}],
  }
}

/** The record page identifies its record. */
async function openedRecord(screen: OpenScreen, visit: Visit): Promise<string | null> {
  let id: string | null = null
  await screen.load({
    ...visit,
    opened(record) {
      id = record
      visit.opened?.(record)
    },
  })
  return id
}

function withAccountState({accounts}: PeopleScreen, data: RecordData, state: AccountState): RecordData {
  const words = messagesOf(accounts)
  const plain = {tone: 'plain', href: '', inputs: [], problems: [], open: false} as const
  const label = !reaches(accounts) ? words.createLink : state.kind === 'invited' ? words.inviteAgain : words.invite
  const more = [
    ...(isInvitable(accounts, state) ? [{...plain, name: inviteAction, label}] : []),
    ...(state.kind === 'open' && state.mayBeSignedOut
      ? [{...plain, name: signOutAction, label: words.signOutEverywhere}]
      : []),
  ]
  return {
    ...data,
    actions: [...data.actions, ...more],
    fields: [...data.fields, {key: inviteAction, label: words.accountState, help: '', display: 'text'}],
    cells: [...data.cells, {text: stateText(accounts, state)}],
  }
}

function stateText(accounts: Accounts, state: AccountState): string {
  const {LANGUAGE, TIME_ZONE} = accounts.engine().specification.limits.settings
  const day = dateFormat(LANGUAGE, {day: 'numeric', month: 'long', timeZone: TIME_ZONE})
  const {states} = messagesOf(accounts)
  if (state.kind === 'none' && accounts.demo) return states.demo
  if (state.kind === 'open' && state.asked !== null) return states.asked(state.asked)
  if (state.kind !== 'invited') return states[state.kind]
  return (reaches(accounts) ? states.invited : states.invitedWithoutMail)(day.format(state.until))
}
