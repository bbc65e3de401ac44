/** One call of point 7, compiled: what a request to it is, what comes of it, and the answer about one record. */
import type {Call} from '../../points/calls/model.ts'
import {isFor} from '../../points/screens/run.ts'
import {type Actor, personOf} from '../actor.ts'
import type {Engine} from '../engine.ts'
import type {ReadContext} from '../read-context.ts'
import {CompiledAnswer, type OwnValues, recordShape} from './answer.ts'
import {CallRecords} from './call-records.ts'
import {answered, type CallRequest, type CallResult, refusedBy} from './call-request.ts'
import {ListCall} from './list-call.ts'
import {WriteCall} from './write-call.ts'

export class CompiledCall {
  readonly call: Call
  readonly #engine: Engine
  readonly #answer: CompiledAnswer | null
  readonly #records: CallRecords
  readonly #list: ListCall | null
  readonly #write: WriteCall

  constructor(call: Call, engine: Engine) {
    const {entity, kind} = call.operation
    this.call = call
    this.#engine = engine
    const shape = call.answer && (kind === 'list' ? recordShape(call.answer) : call.answer)
    this.#answer = shape && new CompiledAnswer(entity, shape)
    this.#records = new CallRecords(call)
    this.#list =
      kind === 'list' && this.#answer
        ? new ListCall(call, {specification: engine.specification, answer: this.#answer, records: this.#records})
        : null
    this.#write = new WriteCall(call, engine, this.#records)
  }

  mayCall(actor: Actor): boolean {
    return isFor(this.call.for, personOf(actor))
  }

  /** Carries the call out, or says why not. Sign-in calls are carried out by accounts. */
  async run(request: CallRequest): Promise<CallResult> {
    const {kind} = this.call.operation
    if (request.body.problems.length > 0) return refusedBy(request.body.problems)
    if (kind === 'list') return this.#engine.read(request.actor, reader => this.#readList(reader, request))
    if (kind === 'one') return this.#engine.read(request.actor, reader => this.#readOne(reader, request))
    return this.#write.run(request, (id, own) => this.answer(request.actor, id, own))
  }

  /** The answer about one record, as the actor sees it now. */
  async answer(actor: Actor, id: string, own: OwnValues): Promise<CallResult> {
    const answer = this.#answer
    if (!answer) return answered(undefined, null)
    const [found] = await this.#engine.read(actor, reader => answer.all(reader, [id], own))
    return answered(found?.json, found ?? null)
  }

  async #readOne(reader: ReadContext, request: CallRequest): Promise<CallResult> {
    const keyed = this.#records.keyed(request)
    const found = keyed && this.#answer ? await this.#answer.find(reader, {...keyed, own: request.own}) : null
    return found ? answered(found.json, found) : refusedBy([await this.#records.missing(reader, request)])
  }

  async #readList(reader: ReadContext, request: CallRequest): Promise<CallResult> {
    return this.#list ? this.#list.read(reader, request) : answered(undefined, null)
  }
}
