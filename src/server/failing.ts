/** What went wrong, as an answer: a refusal with its reason, a failure with a reference to what the log says of it. */
import {type PageReply, Refused} from '../engine/reply.ts'
import {StoreError} from '../store/store-error.ts'
import {Answer} from './answer.ts'
import type {AppOptions} from './app-options.ts'
import {failure, refused} from './dispatch.ts'
import {staticFailure} from './html.ts'
import {type Frame, respond} from './respond.ts'
import {wayBack} from './way-back.ts'

type Failing = Pick<AppOptions, 'reference' | 'log'>

/** A store that is too busy has changed nothing: that is worth trying again, and no failure. */
function refusalIn(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const busy = error instanceof StoreError && (error.code === 'BUSY' || error.code === 'CONFLICT')
  return busy ? new Refused('BUSY', {}, error) : null
}

function refusedPage(refusal: Refused, {application, actor, request, url}: Frame): PageReply {
  return refused(application, actor, refusal, wayBack(refusal.code, request, url))
}

export async function rescue(error: unknown, frame: Frame, options: Failing): Promise<Answer> {
  const reference = options.reference()
  try {
    const refusal = refusalIn(error)
    if (refusal) return await respond(refusedPage(refusal, frame), frame)
    options.log.failure(reference, error)
    const page: PageReply = failure(frame.application, frame.actor, reference)
    return await respond(page, frame)
  } catch (second) {
    options.log.failure(reference, second)
    const headers = {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store'}
    return new Answer(staticFailure(reference), {status: 500, headers})
  }
}
