/**
 * People who must have a second factor by now, and have none, reach the pages on which they set it up and nothing else: screens lead there
 * (`server/screens.ts`), all other addresses refuse.
 */
import {factorDue} from '../../accounts/factors/required.ts'
import {personOf} from '../../engine/base/actor.ts'
import {Refused} from '../../engine/reply.ts'
import type {Middleware} from '../context.ts'

export const secondFactor: Middleware = async (context, next) => {
  const {server, actor, sender, route} = context
  const self = personOf(actor)
  if (!server.accounts || server.actorOf || !self) return next()
  context.needsFactor = (await factorDue(server.accounts, self, sender.session)).kind === 'now'
  if (context.needsFactor && route !== null) throw new Refused('SECOND_FACTOR_REQUIRED')
  return next()
}
