/**
 * The changes of a call: uses the write path with the values of the request and the path, and retries after a conflict.
 */
import type {Json} from '../../feel/core.ts'
import type {Call} from '../../points/calls/model.ts'
import type {Engine} from '../engine.ts'
import {RepeatedRequest} from '../idempotency.ts'
import type {ReadContext} from '../query/read-context.ts'
import type {Idempotency} from '../reply.ts'
import {type ChangedRecord, type Input, problem, rejected, type WriteRequest} from '../transaction/change.ts'
import type {WriteContext} from '../transaction/context.ts'
import {performOnAll, writeAll} from '../write/write.ts'
import {frameOf, type OwnValues} from './answer.ts'
import {bodyInputs} from './body.ts'
import {answeredCall, type CallRecords, type CallRequest, type CallResult, valueOfKey} from './call-request.ts'

/** A write without a version is retried if the record changed at the same time. */
const mostTries = 3

/** The response about one record, as the actor sees it now. */
type AnswerAbout = (id: string, own: OwnValues) => Promise<CallResult>

export class WriteCall {
  readonly call: Call
  readonly #engine: Engine
  readonly #records: CallRecords

  constructor(call: Call, engine: Engine, records: CallRecords) {
    this.call = call
    this.#engine = engine
    this.#records = records
  }

  async run(request: CallRequest, about: AnswerAbout): Promise<CallResult> {
    for (let tries = 1; ; tries += 1) {
      const result = await this.#once(request, about)
      const overtaken = result.kind === 'refused' && result.code === 'CONFLICT' && request.versions === null
      if (!overtaken || tries === mostTries) return result
    }
  }

  async #once(request: CallRequest, about: AnswerAbout): Promise<CallResult> {
    const {own, idempotency} = request
    const outcome = await this.#outcome(request, idempotency)
    const answer = (id: string | undefined) =>
      id && !this.#answersConstantly ? about(id, own) : answeredCall(this.#constantAnswer(own), null)
    if ('repeated' in outcome) {
      const again = await answer(outcome.repeated)
      return again.kind === 'answer' ? {...again, repeated: true} : again
    }
    if (!outcome.ok) {
      const {code, problems} = outcome
      return {kind: 'refused', code, problems: problems.length > 0 ? problems : [{field: null, code, values: {}}]}
    }
    return answer(outcome.records[0]?.id)
  }

  /** The record is gone, or there are several. */
  get #answersConstantly(): boolean {
    const {kind} = this.call.operation
    return kind === 'delete' || kind === 'several'
  }

  #constantAnswer(own: OwnValues): Json | undefined {
    return this.call.answer ? frameOf(this.call.answer, own, []) : undefined
  }

  async #outcome(request: CallRequest, idempotency: Idempotency | null) {
    const repeatable = idempotency
      ? {request: idempotency, leadsTo: (_: ReadContext, records: readonly ChangedRecord[]) => records[0]?.id ?? ''}
      : null
    try {
      return await this.#engine.unitOfWork(
        request.actor,
        async context => {
          const at = {...context, keepsSession: request.keepsSession ?? null}
          await request.before?.(at)
          return this.#changed(at, request)
        },
        repeatable ? {repeatable} : {},
      )
    } catch (error) {
      if (error instanceof RepeatedRequest) return {repeated: error.to}
      throw error
    }
  }

  async #changed(context: WriteContext, request: CallRequest): Promise<readonly ChangedRecord[]> {
    const {call} = this
    const {operation} = call
    if (operation.kind === 'several') return this.#changeSeveral(context, request, operation.action)
    const found = operation.kind === 'create' ? null : await this.#existing(context, request)
    const inputs = await bodyInputs(context, call, request.body)
    const then = call.follows ? {perform: {action: call.follows, inputs: new Map<string, Input>()}} : {}
    const {entity} = operation
    const writes: WriteRequest =
      operation.kind === 'create'
        ? {kind: 'create', entity, fields: new Map([...inputs, ...(await this.#ledTo(context, request))]), ...then}
        : operation.kind === 'action'
          ? {kind: 'action', entity, action: operation.action, inputs, ...idAndVersion(found)}
          : operation.kind === 'delete'
            ? {kind: 'delete', entity, fields: new Map(), ...idAndVersion(found)}
            : {kind: 'update', entity, fields: inputs, ...idAndVersion(found), ...then}
    return writeAll(context, [writes])
  }

  async #existing(context: WriteContext, request: CallRequest): Promise<{id: string; version: number}> {
    const keyed = this.#records.keyed(request)
    const {entity} = this.call.operation
    const found = keyed && (await this.#records.finder(entity).find(context, keyed))
    if (!found) throw rejected([await this.#records.missing(context, request)])
    if (request.versions !== null && !request.versions.includes(found.version))
      throw rejected([problem('VERSION_DIFFERS')])
    return found
  }

  /** The fields of a new record that the path determines. */
  async #ledTo(context: WriteContext, request: CallRequest): Promise<[string, Input][]> {
    const inputs: [string, Input][] = []
    for (const key of this.call.keys) {
      const text = request.parameters[key.parameter] ?? ''
      const [field = ''] = key.path
      if (key.through) {
        const id = await this.#records.parent(context, key, text)
        if (id === null) throw rejected([await this.#records.missing(context, request)])
        inputs.push([field, {value: {entity: key.through.entity, id}}])
      } else inputs.push([field, {value: valueOfKey(key, text) ?? null}])
    }
    return inputs
  }

  async #changeSeveral(context: WriteContext, {body}: CallRequest, action: string): Promise<readonly ChangedRecord[]> {
    const {entity} = this.call.operation
    const ids = body.records.map(({id}) => id)
    const known = new Map((await this.#records.finder(entity).all(context, ids)).map(({id, version}) => [id, version]))
    if (ids.some(id => !known.has(id))) throw rejected([problem('NOT_FOUND')])
    const records = body.records.map(({id, version}) => ({id, version: version ?? known.get(id) ?? 0}))
    if (action === 'delete')
      return writeAll(
        context,
        records.map(record => ({kind: 'delete', entity, fields: new Map(), ...record})),
      )
    return performOnAll(context, {entity, action, records, inputs: await bodyInputs(context, this.call, body)})
  }
}

function idAndVersion(found: {readonly id: string; readonly version: number} | null): {id: string; version: number} {
  if (!found) throw new Error('a change without a record')
  return {id: found.id, version: found.version}
}
