/**
 * Where people go after signing in: the page they wanted, never another site. Without one it is `/`, and for a
 * person without a screen at that address the first one of their menu (`engine/application/application.ts`).
 */
import {isOwnPath, parseAddress} from '../../engine/address.ts'
import type {Accounts} from '../accounts.ts'
import {startPath} from '../sso/single-sign-on.ts'

const nowhere = 'http://nowhere.invalid'

/** Screens that make no sense after signing in. */
const entries = /^\/(sign-in|sign-up|sign-out|forgot-password|reset-password|set-up|invitations)(\/|\?|$)/

export function returnTo(asked: string | null): string {
  if (asked === null || !isOwnPath(asked) || !URL.canParse(asked, nowhere)) return '/'
  const url = new URL(asked, nowhere)
  if (url.origin !== nowhere) return '/'
  const path = `${url.pathname}${url.search}`
  const sound = isOwnPath(path) && parseAddress(path).kind === 'ok'
  return sound && !entries.test(path) ? path : '/'
}

/** Where the whole address would be too long, its query is left out. */
export function signInPath(back: string): string {
  const path = returnTo(back)
  const [plain = '/'] = path.split('?')
  const paths = [path, plain].map(each => `/sign-in?return=${encodeURIComponent(each)}`)
  return (path === '/' ? null : paths.find(isOwnPath)) ?? '/sign-in'
}

/** Straight to the only provider, where hardly anyone signs in otherwise. */
export function onlyProviderPath({sso, passwordsFor}: Accounts, back: string): string | null {
  const [client, another] = sso?.clients ?? []
  return client && !another && passwordsFor ? startPath(client.provider.name, returnTo(back)) : null
}
