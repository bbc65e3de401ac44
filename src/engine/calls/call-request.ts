/** One request to a call, and its result. Independent of HTTP. */

import type {Core, Json} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Call, CallKey} from '../../points/calls/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import type {Actor} from '../base/actor.ts'
import {compared, fieldCore, parameterCore, thisCore} from '../base/core-build.ts'
import type {Narrowing} from '../lists/list-plan.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {readPlain} from '../query/plain-value.ts'
import type {ReadContext} from '../query/read-context.ts'
import type {Parameters} from '../query/statement.ts'
import type {Idempotency} from '../reply.ts'
import {problem, rejected, type WriteProblem} from '../transaction/change.ts'
import type {WriteContext} from '../transaction/context.ts'
import {CompiledAnswer, type OwnValues} from './answer.ts'
import type {CallBody} from './body.ts'

export type {Json} from '../../feel/core.ts'

/** One request to a call, before anything is read. */
export interface CallRequest {
  readonly actor: Actor
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: CallBody
  /** The versions of `If-Match`; null if the request has none. */
  readonly versions: readonly number[] | null
  readonly idempotency: Idempotency | null
  /** Values of the request itself that the response may contain. */
  readonly own: OwnValues
  /** Runs in the transaction of the change, before it: a new password ends the links of the old one, not those that follow. */
  readonly before?: (context: WriteContext) => Promise<void>
  /** The digest of the session to keep when the person's other sessions are ended. */
  readonly keepsSession?: string | null
}

export type CallResult =
  | {
      readonly kind: 'answer'
      readonly json: Json | undefined
      /** The single record of the response. */
      readonly record: {readonly id: string; readonly version: number} | null
      readonly page: {readonly next: string | null; readonly previous: string | null} | null
      /** The same request was performed before. */
      readonly repeated: boolean
    }
  | {readonly kind: 'refused'; readonly code: string; readonly problems: readonly WriteProblem[]}

export const answeredCall = (json: Json | undefined, record: {id: string; version: number} | null): CallResult => ({
  kind: 'answer',
  json,
  record,
  page: null,
  repeated: false,
})

export function refusedBy(problems: readonly WriteProblem[]): CallResult {
  return {kind: 'refused', code: rejected(problems).code, problems}
}

/*
 * The records that the path of a call identifies: by the value of a field, as the own record, or through a
 * reference.
 */

/** Conditions with the values of one request; null if a parameter is not a valid value of its field. */
interface Keyed {
  readonly shape: string
  readonly where: (visibility: Visibility) => readonly Core[]
  readonly parameters: Parameters
}

export class CallRecords {
  readonly #call: Call
  readonly #finders = new Map<string, CompiledAnswer>()

  constructor(call: Call) {
    this.#call = call
  }

  /** Finds records without reading their fields. */
  finder(entity: string): CompiledAnswer {
    const known = this.#finders.get(entity) ?? new CompiledAnswer(entity, {kind: 'constant', json: null})
    this.#finders.set(entity, known)
    return known
  }

  /** The parameters of the path, and the condition of the call. */
  keyed({parameters}: Pick<CallRequest, 'parameters'>): Keyed | null {
    const call = this.#call
    const {entity} = call.operation
    const values = new Map<string, Value>()
    for (const key of call.keys) {
      const value = valueOfKey(key, parameters[key.parameter] ?? '')
      if (value === undefined) return null
      values.set(key.parameter, value)
    }
    return {
      shape: '',
      parameters: values,
      where: visibility => [
        ...call.keys.map(key => keyCondition(visibility, key)),
        ...(call.own ? [ownRecord(entity)] : []),
        ...(call.where ? [visibility.condition(call.where.core)] : []),
      ],
    }
  }

  /** A parameter of a list: the value of a field, or a referenced record, which must exist. */
  async led(reader: ReadContext, key: CallKey, text: string): Promise<Narrowing | null> {
    const name = `key ${key.parameter}`
    if (!key.through) {
      const value = valueOfKey(key, text)
      if (value === undefined) return null
      const where = reader.visibility.condition(compared(key.core, '=', parameterCore(name, key.type)))
      return {shape: name, where, parameters: new Map([[name, value]])}
    }
    const {entity} = this.#call.operation
    const parent = await this.parent(reader, key, text)
    if (parent === null) return null
    const type = {kind: 'reference', entity: key.through.entity} as const
    const led = fieldCore(thisCore(entity), entity, {name: key.through.field, type})
    const where = reader.visibility.condition(compared(led, '=', parameterCore(name, type)))
    return {shape: name, where, parameters: new Map<string, Value>([[name, {entity: type.entity, id: parent}]])}
  }

  /** The record that the parameter identifies, if the actor sees it. */
  async parent(reader: ReadContext, {through, type}: CallKey, text: string): Promise<string | null> {
    const value = through ? valueIn(type, isIdCore(through.core), text) : undefined
    if (!through || value === undefined) return null
    const found = await this.finder(through.entity).find(reader, {
      shape: `parent by ${JSON.stringify(through.core)}`,
      where: visibility => [visibility.condition(compared(through.core, '=', parameterCore('parent', type)))],
      parameters: new Map([['parent', value]]),
    })
    return found?.id ?? null
  }

  /** The record of the path that does not exist: the first one that a parameter leads to, or the record of the call. */
  async missing(reader: ReadContext, {parameters}: Pick<CallRequest, 'parameters'>): Promise<WriteProblem> {
    for (const key of this.#call.keys)
      if (key.through && (await this.parent(reader, key, parameters[key.parameter] ?? '')) === null)
        return notFound(key.through.entity)
    return notFound(this.#call.operation.entity)
  }
}

/** The problem for a missing record, with its entity. */
const notFound = (entity: string): WriteProblem => problem('NOT_FOUND', null, {entity})

const isIdCore = (core: Core): boolean => core.op === 'field' && core.field === 'id'

function valueIn(type: CallKey['type'], isId: boolean, text: string): Value | undefined {
  if (isId) return readId(text) ?? undefined
  if (type.kind === 'reference') return referenceOf(type.entity, text) ?? undefined
  return text === '' ? undefined : readPlain(type, text)
}

export function referenceOf(entity: string, text: string): Value | undefined {
  const id = readId(text)
  return id === null ? undefined : {entity, id}
}

export const valueOfKey = ({type, core}: CallKey, text: string): Value | undefined =>
  valueIn(type, isIdCore(core), text)

const keyCondition = (visibility: Visibility, {core, type, parameter}: CallKey): Core =>
  visibility.condition(compared(core, '=', parameterCore(parameter, type)))

const ownRecord = (entity: string): Core =>
  compared(thisCore(entity), '=', {op: 'me', type: {kind: 'reference', entity: userEntity}})
