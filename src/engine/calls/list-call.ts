/** The list that a call returns: the query of the address, the page of records, and their number. */
import type {Core, Json} from '../../feel/core.ts'
import {booleanType} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {Call} from '../../points/calls/model.ts'
import type {Specification} from '../../points/specification.ts'
import {compared, parameterCore} from '../base/core-build.ts'
import {listPage} from '../lists/list.ts'
import {readListQuery} from '../lists/list-address.ts'
import {boundList, CompiledList, countsAll, isCursorOf, type Narrowing} from '../lists/list-plan.ts'
import type {ListDefinition, ListQuery, ListResult, Path} from '../query/list-query.ts'
import {localeOf} from '../query/lookup.ts'
import {readPlain} from '../query/plain-value.ts'
import type {ReadContext} from '../query/read-context.ts'
import {problem, type WriteProblem} from '../transaction/change.ts'
import {type CompiledAnswer, frameOf, recordShape, uses} from './answer.ts'
import {
  answeredCall,
  type CallRecords,
  type CallRequest,
  type CallResult,
  referenceOf,
  refusedBy,
} from './call-request.ts'

const offsetLimit = 10_000

interface ListContext {
  readonly specification: Specification
  /** The response for one record. */
  readonly answer: CompiledAnswer
  readonly records: CallRecords
}

export class ListCall {
  readonly call: Call
  readonly #specification: Specification
  readonly #answer: CompiledAnswer
  readonly #records: CallRecords
  readonly #list: CompiledList
  /** The fields to sort by, besides the default order. */
  readonly #sortable: ListDefinition

  constructor(call: Call, {specification, answer, records}: ListContext) {
    this.call = call
    this.#specification = specification
    this.#answer = answer
    this.#records = records
    const definition: ListDefinition = {
      entity: call.operation.entity,
      condition: call.where,
      where: null,
      columns: [],
      sort: call.list.sort,
      filters: call.list.filters,
      search: call.list.search,
      groupBy: null,
      size: call.list.size,
    }
    this.#list = new CompiledList(definition)
    this.#sortable = {...definition, columns: sortableFields(call, specification)}
  }

