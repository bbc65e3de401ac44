/** The shell around every page, for the actor of the request. */
import {isIP} from 'node:net'
import {accountsIn} from '../accounts/accounts.ts'
import {returnTo} from '../accounts/screens/return-to.ts'
import {accountShell} from '../accounts/screens/routes.ts'
import {factorReminder} from '../accounts/screens/security/devices.ts'
import {viewAsMenu} from '../accounts/screens/view-as.ts'
import type {ScreenRoute} from '../engine/application/application.ts'
import type {PersonalMenu} from '../engine/application/menu.ts'
import {type Theme, themeCookie, themeIn, themes} from '../engine/page/common.ts'
import type {MenuItem, Shell} from '../engine/page/frame.ts'
import type {ActionHandler, OpenScreen} from '../engine/reply.ts'
import {readOpened, unreadEntitiesOf, unreadNotifications} from '../screens/notifications/server.ts'
import {logFailure, type RequestContext, type ShellAhead} from './context.ts'
import {isLoopback, publicOriginOf} from './middleware/host.ts'

/** The parts that need no records. Someone whose session could not be read is not asked to sign in again. */
export function plainShell({application, actor, isSessionUnread, server: {accounts}, request}: RequestContext): Shell {
  const theme = themeIn(request.headers.get('cookie') ?? '')
  return {
    ...application.shell(actor),
    ...(theme ? {theme} : {}),
    ...(accounts && !isSessionUnread ? accountShell(accountsIn(accounts, application.look.language), actor) : {}),
  }
}

/**
 * What the shell reads from the database does not depend on the page, so it is asked for at the same time. A failure is
 * reported by `wholeShell`.
 */
export function shellAhead({application, server: {accounts}, actor}: RequestContext): ShellAhead {
  const menu = application.menuCounts(actor)
  const unread = accounts ? unreadEntitiesOf(accounts, actor) : Promise.resolve(null)
  return {actor, application, menu, unread, settled: Promise.allSettled([menu, unread])}
}

export async function wholeShell(context: RequestContext): Promise<Shell> {
  const {shellAhead: known, actor, application} = context
  const isFor = known !== null && known.actor === actor && known.application === application
  const {menu, unread} = isFor ? known : shellAhead(context)
  const shell = withReminder(context, withCounts(plainShell(context), await menu))
  if (!context.server.accounts) return shell
  const accounts = accountsIn(context.server.accounts, context.application.look.language)
  const notifications = await unreadNotifications(accounts, context.actor, {
    entities: await unread,
    markRead: () => markRead(context),
  })
  const viewAs = offersViewAs(context) ? await viewAsMenu(accounts, context.actor) : null
  const label = context.application.words.people.sentMails.title
  return {
    ...shell,
    ...(notifications ? {notifications} : {}),
    ...(viewAs ? {viewAs} : {}),
    ...(mayReadMails(context) ? {sentMails: {label, href: sentMailsPath}} : {}),
  }
}

/** What the person has opened. A page is shown even if this fails. */
async function markRead(context: RequestContext): Promise<void> {
  const {opened, actor, server} = context
  if (!opened || opened.length === 0 || actor.kind !== 'person' || !server.accounts) return
  try {
    await readOpened(server.accounts, actor, opened)
  } catch (cause) {
    logFailure(context, cause)
  }
}

function withCounts(plain: Shell, {counts, hidden, quick, described, person: values}: PersonalMenu): Shell {
  const {person} = plain
  const told = {...(described === '' ? {} : {is: described}), ...(Object.keys(values).length > 0 && {values})}
  const shell = person && Object.keys(told).length > 0 ? {...plain, person: {...person, ...told}} : plain
  if (counts.size + hidden.size === 0) return shell
  const isShown = ({href}: MenuItem) => !hidden.has(href)
  const counted = (item: MenuItem): MenuItem => {
    const count = counts.get(item.href)
    return count === undefined ? item : {...item, count}
  }
  const groups = shell.menu.map(group => ({...group, items: group.items.filter(isShown).map(counted)}))
  const {lead, ...without} = shell
  return {
    ...without,
    ...(lead && !hidden.has(lead.href) ? {lead} : {}),
    menu: groups.filter(({items}) => items.length > 0),
    quick: quick.filter(href => !hidden.has(href)),
  }
}

/** By when a second factor is due, where the roles of the person are on other days. */
function withReminder({factorDue: due, server: {accounts}}: RequestContext, shell: Shell): Shell {
  const {person} = shell
  if (!accounts || !person || due.kind !== 'later') return shell
  return {...shell, person: {...person, is: factorReminder(accounts, due.until)}}
}

export const sentMailsPath = '/sent-mails'

/** In a demo everyone can view as anyone; otherwise only people at this machine. */
export function mayReadMails(context: RequestContext): boolean {
  const {sentMails, accounts} = context.server
  return sentMails !== undefined && ((accounts?.demo ?? false) || offersViewAs(context))
}

/** `nonet dev`, for people at this machine: no proxy in between, and no foreign name that resolves here. */
export function offersViewAs({server, request, peer}: RequestContext): boolean {
  if (!server.dev || request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  if (!isLoopback(publicOriginOf(request, null))) return false
  return peer !== null && isIP(peer) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(peer)
}

/** Without a script, a form sets light or dark. */
const themeScreen: OpenScreen = {
  load: () => ({kind: 'redirect', to: '/'}),
  actions: new Map(themes.map(theme => [theme, choose(theme)])),
}

/** Without a menu there is no theme choice either. */
export const themeRoute: ScreenRoute = {
  path: '/_theme',
  open: (actor, application) => (application.shell(actor).menu.length > 0 ? themeScreen : null),
}

function choose(theme: Theme): ActionHandler {
  return (_visit, form) => ({kind: 'redirect', to: returnTo(form.text('return')), cookies: [themeCookie(theme)]})
}
