/** Light, dark or as the system says: a cookie that the server reads, so that the first paint is right and nothing flashes. */

import type {Application} from '../engine/application.ts'
import type {Action, OpenScreen} from '../engine/reply.ts'
import type {Shell} from '../ui/page.ts'
import type {Incoming} from './incoming.ts'
import {returnPath} from './return-path.ts'

const path = '/_look'
const name = 'nonet-look'
/** As long as browsers keep one at most. */
const longest = 400 * 86_400

export function lookAround(application: Application, request: Incoming): Application {
  const look = lookIn(request)
  return {
    ...application,
    shell: look ? actor => ({...application.shell(actor), look}) : application.shell,
    open(asked, actor) {
      if (asked !== path) return application.open(asked, actor)
      // Where there is no menu, nobody can choose, and nothing is here.
      return application.shell(actor).menu.length > 0 ? {screen, parameters: {}} : null
    },
  }
}

function lookIn(request: Incoming): Shell['look'] | null {
  const found = /(?:^|;\s*)nonet-look=(light|dark)(?:;|$)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return found === 'light' || found === 'dark' ? found : null
}

const screen: OpenScreen = {
  load: () => ({kind: 'redirect', to: '/'}),
  actions: new Map(['light', 'dark', 'system'].map(look => [look, choose(look)])),
}

/** Not secret and nobody's harm, so that it needs no protection but that it stays on this site. */
function choose(look: string): Action {
  const cookie = `${name}=${look}; Path=/; Max-Age=${look === 'system' ? 0 : longest}; HttpOnly; SameSite=Lax`
  return (_visit, form) => ({kind: 'redirect', to: returnPath(form.text('return')), cookies: [cookie]})
}
