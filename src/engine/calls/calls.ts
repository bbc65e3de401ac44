/**
 * The calls of point 7, compiled once: which call a request is for, and what comes of it. Every write goes the one write path, and every answer is read
 * with the permissions of the actor inside its statement. Nothing of HTTP is known here.
 */
import type {Core, Json} from '../../feel/core.ts'
import {booleanType} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {Call, CallKey, Method} from '../../points/calls/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {readId} from '../../points/entities/values/id.ts'
import {isFor} from '../../points/screens/run.ts'
import type {Specification} from '../../points/specification.ts'
import {type Actor, personOf} from '../actor.ts'
import {compared, fieldCore, parameterCore, thisCore} from '../core-build.ts'
import type {Engine} from '../engine.ts'
import {localeOf} from '../lookup.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {list} from '../query/list.ts'
import {readListQuery} from '../query/list-address.ts'
import {boundList, CompiledList, type Narrowing} from '../query/list-plan.ts'
import type {ListDefinition, ListQuery, ListResult, Path} from '../query/list-query.ts'
import {readPlain} from '../query/plain-value.ts'
import type {Parameters} from '../query/statement.ts'
import type {ReadContext} from '../read-context.ts'
import type {Idempotency} from '../reply.ts'
import {
  type ChangedRecord,
  type Input,
  problem,
  rejected,
  type WriteProblem,
  type WriteRequest,
} from '../write/change.ts'
import type {WriteContext} from '../write/context.ts'
import {RepeatedRequest} from '../write/idempotency.ts'
import {performOnAll, writeAll} from '../write/write.ts'

export type {Json} from '../../feel/core.ts'

import {CompiledAnswer, frameOf, type OwnValues, recordShape, uses} from './answer.ts'
import {type CallBody, inputsOf} from './body.ts'
import {openApiOf} from './openapi.ts'

/** One request to a call, as far as it is known before anything is read. */
export interface CallRequest {
  readonly actor: Actor
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: CallBody
  /** The version of `If-Match`; null where the request has none. */
  readonly version: number | null
  readonly idempotency: Idempotency | null
  /** What the answer may show of the request itself. */
  readonly own: OwnValues
  /** Work in the transaction of the change, after it: a new password. */
  readonly alongside?: (context: WriteContext, records: readonly ChangedRecord[]) => Promise<void>
  /** The digest of the session that stays when others of the same person are ended. */
  readonly keepsSession?: string | null
}

export type CallResult =
  | {
      readonly kind: 'answer'
      readonly json: Json | undefined
      /** Of the one record that the answer is about. */
      readonly record: {readonly id: string; readonly version: number} | null
      readonly page: {readonly next: string | null; readonly previous: string | null} | null
      /** The same request was carried out before. */
      readonly repeated: boolean
    }
  | {readonly kind: 'refused'; readonly code: string; readonly problems: readonly WriteProblem[]}

export interface FoundCall {
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

  /** OpenAPI, of the calls that this actor may make. */
  describe(actor: Actor, origin: string): Promise<ReturnType<typeof openApiOf>> {
    const {specification} = this
    return this.#engine.glance(actor, async ({visibility}) => openApiOf({specification, actor, visibility, origin}))
  }

  /** Whether an address is among those of calls, though no call has it: `/api/nowhere` beside `/api/articles`. */
  isAmong(path: string): boolean {
    const [, first = ''] = path.split('/')
    const {screens} = this.specification.screens
    const begins = ({route: {segments}}: Pick<Call, 'route'>): boolean =>
      segments[0]?.kind === 'word' && segments[0].word === first
    return first !== '' && this.specification.calls.calls.some(begins) && !screens.some(begins)
  }

