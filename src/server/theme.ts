/** Reads what somebody chose, light or dark, from their cookie, and takes the choice where there is no script. */

import {returnTo} from '../accounts/return-to.ts'
import {type Theme, themeCookie, themeIn, themes} from '../contract/theme.ts'
import type {Application} from '../engine/application.ts'
import type {Action, OpenScreen} from '../engine/reply.ts'
import type {Incoming} from './request.ts'

const path = '/_theme'

export function lookAround(application: Application, request: Incoming): Application {
  const theme = themeIn(request.headers.get('cookie') ?? '')
  return {
    ...application,
    shell: theme ? actor => ({...application.shell(actor), theme}) : application.shell,
    open(asked, actor) {
      if (asked !== path) return application.open(asked, actor)
      // Where there is no menu, nobody can choose, and nothing is here.
      return application.shell(actor).menu.length > 0 ? {screen, parameters: {}} : null
    },
  }
}

const screen: OpenScreen = {
  load: () => ({kind: 'redirect', to: '/'}),
  actions: new Map(themes.map(theme => [theme, choose(theme)])),
}

function choose(theme: Theme): Action {
  return (_visit, form) => ({kind: 'redirect', to: returnTo(form.text('return')), cookies: [themeCookie(theme)]})
}
