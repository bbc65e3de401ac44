/**
 * People who must have a second factor by now, and have none, reach the pages on which they set it up and nothing else: screens lead there
 * (`server/screens.ts`), all other addresses refuse.
 */
import {factorDue} from '../../accounts/factors/required.ts'
import {personOf} from '../../engine/base/actor.ts'
import {Refused} from '../../engine/reply.ts'
import type {Middleware, RequestContext} from '../context.ts'

export const secondFactor: Middleware = async (context, next) => {
  context.needsFactor = await mustSetUpFactor(context)
  if (context.needsFactor && context.route !== null) throw new Refused('SECOND_FACTOR_REQUIRED')
  return next()
}

/** Of the person of the request, also of one who has just signed in. */
export async function mustSetUpFactor({server, actor, sender}: RequestContext): Promise<boolean> {
  const self = personOf(actor)
  if (!server.accounts || server.actorOf || !self) return false
  return (await factorDue(server.accounts, self, sender.session)).kind === 'now'
}