  /** The call of a path and a method; the methods of the path where it has another one; null where no call has the path. */
  find(method: string, path: string): FoundCall | {readonly methods: readonly Method[]} | null {
    const words = path === '/' ? [] : path.slice(1).split('/')
    const fitting = this.#calls.filter(({call}) => fits(call, words))
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

function fits({route: {segments}}: Call, words: readonly string[]): boolean {
  if (segments.length !== words.length) return false
  return segments.every((segment, index) => segment.kind === 'parameter' || segment.word === words[index])
}

/** Words go before parameters, from the left. */
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

/** Conditions with the values of one request; null where a parameter cannot be a value of its field. */
interface Keyed {
  readonly shape: string
  readonly where: (visibility: Visibility) => readonly Core[]
  readonly parameters: Parameters
}

const offsetLimit = 10_000

/** What a record that has changed at the same time makes of a write without a version: it is tried again. */
const mostTries = 3

export class CompiledCall {
  readonly call: Call
  readonly #engine: Engine
  readonly #answer: CompiledAnswer | null
  readonly #finders = new Map<string, CompiledAnswer>()
  readonly #list: CompiledList | null
  readonly #definition: ListDefinition
  /** What may be sorted by, besides the usual order. */
  readonly #sortable: ListDefinition

  constructor(call: Call, engine: Engine) {
    const {entity, kind} = call.operation
    this.call = call
    this.#engine = engine
    const shape = call.answer && (kind === 'list' ? recordShape(call.answer) : call.answer)
    this.#answer = shape && new CompiledAnswer(entity, shape)
    this.#definition = {
      entity,
      condition: call.where?.core ?? null,
      where: null,
      columns: [],
      sort: call.list.sort,
      filters: call.list.filters,
      search: call.list.search,
      groupBy: null,
      size: call.list.size,
    }
    this.#list = kind === 'list' ? new CompiledList(this.#definition) : null
    this.#sortable = {...this.#definition, columns: sortableFields(call, engine.specification)}
  }

  /** Finds records, and shows nothing of them. */
  #finder(entity: string): CompiledAnswer {
    const known = this.#finders.get(entity) ?? new CompiledAnswer(entity, {kind: 'constant', json: null})
    this.#finders.set(entity, known)
    return known
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
    return this.#write(request)
  }

  /** The answer about one record, as the actor sees it now. */
  async answer(actor: Actor, id: string, own: OwnValues): Promise<CallResult> {
    const answer = this.#answer
    if (!answer) return answered(undefined, null)
    const [found] = await this.#engine.read(actor, reader => answer.all(reader, [id], own))
    return answered(found?.json, found ?? null)
  }

  // Reading.

