/**
 * People who must have a second factor by now, and have none, reach the pages on which they set it up and nothing else: screens lead there
 * (`server/screens.ts`), all other addresses refuse.
 */
import {type FactorDue, factorDue} from '../../accounts/factors/required.ts'
import {personOf} from '../../engine/base/actor.ts'
import {Refused} from '../../engine/reply.ts'
import type {Middleware, RequestContext} from '../context.ts'

export const secondFactor: Middleware = async (context, next) => {
  context.factorDue = await dueFactor(context)
  if (context.factorDue.kind === 'now' && context.route !== null) throw new Refused('SECOND_FACTOR_REQUIRED')
  return next()
}

/** Of the person of the request, also of one who has just signed in. */
export async function dueFactor({server, actor, sender}: RequestContext): Promise<FactorDue> {
  const self = personOf(actor)
  if (!server.accounts || server.actorOf || !self) return {kind: 'none'}
  return factorDue(server.accounts, self, sender.session)
}
