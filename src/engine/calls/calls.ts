/**
 * The calls of point 7, compiled once: finds the call of a request. Writes use the one write path, and responses are read with the actor's
 * permissions inside the statement. Independent of HTTP.
 */

import type {Call, Method} from '../../points/calls/model.ts'
import {fitsRoute, isForViewer, segmentsOf} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, personOf} from '../base/actor.ts'
import type {Engine} from '../engine.ts'
import type {ReadContext} from '../query/read-context.ts'
import {problem, type WriteProblem} from '../transaction/change.ts'
import {CompiledAnswer, type OwnValues, recordShape} from './answer.ts'
import {answeredCall, CallRecords, type CallRequest, type CallResult, refusedBy} from './call-request.ts'
import {ListCall} from './list-call.ts'
import {openApiOf} from './openapi.ts'
import {WriteCall} from './write-call.ts'

/* One compiled call of point 7: handles requests, and builds the response about one record. */

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
    return isForViewer(this.call.for, personOf(actor))
  }

  /** Performs the call, or explains why not. Sign-in calls are handled by accounts. */
  async run(request: CallRequest): Promise<CallResult> {
    const {kind} = this.call.operation
    const problems = [...request.body.problems, ...(kind === 'list' ? [] : this.#unknownIn(request.query))]
    if (problems.length > 0) return refusedBy(problems)
    if (kind === 'list') return this.#engine.read(request.actor, reader => this.#readList(reader, request))
    if (kind === 'one') return this.#engine.read(request.actor, reader => this.#readOne(reader, request))
    return this.#write.run(request, (id, own) => this.answer(request.actor, id, own))
  }

  /** Only the address of a list has parameters behind its path. */
  #unknownIn(query: URLSearchParams): WriteProblem[] {
    const {ignoresUnknownKeys} = this.#engine.specification.calls.settings
    return [...new Set(query.keys())].flatMap(key => {
      if (query.getAll(key).length > 1) return [problem('SENT_TWICE', key)]
      return ignoresUnknownKeys ? [] : [problem('UNKNOWN_FIELD', key)]
    })
  }

  /** The response about one record, as the actor sees it now. */
  async answer(actor: Actor, id: string, own: OwnValues): Promise<CallResult> {
    const answer = this.#answer
    if (!answer) return answeredCall(undefined, null)
    const [found] = await this.#engine.read(actor, reader => answer.all(reader, [id], own))
    return answeredCall(found?.json, found ?? null)
  }

  async #readOne(reader: ReadContext, request: CallRequest): Promise<CallResult> {
    const keyed = this.#records.keyed(request)
    const found = keyed && this.#answer ? await this.#answer.find(reader, {...keyed, own: request.own}) : null
    return found ? answeredCall(found.json, found) : refusedBy([await this.#records.missing(reader, request)])
  }

  async #readList(reader: ReadContext, request: CallRequest): Promise<CallResult> {
    return this.#list ? this.#list.read(reader, request) : answeredCall(undefined, null)
  }
}

interface FoundCall {
  readonly call: CompiledCall
  readonly parameters: Readonly<Record<string, string>>
}

export class CompiledCalls {
  readonly specification: Specification
  readonly #engine: Engine
  readonly #calls: readonly CompiledCall[]

  constructor(engine: Engine) {
    this.specification = engine.specification
    this.#engine = engine
    this.#calls = engine.specification.calls.calls.map(call => new CompiledCall(call, engine))
  }

  /** The OpenAPI description of the calls that this actor may make. */
  describe(actor: Actor, origin: string): Promise<ReturnType<typeof openApiOf>> {
    const {specification} = this
    return this.#engine.readOne(actor, async ({visibility}) => openApiOf({specification, actor, visibility, origin}))
  }

  /**
   * Whether an address is in the namespace of the calls without matching one: `/api/nowhere` next to `/api/articles`.
   */
  isAmong(path: string): boolean {
    const [, first = ''] = path.split('/')
    const {screens} = this.specification.screens
    const begins = ({route: {segments}}: Pick<Call, 'route'>): boolean =>
      segments[0]?.kind === 'word' && segments[0].word === first
    return first !== '' && this.specification.calls.calls.some(begins) && !screens.some(begins)
  }

  /** The call for a path and a method; the allowed methods if the path has others; null if no call has the path. */
  find(method: string, path: string): FoundCall | {readonly methods: readonly Method[]} | null {
    const words = segmentsOf(path)
    const fitting = this.#calls.filter(({call}) => fitsRoute(call.route, words))
    if (fitting.length === 0) return null
    const wanted = method === 'HEAD' ? 'GET' : method
    const found = fitting
      .filter(({call}) => call.method === wanted)
      .toSorted((a, b) => parameterPlaces(a.call).localeCompare(parameterPlaces(b.call)))
    const [call] = found
    if (!call) return {methods: [...new Set(fitting.map(each => each.call.method))]}
    return {call, parameters: parametersOf(call.call, words)}
  }
}

/** Literal segments take precedence over parameters, from the left. */
const parameterPlaces = ({route: {segments}}: Call): string =>
  segments.map(segment => (segment.kind === 'word' ? '0' : '1')).join('')

function parametersOf({route: {segments}}: Call, words: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [index, segment] of segments.entries())
    if (segment.kind === 'parameter') parameters[segment.name] = decoded(words[index] ?? '')
  return parameters
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
