/** The content of an outgoing call as it waits in the outbox: its shape, and how personal data is taken out of it. */
import {type Core, type Json, partsOf} from '../../feel/core.ts'
import type {OutgoingCall, Shape, ValueShape} from '../../points/calls/model.ts'

/** What waits in the outbox. */
export interface OutgoingPayload {
  /** The values in the braces of the address, in their order. */
  readonly values: readonly string[]
  /** Null where nothing is sent. */
  readonly body: Json
}

export function payloadShape({address, body}: OutgoingCall): Shape {
  const values = address.filter((piece): piece is ValueShape => typeof piece !== 'string' && piece.kind === 'value')
  return {
    kind: 'object',
    entries: [
      ['values', {kind: 'array', items: values.map(value => ({kind: 'text', pieces: [value]}))}],
      ['body', body ?? {kind: 'constant', json: null}],
    ],
  }
}

/** What was made of these fields of the record is empty. */
export function withoutFields(event: OutgoingCall, payload: Json, fields: ReadonlySet<string>): Json {
  return emptied(payloadShape(event), payload, fields)
}

function emptied(shape: Shape, json: Json, fields: ReadonlySet<string>): Json {
  switch (shape.kind) {
    case 'object': {
      const known = new Map(shape.entries)
      if (typeof json !== 'object' || json === null || Array.isArray(json)) return null
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

/** Whether it was made of one of the fields; a sentence may name all of them. */
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