  async read(reader: ReadContext, request: CallRequest): Promise<CallResult> {
    const {call} = this
    const asked = this.#asked(reader, request)
    if (asked.problems.length > 0) return refusedBy(asked.problems)
    const narrowed = await this.#narrowings(reader, request, asked.equals)
    if (narrowed === null) return refusedBy([await this.#records.missing(reader, request)])
    const {limit, offset, query} = asked
    const size = Math.min(offsetLimit, sizeOf(offset + limit))
    if (!call.answer) return answeredCall(undefined, null)
    // An invalid cursor would start at the first record, and a program would loop forever.
    if (query.place && !isCursorOf(reader, reader.visibility, {screen: this.#sortable, asked: query}))
      return refusedBy([problem('BAD_INPUT', query.place.side)])
    const found = await listPage(reader, reader.visibility, {
      ...{screen: this.#list, columns: [], size},
      ...{narrowed, asked: query, most: offsetLimit},
    })
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

  /** The total. Counts to the end only if the list was too long to be counted with its page. */
  async #count(
    reader: ReadContext,
    {count}: ListResult,
    request: {readonly narrowed: readonly Narrowing[]; readonly asked: ListQuery},
  ): Promise<number> {
    if ('exact' in count) return count.exact
    const asked = {...request.asked, place: null, sort: []}
    const whole = {...request, screen: this.#list, asked, stop: countsAll, most: offsetLimit}
    if (asked.search !== '') {
      const counted = (await listPage(reader, reader.visibility, whole)).count
      return 'exact' in counted ? counted.exact : counted.moreThan
    }
    const {plan, values} = boundList(reader, reader.visibility, whole)
    const [row] = await plan.count().run(reader, values)
    return Number(row?.[0] ?? 0)
  }

  /** Parses the query of the address. */
  #asked(reader: ReadContext, {query}: CallRequest): AskedOfCall {
    const {call} = this
    const {paging, largest, size, equals} = call.list
    const rest = new URLSearchParams(query)
    const problems: WriteProblem[] = []
    const values = new Map<string, Value>()
    const onlyValue = (key: string): string | null => {
      const [text = null, second] = query.getAll(key)
      rest.delete(key)
      if (second !== undefined) problems.push(problem('SENT_TWICE', key))
      return text
    }
    for (const {key, type} of equals) {
      const text = onlyValue(key)
      if (text === null || text === '') continue
      const value = type.kind === 'reference' ? referenceOf(type.entity, text) : readPlain(type, text)
      values.set(key, value ?? null)
    }
    const number = (key: string, {least, most, usual}: {least: number; most: number; usual: number}): number => {
      const text = onlyValue(key)
      if (text === null) return usual
      if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Math.min(Number(text), most)
      if (/^-?\d{1,9}$/.test(text)) problems.push(problem('TOO_SMALL', key, {least: String(least)}))
      else problems.push(problem('NOT_A_NUMBER', key, {example: String(usual)}))
      return usual
    }
    const limit =
      paging === 'none'
        ? offsetLimit
        : number(paging === 'offset' ? 'limit' : 'size', {least: 1, most: largest, usual: size})
    const offset = paging === 'offset' ? number('offset', {least: 0, most: offsetLimit - limit, usual: 0}) : 0
    const lenient = this.#specification.calls.settings.ignoresUnknownKeys
    const fields = fieldsIn(onlyValue('fields'))
    const keys = keysOfRecord(call)
    if (!lenient && fields?.some(each => !keys.has(each))) problems.push(problem('UNKNOWN_FIELD', 'fields'))
    // A filter can be repeated, as boxes to tick send it.
    for (const key of ['sort', 'q', 'after', 'before'])
      if (rest.getAll(key).length > 1) problems.push(problem('SENT_TWICE', key))
    const locale = localeOf(reader.moment)
    const read = readListQuery(rest, {screen: this.#sortable, visibility: reader.visibility, locale})
    for (const {key, why} of read.ignored)
      if (why === 'unreadable' || !lenient)
        problems.push(problem(why === 'unknown' ? 'UNKNOWN_FIELD' : 'BAD_INPUT', key))
    const asked = paging === 'cursor' ? read.asked : {...read.asked, place: null}
    return {query: asked, equals: values, limit, offset, fields, problems}
  }

  /** The conditions from the path and from equality filters; null if the path leads to a missing record. */
  async #narrowings(
    reader: ReadContext,
    {parameters}: CallRequest,
    values: ReadonlyMap<string, Value>,
  ): Promise<Narrowing[] | null> {
    const {call} = this
    const {visibility} = reader
    const found: Narrowing[] = []
    for (const key of call.keys) {
      const led = await this.#records.led(reader, key, parameters[key.parameter] ?? '')
      if (led === null) return null
      found.push(led)
    }
    for (const {key, core, type, several} of call.list.equals) {
      const value = values.get(key)
      if (value === undefined) continue
      const given = parameterCore(`equals ${key}`, type)
      const where = several ? containing(core, given) : compared(core, '=', given)
      // A value that the field cannot have matches nothing.
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
}

interface AskedOfCall {
  readonly query: ListQuery
  readonly equals: ReadonlyMap<string, Value>
  readonly limit: number
  readonly offset: number
  readonly fields: readonly string[] | null
  readonly problems: readonly WriteProblem[]
}

/** Null for all fields. */
function fieldsIn(text: string | null): readonly string[] | null {
  const names = (text ?? '')
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '')
  return names.length === 0 ? null : names
}

function keysOfRecord({answer}: Call): ReadonlySet<string> {
  const shape = answer && recordShape(answer)
  return new Set(shape?.kind === 'object' ? shape.entries.map(([key]) => key) : [])
}

const containing = (list: Core, item: Core): Core => ({
  op: 'in',
  value: item,
  tests: [{test: 'member', of: list}],
  type: booleanType,
})

/** Plain fields of the response. */
function sortableFields({answer, operation}: Call, {entities}: Specification): Path[] {
  const entity = entities.entities.get(operation.entity)
  const shape = answer && recordShape(answer)
  if (shape?.kind !== 'object' || !entity) return []
  return shape.entries.flatMap(([, each]) => (each.kind === 'value' && each.field !== null ? [[each.field]] : []))
}

/**
 * Pages with an offset are read from the beginning, in a few fixed sizes, to limit the number of compiled statements.
 */
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
