/** The role switcher of `nonet dev`: every page takes one more action, which shows the same page as somebody else. */

import {isIP} from 'node:net'
import {endOwnSession} from '../accounts/sessions.ts'
import {signInAs, type ViewAsChoice, viewAsChoices} from '../accounts/view-as.ts'
import type {Shell} from '../contract/page.ts'
import {lookAsAction} from '../contract/page.ts'
import {type Actor, nobody, personOf} from '../engine/actor.ts'
import type {Opened} from '../engine/application.ts'
import {type Action, Refused} from '../engine/reply.ts'
import type {Incoming} from './incoming.ts'
import {isLoopback, publicOriginOf} from './origin.ts'
import {type PeopleContext, typed} from './people-context.ts'

/** Only for whoever sits at the machine: no proxy between, and no name of another site that leads here. */
export function isAtMachine(request: Incoming, peer: string | null): boolean {
  if (request.headers.has('x-forwarded-for') || request.headers.has('forwarded')) return false
  if (!isLoopback(publicOriginOf(request, null))) return false
  return peer !== null && isIP(peer) !== 0 && /^(127\.|::1$|::ffff:127\.)/.test(peer)
}

const notSignedIn = 'nobody'

export class RoleSwitcher {
  private readonly context: PeopleContext
  private choices: readonly ViewAsChoice[] = []

  constructor(context: PeopleContext) {
    this.context = context
  }

  /** Also a page that is missing for one role is looked at as another. */
  open(opened: Opened | null): Opened {
    const screen = opened?.screen
    const load = screen?.load ?? missing
    return {
      parameters: opened?.parameters ?? {},
      screen: {
        ...(screen?.takesFiles ? {takesFiles: screen.takesFiles} : {}),
        passesFilesOver: screen?.passesFilesOver ?? false,
        load: async visit => {
          this.choices = await viewAsChoices(this.context.world)
          return load(visit)
        },
        actions: {
          size: (screen?.actions.size ?? 0) + 1,
          get: name => (name === lookAsAction ? this.look : screen?.actions.get(name)),
        },
      },
    }
  }

  shell(shell: Shell, actor: Actor): Shell {
    const {words} = this.context
    const now = personOf(actor)?.name ?? words.notSignedIn
    const choices = [...this.choices, {who: notSignedIn, label: words.notSignedIn, is: null}]
    return {...shell, lookAs: {label: words.lookAs, now, choices}}
  }

  private readonly look: Action = async (visit, form) => {
    const {context} = this
    const who = typed(form, 'who')
    if (who === notSignedIn) {
      await endOwnSession(context.world, context.session)
      return context.left(nobody, visit.url)
    }
    const entered = await signInAs(context.world, who, context.sender)
    if (!entered) throw new Refused('UNKNOWN_ACTION')
    return context.entered(entered, visit.url)
  }
}

function missing(): never {
  throw new Refused('NOT_FOUND')
}