  async #readOne(reader: ReadContext, request: CallRequest): Promise<CallResult> {
    const keyed = this.#keyed(request)
    const found = keyed && this.#answer ? await this.#answer.find(reader, {...keyed, own: request.own}) : null
    return found ? answered(found.json, found) : refusedBy([problem('NOT_FOUND')])
  }

  /** The parameters of the path, and the condition of the call. */
  #keyed({parameters}: CallRequest): Keyed | null {
    const {call} = this
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

  async #readList(reader: ReadContext, request: CallRequest): Promise<CallResult> {
    const {call} = this
    const asked = this.#asked(reader, request)
    if (asked.problems.length > 0) return refusedBy(asked.problems)
    const narrowed = await this.#narrowings(reader, request, asked.equals)
    if (narrowed === null) return refusedBy([problem('NOT_FOUND')])
    const {limit, offset, query} = asked
    const size = Math.min(offsetLimit, sizeOf(offset + limit))
    const view = this.#list?.view({columns: [], size})
    if (!view || !call.answer || !this.#answer) return answered(undefined, null)
    const found = await list(reader, reader.visibility, {screen: view, narrowed, asked: query, most: offsetLimit})
    const page = pageOf(found, {limit, offset, cursors: call.list.paging === 'cursor'})
    const count = uses(call.answer, 'count') ? await this.#count(reader, found, {narrowed, asked: query}) : null
    const own = {...request.own, count, limit, offset, next: page.next, previous: page.previous}
    const records = await this.#answer.all(reader, page.ids, own)
    const chosen = records.map(({json}) => withFields(json, asked.fields))
    return {
      kind: 'answer',
      json: frameOf(call.answer, own, chosen),
      record: null,
      page: call.list.paging === 'cursor' ? {next: page.next, previous: page.previous} : null,
      repeated: false,
    }
  }

  /** How many there are: counted to the end only where the list was too long to be counted beside its page. */
  async #count(
    reader: ReadContext,
    {count}: ListResult,
    request: {readonly narrowed: readonly Narrowing[]; readonly asked: ListQuery},
  ): Promise<number> {
    if ('exact' in count) return count.exact
    const screen = this.#list?.view()
    if (!screen) return 0
    const asked = {...request.asked, place: null, sort: []}
    const whole = {...request, screen, asked, stop: Number.MAX_SAFE_INTEGER - 1, most: offsetLimit}
    if (asked.search !== '') {
      const counted = (await list(reader, reader.visibility, whole)).count
      return 'exact' in counted ? counted.exact : counted.moreThan
    }
    const {plan, values} = boundList(reader, reader.visibility, whole)
    const [row] = await plan.count.run(reader, values)
    return Number(row?.[0] ?? 0)
  }

  /** What the address asks of a list. */
  #asked(reader: ReadContext, {query}: CallRequest): AskedOfCall {
    const {call} = this
    const {paging, largest, size, equals} = call.list
    const rest = new URLSearchParams(query)
    const problems: WriteProblem[] = []
    const values = new Map<string, Value>()
    for (const {key, type} of equals) {
      const text = query.get(key)
      rest.delete(key)
      if (text === null || text === '') continue
      const value = type.kind === 'reference' ? referenceOf(type.entity, text) : readPlain(type, text)
      values.set(key, value ?? null)
    }
    const number = (key: string, most: number, usual: number): number => {
      const text = query.get(key)
      rest.delete(key)
      if (text === null) return usual
      if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), most)
      problems.push(problem('NOT_A_NUMBER', key, {example: String(usual)}))
      return usual
    }
    const limit =
      paging === 'none' ? offsetLimit : Math.max(1, number(paging === 'offset' ? 'limit' : 'size', largest, size))
    const offset = paging === 'offset' ? number('offset', offsetLimit - limit, 0) : 0
    const fields =
      query
        .get('fields')
        ?.split(',')
        .map(each => each.trim()) ?? null
    rest.delete('fields')
    const locale = localeOf(reader.moment)
    const read = readListQuery(rest, {screen: this.#sortable, visibility: reader.visibility, locale})
    const lenient = this.#engine.specification.calls.settings.ignoresUnknownKeys
    for (const {key, why} of read.ignored)
      if (why === 'unreadable' || !lenient)
        problems.push(problem(why === 'unknown' ? 'UNKNOWN_FIELD' : 'BAD_INPUT', key))
    const asked = paging === 'cursor' ? read.asked : {...read.asked, place: null}
    return {query: asked, equals: values, limit, offset, fields, problems}
  }

  /** What the path and the filters by equality say; null where the path leads to a record that is not there. */
  async #narrowings(
    reader: ReadContext,
    {parameters}: CallRequest,
    values: ReadonlyMap<string, Value>,
  ): Promise<Narrowing[] | null> {
    const {call} = this
    const {visibility} = reader
    const found: Narrowing[] = []
    for (const key of call.keys) {
      const led = await this.#led(reader, key, parameters[key.parameter] ?? '')
      if (led === null) return null
      found.push(led)
    }
    for (const {key, core, type, several} of call.list.equals) {
      const value = values.get(key)
      if (value === undefined) continue
      const given = parameterCore(`equals ${key}`, type)
      const where = several ? containing(core, given) : compared(core, '=', given)
      // A value that the field cannot have is found nowhere.
      const none = {shape: `no ${key}`, where: {op: 'value', type: booleanType, value: false} as const}
      if (value === null) found.push(none)
      else
        found.push({
          shape: `equals ${key}`,
          where: visibility.condition(where),
          parameters: new Map([[`equals ${key}`, value]]),
        })
    }
    return found
  }

  /** A parameter of a list: the value of a field, or the record that a reference leads to, which has to be there. */
  async #led(reader: ReadContext, key: CallKey, text: string): Promise<Narrowing | null> {
    const name = `key ${key.parameter}`
    if (!key.through) {
      const value = valueOfKey(key, text)
      if (value === undefined) return null
      const where = reader.visibility.condition(compared(key.core, '=', parameterCore(name, key.type)))
      return {shape: name, where, parameters: new Map([[name, value]])}
    }
    const {entity} = this.call.operation
    const parent = await this.#parent(reader, key, text)
    if (parent === null) return null
    const type = {kind: 'reference', entity: key.through.entity} as const
    const led = fieldCore(thisCore(entity), entity, {name: key.through.field, type})
    const where = reader.visibility.condition(compared(led, '=', parameterCore(name, type)))
    return {shape: name, where, parameters: new Map<string, Value>([[name, {entity: type.entity, id: parent}]])}
  }

  /** The record that the parameter names, as far as the actor sees it. */
  async #parent(reader: ReadContext, {through, type}: CallKey, text: string): Promise<string | null> {
    const value = through ? valueIn(type, isIdCore(through.core), text) : undefined
    if (!through || value === undefined) return null
    const found = await this.#finder(through.entity).find(reader, {
      shape: `parent by ${JSON.stringify(through.core)}`,
      where: visibility => [visibility.condition(compared(through.core, '=', parameterCore('parent', type)))],
      parameters: new Map([['parent', value]]),
    })
    return found?.id ?? null
  }

  // Writing.

  async #write(request: CallRequest): Promise<CallResult> {
    for (let tries = 1; ; tries += 1) {
      const result = await this.#writeOnce(request)
      const overtaken = result.kind === 'refused' && result.code === 'CONFLICT' && request.version === null
      if (!overtaken || tries === mostTries) return result
    }
  }

  async #writeOnce(request: CallRequest): Promise<CallResult> {
    const {actor, own, idempotency} = request
    const outcome = await this.#outcome(request, idempotency)
    if ('repeated' in outcome) {
      const [id] = outcome.repeated.split(' ')
      const again = id ? await this.answer(actor, id, own) : answered(undefined, null)
      return again.kind === 'answer' ? {...again, repeated: true} : again
    }
    if (!outcome.ok) {
      const {code, problems} = outcome
      return {kind: 'refused', code, problems: problems.length > 0 ? problems : [{field: null, code, values: {}}]}
    }
    const [record] = outcome.records
    const {kind} = this.call.operation
    if (!record || kind === 'delete' || kind === 'several') return answered(this.#constantAnswer(own), null)
    return this.answer(actor, record.id, own)
  }

  #constantAnswer(own: OwnValues): Json | undefined {
    return this.call.answer ? frameOf(this.call.answer, own, []) : undefined
  }

  async #outcome(request: CallRequest, idempotency: Idempotency | null) {
    const repeatable = idempotency
      ? {request: idempotency, leadsTo: (_: ReadContext, records: readonly ChangedRecord[]) => records[0]?.id ?? ''}
      : null
    try {
      return await this.#engine.within(
        request.actor,
        async context => {
          const at = {...context, keepsSession: request.keepsSession ?? null}
          const records = await this.#changed(at, request)
          await request.alongside?.(at, records)
          return records
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
    const inputs = await inputsOf(context, call, request.body)
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
    const keyed = this.#keyed(request)
    const {entity} = this.call.operation
    const found = keyed && (await this.#finder(entity).find(context, keyed))
    if (!found) throw rejected([problem('NOT_FOUND')])
    if (request.version !== null && request.version !== found.version) throw rejected([problem('VERSION_DIFFERS')])
    return found
  }

  /** What the path says about a new record. */
  async #ledTo(context: WriteContext, {parameters}: CallRequest): Promise<[string, Input][]> {
    const inputs: [string, Input][] = []
    for (const key of this.call.keys) {
      const text = parameters[key.parameter] ?? ''
      const [field = ''] = key.path
      if (key.through) {
        const id = await this.#parent(context, key, text)
        if (id === null) throw rejected([problem('NOT_FOUND')])
        inputs.push([field, {value: {entity: key.through.entity, id}}])
      } else inputs.push([field, {value: valueOfKey(key, text) ?? null}])
    }
    return inputs
  }

  async #changeSeveral(context: WriteContext, {body}: CallRequest, action: string): Promise<readonly ChangedRecord[]> {
    const {entity} = this.call.operation
    const ids = body.records.map(({id}) => id)
    const known = new Map((await this.#finder(entity).all(context, ids)).map(({id, version}) => [id, version]))
    if (ids.some(id => !known.has(id))) throw rejected([problem('NOT_FOUND')])
    const records = body.records.map(({id, version}) => ({id, version: version ?? known.get(id) ?? 0}))
    if (action === 'delete')
      return writeAll(
        context,
        records.map(record => ({kind: 'delete', entity, fields: new Map(), ...record})),
      )
    return performOnAll(context, {entity, action, records, inputs: await inputsOf(context, this.call, body)})
  }
}

interface AskedOfCall {
  readonly query: ListQuery
  readonly equals: ReadonlyMap<string, Value>
  readonly limit: number
  readonly offset: number
  readonly fields: readonly string[] | null
  readonly problems: readonly WriteProblem[]
}

const answered = (json: Json | undefined, record: {id: string; version: number} | null): CallResult => ({
  kind: 'answer',
  json,
  record,
  page: null,
  repeated: false,
})

function refusedBy(problems: readonly WriteProblem[]): CallResult {
  return {kind: 'refused', code: rejected(problems).code, problems}
}

function idAndVersion(found: {readonly id: string; readonly version: number} | null): {id: string; version: number} {
  if (!found) throw new Error('a change without a record')
  return {id: found.id, version: found.version}
}

const isIdCore = (core: Core): boolean => core.op === 'field' && core.field === 'id'

function valueIn(type: CallKey['type'], isId: boolean, text: string): Value | undefined {
  if (isId) return readId(text) ?? undefined
  if (type.kind === 'reference') return referenceOf(type.entity, text) ?? undefined
  return text === '' ? undefined : readPlain(type, text)
}

function referenceOf(entity: string, text: string): Value | undefined {
  const id = readId(text)
  return id === null ? undefined : {entity, id}
}

const valueOfKey = ({type, core}: CallKey, text: string): Value | undefined => valueIn(type, isIdCore(core), text)

const keyCondition = (visibility: Visibility, {core, type, parameter}: CallKey): Core =>
  visibility.condition(compared(core, '=', parameterCore(parameter, type)))

const ownRecord = (entity: string): Core =>
  compared(thisCore(entity), '=', {op: 'me', type: {kind: 'reference', entity: userEntity}})

const containing = (list: Core, item: Core): Core => ({
  op: 'in',
  value: item,
  tests: [{test: 'member', of: list}],
  type: booleanType,
})

/** Plain fields of the answer. */
function sortableFields({answer, operation}: Call, {entities}: Specification): Path[] {
  const entity = entities.entities.get(operation.entity)
  const shape = answer && recordShape(answer)
  if (shape?.kind !== 'object' || !entity) return []
  return shape.entries.flatMap(([, each]) => (each.kind === 'value' && each.field !== null ? [[each.field]] : []))
}

/** Pages with an offset are read from the beginning, in few different sizes, so that few statements are compiled. */
function sizeOf(wanted: number): number {
  if (wanted <= 200) return wanted
  return 2 ** Math.ceil(Math.log2(wanted))
}

function pageOf(
  {rows, next, previous}: ListResult,
  {limit, offset, cursors}: {readonly limit: number; readonly offset: number; readonly cursors: boolean},
): {ids: string[]; next: string | null; previous: string | null} {
  const ids = rows.slice(offset, offset + limit).map(({id}) => id)
  return cursors ? {ids, next, previous} : {ids, next: null, previous: null}
}

function withFields(json: Json, fields: readonly string[] | null): Json {
  if (fields === null || typeof json !== 'object' || json === null || Array.isArray(json)) return json
  return Object.fromEntries(Object.entries(json).filter(([key]) => fields.includes(key)))
}
