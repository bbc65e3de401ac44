/** Where somebody goes after signing in: back to where they wanted to be, if that is a page here, and never elsewhere. */
import {isOwnPath, parseAddress} from '../engine/address.ts'

const nowhere = 'http://nowhere.invalid'

/** The screens that one leaves behind by signing in. */
const entries = /^\/(sign-in|sign-up|sign-out|forgot-password|reset-password|set-up|invitations)(\/|\?|$)/

export function returnTo(asked: string | null): string {
  if (asked === null || !isOwnPath(asked) || !URL.canParse(asked, nowhere)) return '/'
  const url = new URL(asked, nowhere)
  if (url.origin !== nowhere) return '/'
  const path = `${url.pathname}${url.search}`
  const sound = isOwnPath(path) && parseAddress(path).kind === 'ok'
  return sound && !entries.test(path) ? path : '/'
}

export function signInPath(back: string): string {
  const path = returnTo(back)
  return path === '/' ? '/sign-in' : `/sign-in?return=${encodeURIComponent(path)}`
}
