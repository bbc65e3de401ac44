/** The content of an outgoing call in the outbox: its shape, and how personal data is erased from it. */
import {type Core, isJsonObject, type Json, partsOf} from '../../feel/core.ts'
import type {Calls, OutgoingCall, Shape, ValueShape} from '../../points/calls/model.ts'
import type {OutgoingKind} from './outbox.ts'

/** The stored payload. */
export interface OutgoingPayload {
  /** The values for the braces of the address, in order. */
  readonly values: readonly string[]
  /** Null if there is no body. */
  readonly body: Json
}

/** What is sent, and the sentence `{call.says}` of an event. */
export type OutgoingContent = Pick<OutgoingCall, 'entity' | 'address' | 'body' | 'says'>

/** Null if the document has it no more. */
export function outgoingContent({events, effects}: Calls, kind: OutgoingKind, name: string): OutgoingContent | null {
  if (kind === 'call') return events.find(each => each.name === name) ?? null
  const effect = effects.find(each => each.name === name)
  return effect ? {entity: effect.entity, address: [], body: effect.body, says: null} : null
}

/** As `outgoing.ts` has built it. */
export function storedPayload(payload: Json): OutgoingPayload | null {
  if (!isJsonObject(payload)) return null
  const {values, body = null} = payload
  return Array.isArray(values) ? {values: values.map(String), body} : null
}

export function payloadShape({address, body}: Pick<OutgoingContent, 'address' | 'body'>): Shape {
  const values = address.filter((piece): piece is ValueShape => typeof piece !== 'string' && piece.kind === 'value')
  return {
    kind: 'object',
    entries: [
      ['values', {kind: 'array', items: values.map(value => ({kind: 'text', pieces: [value]}))}],
      ['body', body ?? {kind: 'constant', json: null}],
    ],
  }
}

/** Clears the values that were built from these fields of the record. */
export function withoutFields(event: OutgoingContent, payload: Json, fields: ReadonlySet<string>): Json {
  return emptied(payloadShape(event), payload, fields)
}

function emptied(shape: Shape, json: Json, fields: ReadonlySet<string>): Json {
  switch (shape.kind) {
    case 'object': {
      const known = new Map(shape.entries)
      if (!isJsonObject(json)) return null
      return Object.fromEntries(
        Object.entries(json).map(([key, each]) => {
          const inner = known.get(key)
          return [key, inner ? emptied(inner, each, fields) : null]
        }),
      )
    }
    case 'array':
      return Array.isArray(json)
        ? json.map((each: Json, index) => {
            const inner = shape.items[index]
            return inner ? emptied(inner, each, fields) : null
          })
        : []
    case 'text':
      return shape.pieces.some(piece => typeof piece !== 'string' && tells(piece, fields)) ? '' : json
    default:
      return tells(shape, fields) ? null : json
  }
}

/** Whether it was built from one of the fields; a sentence may contain any of them. */
function tells(shape: Shape, fields: ReadonlySet<string>): boolean {
  if (shape.kind === 'own') return shape.name === 'call.says'
  if (shape.kind === 'nested') return reads(shape.core, fields) || inside(shape.shape).some(each => tells(each, fields))
  return shape.kind === 'value' && reads(shape.core, fields)
}

const inside = (shape: Shape): readonly Shape[] =>
  shape.kind === 'object' ? shape.entries.flatMap(([, each]) => [each, ...inside(each)]) : [shape]

function reads(core: Core, fields: ReadonlySet<string>): boolean {
  return (core.op === 'field' && fields.has(core.field)) || partsOf(core).some(part => reads(part, fields))
}
