/**
 * The payload of an outgoing call, built by the engine at the end of the change that causes it, from the final values
 * of the record. It is stored in the outbox, so every attempt sends the same. Environment variables are not part of it:
 * they are looked up when it is sent.
 */
import {toMillis} from '../../feel/calendar.ts'
import type {Shape} from '../../points/calls/model.ts'
import {personOf} from '../base/actor.ts'
import type {EngineOptions} from '../engine.ts'
import {notificationTexts} from '../links/notification-text.ts'
import {hrefsOf} from '../links/record-address.ts'
import {outgoingContent, payloadShape} from '../outbox/payload.ts'
import type {ReadContext} from '../query/read-context.ts'
import {anyRecordLink} from '../records/record-links.ts'
import {type NewCall, unrestricted} from '../transaction/context.ts'
import {CompiledAnswer, type OwnValues, uses} from './answer.ts'

/** `origin`: the public address, for links to records. */
export function outgoingCalls(origin: () => string): EngineOptions['outgoing'] {
  return async (context, call, id) => {
    const event = outgoingContent(context.specification.calls, call.kind, call.name)
    if (!event) return null
    const reader = unrestricted(context)
    const shape = payloadShape(event)
    const own = await ownValues(reader, {call, says: event.says?.text ?? null, id, shape, origin})
    const [found] = await new CompiledAnswer(event.entity, shape).all(reader, [call.record], own)
    return found ? {version: found.version, payload: found.json} : null
  }
}

interface KnownOfCall {
  readonly call: NewCall
  /** The sentence of the event itself. */
  readonly says: string | null
  readonly id: string
  readonly shape: Shape
  readonly origin: () => string
}

async function ownValues(reader: ReadContext, {call, says, id, shape, origin}: KnownOfCall): Promise<OwnValues> {
  const {name, action, entity, record} = call
  const links = anyRecordLink(reader.specification.screens.screens, entity)
  const hrefs = uses(shape, 'call.link') ? await hrefsOf(reader, entity, [record], links) : null
  return {
    'call.id': id,
    'call.name': name,
    'call.action': action,
    'call.at': new Date(toMillis(reader.moment.now)).toISOString(),
    'call.says': uses(shape, 'call.says') ? await sentenceOf(reader, call, says) : null,
    'call.link': `${origin()}${hrefs?.get(record) ?? '/'}`,
  }
}

/** The same sentence as in a notification; without one, the names of the record and the action. */
async function sentenceOf(
  reader: ReadContext,
  {entity, record, action, event, says}: NewCall,
  text: string | null,
): Promise<string> {
  const by = personOf(reader.actor)?.id ?? null
  const [told] = await notificationTexts(reader, [
    {entity, record, action, event, says, by, name: null, text, values: null},
  ])
  return told?.sentence ?? `${told?.name ?? ''}: ${told?.action ?? ''}`
}
