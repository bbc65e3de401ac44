/** Light or dark: read from a cookie, and set by a form where there is no script. */
import {returnTo} from '../accounts/return-to.ts'
import {type Theme, themeCookie, themeIn, themes} from '../contract/theme.ts'
import type {ScreenRoute} from '../engine/application.ts'
import type {Action, OpenScreen} from '../engine/reply.ts'

export function themeOf({headers}: Request): 'light' | 'dark' | null {
  return themeIn(headers.get('cookie') ?? '')
}

const screen: OpenScreen = {
  load: () => ({kind: 'redirect', to: '/'}),
  actions: new Map(themes.map(theme => [theme, choose(theme)])),
}

/** Where there is no menu there is no choice of a theme either. */
export const themeRoute: ScreenRoute = {
  path: '/_theme',
  open: (actor, application) => (application.shell(actor).menu.length > 0 ? screen : null),
}

function choose(theme: Theme): Action {
  return (_visit, form) => ({kind: 'redirect', to: returnTo(form.text('return')), cookies: [themeCookie(theme)]})
}
