/** Parses the body of a request against its shape: the fields it sets, and its problems. */
import {type Core, isJsonObject, type Json, partsOf} from '../../feel/core.ts'
import {evaluate} from '../../feel/index.ts'
import {textType} from '../../feel/type.ts'
import type {Value} from '../../feel/value.ts'
import type {Call, RequestField, RequestShape, SetValue} from '../../points/calls/model.ts'
import {plainLocale} from '../../points/entities/field-type.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {meOf} from '../base/actor.ts'
import {compared, fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import type {ReadContext} from '../query/read-context.ts'
import {select} from '../query/select.ts'
import {type Input, problem, rejected, type WriteProblem} from '../transaction/change.ts'
import type {WriteContext} from '../transaction/context.ts'
import {writeOne} from '../write/write.ts'

/** The valid part of a request. */
export interface CallBody {
  /** Keyed by the name of the field. */
  readonly given: ReadonlyMap<string, BodyField>
  readonly password: string | null
  readonly records: readonly {readonly id: string; readonly version?: number}[]
  /** The fields of problems are paths of keys; see `pathText`. */
  readonly problems: readonly WriteProblem[]
}

interface BodyField {
  readonly request: RequestField
  readonly json: Json
}

export const emptyBody: CallBody = {given: new Map(), password: null, records: [], problems: []}

const mostRecords = 200
/** Only the first problems of a request are reported. */
const mostProblems = 100

/** Keys may contain any character of a request, but hardly this one. */
const separator = '\u001f'
const pathText = (keys: readonly string[]): string => keys.join(separator)
export const keysInPath = (field: string): string[] => field.split(separator)

export function readCallBody(shape: RequestShape | null, json: Json, ignoresUnknown: boolean): CallBody {
  const given = new Map<string, BodyField>()
  const problems: WriteProblem[] = []
  const found: {password: string | null; records: CallBody['records']} = {password: null, records: []}

  function read(at: RequestShape, value: Json, path: readonly string[]): void {
    const key = pathText(path)
    switch (at.kind) {
      case 'object':
        readObject(at, value, path)
        return
      case 'constant':
        if (JSON.stringify(value) !== JSON.stringify(at.json))
          problems.push(problem('NOT_A_CHOICE', key, {choices: JSON.stringify(at.json)}))
        return
      case 'password':
        // A null password counts as missing, which is reported with the other missing fields.
        if (typeof value === 'string' || value === null) found.password = value ?? ''
        else problems.push(problem('NOT_A_TEXT', key))
        return
      case 'records':
        found.records = recordsIn(value)
        if (!Array.isArray(value)) problems.push(problem('NOT_A_LIST', key))
        else if (value.length === 0) problems.push(problem('REQUIRED', key))
        else if (found.records.length < value.length) problems.push(problem('NO_SUCH_RECORD', key))
        if (found.records.length > mostRecords) problems.push(problem('TOO_MANY', key, {most: String(mostRecords)}))
        return
      case 'field':
        // A list is cleared with an empty array; `null` would be ambiguous.
        if (value === null && at.field.type.type.kind === 'list') problems.push(problem('NOT_A_LIST', key))
        given.set(at.field.name, {request: at, json: value})
    }
  }

  function readObject(at: Extract<RequestShape, {kind: 'object'}>, value: Json, path: readonly string[]): void {
    if (!isJsonObject(value)) {
      problems.push(problem('NOT_AN_OBJECT', path.length === 0 ? null : pathText(path)))
      return
    }
    const known = new Map(at.entries)
    for (const [key, each] of Object.entries(value)) {
      const shapeAt = known.get(key)
      if (shapeAt) read(shapeAt, each, [...path, key])
      else if (!ignoresUnknown) problems.push(problem('UNKNOWN_FIELD', pathText([...path, key])))
    }
    for (const [key, each] of known) if (!Object.hasOwn(value, key)) readMissing(each, [...path, key])
  }

  function readMissing(at: RequestShape, path: readonly string[]): void {
    if (at.kind === 'records' || at.kind === 'constant') problems.push(problem('REQUIRED', pathText(path)))
    if (at.kind === 'object') for (const [key, each] of at.entries) readMissing(each, [...path, key])
  }

  if (shape) read(shape, json, [])
  return {given, ...found, problems: problems.slice(0, mostProblems)}
}

/** Ids, or ids with versions; anything else is left out. */
function recordsIn(json: Json): {id: string; version?: number}[] {
  if (!Array.isArray(json)) return []
  return json.flatMap((each: Json) => {
    const {id: written, version} = isJsonObject(each) ? each : {id: each, version: undefined}
    const id = typeof written === 'string' ? readId(written) : null
    if (id === null) return []
    if (version === undefined) return [{id}]
    return typeof version === 'number' && Number.isSafeInteger(version) ? [{id, version}] : []
  })
}

/**
 * The keys of a field in a request, or of the value the document sets it from; its own name if the request has neither.
 */
export function keysOf(call: Pick<Call, 'request' | 'sets'> | null, field: string): readonly string[] {
  const found = call?.request && keysTo(call.request, field, [])
  if (found) return found
  const [source] = (call?.sets ?? []).filter(each => each.field === field).flatMap(({core}) => inputsIn(core))
  return (call?.request && source !== undefined ? keysTo(call.request, source, []) : null) ?? [field]
}

function keysTo(shape: RequestShape, field: string, path: readonly string[]): readonly string[] | null {
  if (shape.kind === 'field') return shape.field.name === field ? path : null
  if (shape.kind === 'password') return field === 'password' ? path : null
  if (shape.kind !== 'object') return null
  for (const [key, each] of shape.entries) {
    const found = keysTo(each, field, [...path, key])
    if (found) return found
  }
  return null
}

/** The input to write: the fields of the request, then the values that the document sets. */
export async function bodyInputs(context: WriteContext, call: Call, body: CallBody): Promise<Map<string, Input>> {
  const inputs = new Map<string, Input>()
  for (const [name, {request, json}] of body.given)
    inputs.set(name, request.by ? {value: await namedRecords(context, {...request, by: request.by}, json)} : {json})
  for (const [field, value] of setValues(context, call.sets, body)) inputs.set(field, {value})
  return inputs
}

/** A value that refers to something missing in the request is omitted. */
export function setValues(
  {actor, moment}: Pick<ReadContext, 'actor' | 'moment'>,
  sets: readonly SetValue[],
  {given}: CallBody,
): Map<string, Value> {
  const values = new Map<string, Value>()
  for (const [name, {request, json}] of given) {
    const read = request.field.type.fromJson(json, plainLocale)
    values.set(name, read.ok ? read.value : null)
  }
  const environment = {
    world: {all: () => [], field: () => null},
    this: null,
    me: meOf(actor),
    old: null,
    inputs: values,
    now: moment.now,
    zone: moment.zone,
    workingWeek: moment.workingWeek,
  }
  const known = sets.filter(({core}) => inputsIn(core).every(name => values.has(name)))
  return new Map(known.map(({field, core}) => [field, evaluate(core, environment)]))
}

const inputsIn = (core: Core): string[] => (core.op === 'input' ? [core.name] : partsOf(core).flatMap(inputsIn))

/** A reference that is written by the values of a unique field. */
export interface NamedReference {
  readonly field: Field
  readonly by: Field
  /** Whether records that do not exist yet are created. */
  readonly creates: boolean
}

const mostNamed = 100

/** The records that a request identifies by a unique field; creates new ones if the document allows it. */
export async function namedRecords(
  context: WriteContext,
  {field, by, creates}: NamedReference,
  json: Json,
): Promise<Value> {
  const several = field.type.type.kind === 'list'
  if (json === null) return null
  const named = several ? json : [json]
  if (!Array.isArray(named)) throw rejected([problem('NOT_A_LIST', field.name)])
  if (!named.every((each: Json) => typeof each === 'string')) throw rejected([problem('NOT_A_TEXT', field.name)])
  const names: string[] = [...new Set(named.map((each: Json) => String(each).trim()).filter(each => each !== ''))]
  if (names.length > mostNamed) throw rejected([problem('TOO_MANY', field.name, {most: String(mostNamed)})])
  const entity = entityReferredTo(field) ?? ''
  const records: Value[] = []
  for (const name of names) {
    const id =
      (await findBy(context, {entity, by, name})) ?? (creates ? await created(context, {entity, by, name}) : null)
    if (id === null) throw rejected([problem('NO_SUCH_RECORD', field.name)])
    records.push({entity, id})
  }
  return several ? records : (records[0] ?? null)
}

interface NewTarget {
  readonly entity: string
  readonly by: Field
  readonly name: string
}

async function findBy(context: WriteContext, {entity, by, name}: NewTarget): Promise<string | null> {
  const read = by.type.fromJson(name, plainLocale)
  if (!read.ok || read.value === null) return null
  const own = fieldCore(thisCore(entity), entity, {name: by.name, type: by.type.type})
  const [row] = await select(context, {
    from: context.visibility.records(entity),
    where: [compared(own, '=', valueCore(by.type.type, read.value))],
    columns: [fieldCore(thisCore(entity), entity, {name: 'id', type: textType})],
    limit: 1,
  })
  return row ? String(row[0]) : null
}

async function created(context: WriteContext, {entity, by, name}: NewTarget): Promise<string> {
  const step = await writeOne(context, {kind: 'create', entity, fields: new Map([[by.name, {json: name}]])})
  if (!step.ok) throw rejected(step.problems.map(each => ({...each, field: null})))
  return step.value.id
}
