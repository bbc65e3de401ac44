/**
 * Screens of a document that show people. The list links to inviting people, people added by form or import are invited unless the box is unticked,
 * and record pages show whether a person can sign in.
 */

import type {Opened} from '../../engine/application/application.ts'
import {type Actor, personOf} from '../../engine/base/actor.ts'
import {repeatable} from '../../engine/idempotency.ts'
import {type ActionHandler, type Form, type OpenScreen, Refused, type Reply, type Visit} from '../../engine/reply.ts'
import type {FormFieldData} from '../../features/forms/data.ts'
import {inviteField} from '../../features/import/data.ts'
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

/** The same screen with changed pages and redirects. */
function changed(
  screen: OpenScreen,
  page: (reply: Reply, form: Form | null) => Reply | Promise<Reply>,
  act: (name: string, action: ActionHandler) => ActionHandler,
): OpenScreen {
  const {load, again, actions} = screen
  const get = (name: string): ActionHandler | undefined => {
    const action = actions.get(name)
    const acting = action && act(name, action)
    return acting && (async (visit, form) => page(await acting(visit, form), form))
  }
  return {
    ...screen,
    load: async visit => page(await load(visit), null),
    actions: {size: actions.size, get},
    ...(again ? {again: async (visit, form, shown) => page(await again(visit, form, shown), form)} : {}),
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
    const reply = await action(visit, form)
    if (reply.kind === 'redirect' && invites(form) && reaches(accounts)) await inviteNewPeople(accounts, actor, now)
    return reply
  }
}

/** Unless the box is present and not ticked. */
function invites({fields}: Form): boolean {
  const said = fields.filter(({name}) => name === inviteField)
  return said.length === 0 || said.at(-1)?.value === 'yes'
}

// The list, and its import.

function listOfPeople(people: PeopleScreen): OpenScreen {
  const page = async (reply: Reply, form: Form | null): Promise<Reply> => {
    if (reply.kind !== 'page') return reply
    if (reply.screen === 'list') return withStates(people, withInviteLink(people, reply))
    if (reply.screen !== 'import' || !reply.data.people) return reply
    const invite = reaches(people.accounts) ? form === null || invites(form) : null
    return {...reply, data: {...reply.data, people: {...reply.data.people, invite}}}
  }
  return changed(people.screen, page, (name, action) =>
    name === 'import records' ? invitingAfter(people, action) : action,
  )
}

type ListReply = Extract<Reply, {screen: 'list'}>

/** If the document has no form for new people, its list links to the built-in one. */
function withInviteLink({accounts, actor}: PeopleScreen, reply: ListReply): ListReply {
  if (reply.data.create !== null || !mayInvite(accounts.engine(), actor)) return reply
  return {...reply, data: {...reply.data, create: {label: messagesOf(accounts).invitations, href: '/invitations'}}}
}

/** A last column says whether each person can sign in, and the list if no one gets mail. In a demo, people sign in without an account. */
async function withStates({accounts, actor}: PeopleScreen, reply: ListReply): Promise<Reply> {
  const {data} = reply
  const states = await accountStates(
    accounts,
    actor,
    data.records.map(({id}) => id),
  )
  if (states.size === 0) return reply
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
    ...reply,
    data: {
      ...data,
      ...notice,
      columns: [...data.columns, column],
      records: data.records.map(record => ({...record, cells: [...record.cells, cellOf(record.id)]})),
    },
  }
}

const tones = {open: 'good', invited: 'info', none: 'wait', ended: 'idle', demo: 'idle'}

// The form.

function formForPeople(people: PeopleScreen): OpenScreen {
  const page = (reply: Reply, form: Form | null): Reply => {
    if (reply.kind !== 'page' || reply.screen !== 'form' || reply.data.fields.length === 0) return reply
    const fields = reply.data.fields.map(field => (form === null ? withUsualRole(people, field) : field))
    if (!reaches(people.accounts)) {
      const intro = [reply.data.intro, messagesOf(people.accounts).noMailHelp].filter(text => text !== '').join(' ')
      return {...reply, data: {...reply.data, fields, intro}}
    }
    return {...reply, data: {...reply.data, fields: [...fields, inviteBox(people, form === null || invites(form))]}}
  }
  return changed(people.screen, page, (_, action) => invitingWith(people, action))
}

