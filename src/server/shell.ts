/** The frame around every page, for the actor of the request. */
import {isIP} from 'node:net'
import {unreadNotifications} from '../accounts/notifications-screen.ts'
import {accountShell} from '../accounts/routes.ts'
import {viewAsMenu} from '../accounts/view-as.ts'
import type {Shell} from '../contract/page.ts'
import type {Context} from './context.ts'
import {isLoopback, publicOriginOf} from './middleware/host.ts'
import {themeOf} from './theme.ts'

/** What needs no records. */
export function plainShell({application, actor, server: {accounts}, request}: Context): Shell {
  const theme = themeOf(request)
  return {
    ...application.shell(actor),
    ...(theme ? {theme} : {}),
    ...(accounts ? accountShell(accounts, actor) : {}),
  }
}

export async function wholeShell(context: Context): Promise<Shell> {
  const {accounts} = context.server
  if (!accounts) return plainShell(context)
  const notifications = await unreadNotifications(accounts, context.actor)
  const viewAs = offersViewAs(context) ? await viewAsMenu(accounts, context.actor) : null
  return {...plainShell(context), ...(notifications ? {notifications} : {}), ...(viewAs ? {viewAs} : {})}
}

/** `nonet dev`, for people at the machine itself: no proxy between, and no name of another site that leads here. */
export function offersViewAs({server, request, peer}: Context): boolean {
  if (!server.dev || request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  if (!isLoopback(publicOriginOf(request, null))) return false
  return peer !== null && isIP(peer) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(peer)
}
