/** The screen at a path, for the actor of the request: one of the route table, or one of the document. */
import {accountsIn} from '../accounts/accounts.ts'
import {openOrSignIn} from '../accounts/screens/require-sign-in.ts'
import {viewAsActions} from '../accounts/screens/view-as.ts'
import type {Actor} from '../engine/actor.ts'
import type {Address} from '../engine/address.ts'
import type {Opened} from '../engine/application.ts'
import type {ActionHandler, Reply, Visit} from '../engine/reply.ts'
import {logFailure, type RequestContext} from './context.ts'
import {offersViewAs} from './shell.ts'

export interface OpenedScreen extends Opened {
  /** Whether the page takes actions, so that its forms need a one-time token. */
  readonly acts: boolean
}

export interface ScreenReply {
  readonly reply: Reply
  /** For a method that the page does not have: those it has. */
  readonly allow?: string
  readonly acts?: boolean
}

/** Null where there is no such page for this actor. */
export function openScreen(context: RequestContext, path: string): OpenedScreen | null {
  const {server, application, actor} = context
  const find = (at: string, as: Actor) => server.router.screen(at, as, application) ?? application.open(at, as)
  const accounts = server.accounts && accountsIn(server.accounts, application.look.language)
  const opened = accounts ? openOrSignIn(accounts, find, path, actor) : find(path, actor)
  return opened && {...opened, acts: opened.screen.actions.size > 0 || actionsEverywhere(context).size > 0}
}

const noActions: ReadonlyMap<string, ActionHandler> = new Map()

/** The actions that every page takes beside its own, also one that is missing for this actor. */
export function actionsEverywhere(context: RequestContext): ReadonlyMap<string, ActionHandler> {
  const {accounts} = context.server
  return accounts && offersViewAs(context) ? viewAsActions(accounts) : noActions
}

export function visitOf(context: RequestContext, {parameters}: Opened, {path, query, url}: Address): Visit {
  const {actor, sender} = context
  const decoded = Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)])
  return {
    path,
    query,
    url,
    parameters: Object.fromEntries(decoded),
    actor,
    sender,
    failed: cause => logFailure(context, cause),
    ...(context.opened ? {opened: record => context.opened?.push(record)} : {}),
    idempotency: null,
  }
}