/** As on the built-in invitations page. */
function withUsualRole({accounts}: PeopleScreen, field: FormFieldData): FormFieldData {
  const [usual] = joinableRoles(accounts.engine().specification.roles)
  return field.name !== 'roles' || field.values.length > 0 || usual === undefined ? field : {...field, values: [usual]}
}

function inviteBox({accounts}: PeopleScreen, ticked: boolean): FormFieldData {
  const words = messagesOf(accounts)
  return {
    name: inviteField,
    label: words.sendInvitation,
    help: words.sendInvitationHelp,
    required: true,
    control: 'yes/no',
    attributes: {},
    options: null,
    values: [ticked ? 'yes' : 'no'],
  }
}

// The record.

/** A built-in action, which no document can name. */
const inviteAction = '_invite'

function recordOfPerson(people: PeopleScreen): OpenScreen {
  const {accounts, actor, screen} = people
  const invite: ActionHandler = async visit => {
    const {id} = await found(screen, visit)
    if (id === null) throw new Refused('NOT_FOUND')
    const state = await accountState(accounts, actor, id)
    if (!state || !isInvitable(accounts, state)) throw new Refused('NOT_NOW')
    const {done} = visit
    const text = messagesOf(accounts).invited
    // Without a mail server, the page shows the link instead.
    const told = done && reaches(accounts) && {done, describe: async () => ({text, href: null, back: null}), ...isSent}
    const sent = await inviteExisting(accounts, actor, {id, ...repeatable(visit, visit.path), ...(told && {told})})
    if (!sent) throw new Refused('NOT_NOW')
    if (reaches(accounts)) return {kind: 'redirect', to: visit.path}
    const now = await accountState(accounts, actor, id)
    const shown = await screen.load(visit)
    return now ? withLink(people, withAccountState(people, shown, now), sent.link) : shown
  }
  return {
    ...screen,
    load: async visit => {
      const {reply, id} = await found(screen, visit)
      const state = id === null ? null : await accountState(accounts, actor, id)
      return state ? withAccountState(people, reply, state) : reply
    },
    actions: {
      size: screen.actions.size + 1,
      get: name => (name === inviteAction ? invite : screen.actions.get(name)),
    },
  }
}

/** An invitation cannot be taken back, and changes no record of the document. */
const isSent = {always: true, isFinal: true} as const

/** Without a mail server, only by people who may have the link. */
const isInvitable = (accounts: Accounts, state: AccountState): boolean =>
  (state.kind === 'none' || state.kind === 'invited') && (reaches(accounts) || state.mayHaveLink)

/** Shown once: only its hash is stored. */
function withLink({accounts}: PeopleScreen, reply: Reply, link: string): Reply {
  if (reply.kind !== 'page' || reply.screen !== 'record') return reply
  const {data} = reply
  const {invitationLink: label, copyLink: copy, copied} = messagesOf(accounts)
  const copies = {copy, copied}
  return {
    ...reply,
    data: {
      ...data,
      fields: [...data.fields, {key: '_link', label, help: '', display: 'text'}],
      cells: [...data.cells, {text: link, copies}],
    },
  }
}

/** The record page identifies its record. */
async function found(screen: OpenScreen, visit: Visit): Promise<{readonly reply: Reply; readonly id: string | null}> {
  const shown: string[] = []
  const opened = (record: string) => {
    shown.push(record)
    visit.opened?.(record)
  }
  const reply = await screen.load({...visit, opened})
  return {reply, id: shown[0] ?? null}
}

function withAccountState({accounts}: PeopleScreen, reply: Reply, state: AccountState): Reply {
  if (reply.kind !== 'page' || reply.screen !== 'record') return reply
  const words = messagesOf(accounts)
  const {data} = reply
  const action = {
    name: inviteAction,
    label: !reaches(accounts) ? words.createLink : state.kind === 'invited' ? words.inviteAgain : words.invite,
    tone: 'plain',
    href: '',
    inputs: [],
    problems: [],
    open: false,
  } as const
  return {
    ...reply,
    data: {
      ...data,
      actions: isInvitable(accounts, state) ? [...data.actions, action] : data.actions,
      fields: [...data.fields, {key: inviteAction, label: words.accountState, help: '', display: 'text'}],
      cells: [...data.cells, {text: stateText(accounts, state)}],
    },
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
