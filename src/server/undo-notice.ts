/**
 * What a person has just done: reported with the page in the response or, if the browser loads that page, through a cookie that the next page reads.
 * Undo is a separate action with its own address.
 */
import type {Accounts} from '../accounts/accounts.ts'
import {returnTo} from '../accounts/screens/return-to.ts'
import type {ScreenRoute} from '../engine/application/application.ts'
import {personOf} from '../engine/base/actor.ts'
import type {DoneData} from '../engine/page/frame.ts'
import {type ActionHandler, Refused} from '../engine/reply.ts'
import type {DoneChange} from '../engine/transaction/context.ts'
import {recallDone, undoChange} from '../engine/write/undo.ts'
import {readId} from '../points/entities/values/id.ts'
import {ownErrors} from '../points/errors/own.ts'
import type {RequestContext} from './context.ts'
import {cookieText} from './middleware/session.ts'

const cookie = 'nonet-done'
/** Seconds. A page that takes longer is not the response to the action. */
const lifetime = 30

/** For the page that follows a redirect. */
export function tellNextPage(context: RequestContext): void {
  const {done, cookies} = context
  if (done) cookies.push(cookieText(context, {name: cookie, value: done.id, maxAge: lifetime}))
}

/** What the cookie refers to, once. */
export async function recallFor(context: RequestContext): Promise<DoneChange | null> {
  const {accounts} = context.server
  const value = new RegExp(`(?:^|;\\s*)${cookie}=([^;]+)`).exec(context.request.headers.get('cookie') ?? '')?.[1]
  const id = value === undefined ? null : readId(value)
  if (!accounts || id === null || context.actor.kind !== 'person') return null
  context.cookies.push(cookieText(context, {name: cookie, value: '', maxAge: 0}))
  return accounts.engine().readOne(context.actor, reader => recallDone(reader, id))
}

export function doneData({server}: RequestContext, {id, text, href, until}: DoneChange, url: string): DoneData {
  const left = until === null ? 0 : until - (server.accounts?.now() ?? 0)
  return {id, text, href: href === url.split('?')[0] ? null : href, undo: left > 0 ? left : null}
}

/** There is nothing to show: GET redirects to the home page. */
export function undoRoute(accounts: Accounts): ScreenRoute {
  const undo: ActionHandler = async (visit, form) => {
    const id = readId(form.text('id') ?? '')
    if (id === null) throw new Refused('NOT_FOUND')
    let back: string | null = null
    const outcome = await accounts.engine().unitOfWork(visit.actor, async context => {
      back = await undoChange(context, id)
      return []
    })
    if (!outcome.ok) throw new Refused(isOwnCode(outcome.code) ? outcome.code : 'NOT_NOW')
    return {kind: 'redirect', to: back ?? returnTo(form.text('return'))}
  }
  const screen = {load: () => ({kind: 'redirect', to: '/'}) as const, actions: new Map([['undo', undo]])}
  return {path: '/_undo', open: actor => (personOf(actor) ? screen : null)}
}

function isOwnCode(code: string): code is keyof typeof ownErrors {
  return Object.hasOwn(ownErrors, code)
}
