/** Refusals of calls: problem details according to RFC 9457, or the shape that the document defines. */

import {keysInPath, keysOf} from '../engine/calls/body.ts'
import type {Json} from '../engine/calls/call-request.ts'
import type {WriteProblem} from '../engine/transaction/change.ts'
import {languageOf} from '../messages/languages.ts'
import {type Call, type ErrorNode, type ErrorShape, usualErrorKey} from '../points/calls/model.ts'
import {errorEntry, fieldMessage} from '../points/errors/run.ts'
import type {Specification} from '../points/specification.ts'
import {BufferedResponse} from './response.ts'

export interface CallRefusal {
  /** The code that determines the status. */
  readonly code: string
  readonly problems: readonly WriteProblem[]
  readonly headers?: Readonly<Record<string, string>>
}

interface ShownProblem {
  /** The keys of the request that lead to the field; empty if it belongs to no field. */
  readonly keys: readonly string[]
  readonly code: string
  readonly message: string
  /** The subject of the problem: the missing record, or the call. */
  readonly entity: string
}

/** `call`: null if the path has calls, but none with this method. */
export function problemResponse(
  specification: Specification,
  call: Call | null,
  {code, problems, headers = {}}: CallRefusal,
): Response {
  const messages = messagesFor(specification)
  const all = problems.map(each => shownProblem(specification, {call, messages}, each))
  const shown = [...new Map(all.map(each => [JSON.stringify(each), each])).values()]
  const own = specification.calls.errors
  const status = own?.status.get(code) ?? errorEntry(specification.errors, code)?.status ?? 422
  const json = own ? ownProblem(own, {status, code, shown, call}) : problemDetails({status, code, shown})
  const type = own ? 'application/json' : 'application/problem+json'
  return new BufferedResponse(`${JSON.stringify(json)}\n`, {
    status,
    headers: {...headers, 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store'},
  })
}

/** The messages for programs: those of point 7, then those of point 8, then built-in ones that name no page. */
function messagesFor({errors, calls}: Specification): ReadonlyMap<string, string> {
  const own = Object.entries(languageOf(errors.language).errorsOfCalls).filter(([code]) => !errors.declared.has(code))
  return new Map([...own, ...(calls.errors?.messages ?? [])])
}

function shownProblem(
  {errors}: Specification,
  {call, messages}: {readonly call: Call | null; readonly messages: ReadonlyMap<string, string>},
  {field, code, values}: WriteProblem,
): ShownProblem {
  const keys = field === null ? [] : keysOf(call, field).flatMap(keysInPath)
  const label = (keys.at(-1) ?? '').replaceAll('_', ' ')
  const {message} = fieldMessage(errors, {code, values}, {label}, messages)
  return {keys, code, message, entity: (keys.length === 0 && values.entity) || (call?.operation.entity ?? '')}
}

interface Shown {
  readonly status: number
  readonly code: string
  readonly shown: readonly ShownProblem[]
}

function problemDetails({status, code, shown}: Shown): Json {
  const errors = shown
    .filter(({keys}) => keys.length > 0)
    .map(({keys, code: each, message}) => ({pointer: `#/${keys.map(escaped).join('/')}`, code: each, detail: message}))
  const [first] = shown
  return {
    type: 'about:blank',
    title: titles.get(status) ?? 'Refused',
    status,
    code,
    detail: shown.find(({keys}) => keys.length === 0)?.message ?? first?.message ?? code,
    ...(errors.length > 0 ? {errors} : {}),
  }
}

/** As a JSON Pointer. */
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

const titles: ReadonlyMap<number, string> = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [409, 'Conflict'],
  [412, 'Precondition Failed'],
  [413, 'Content Too Large'],
  [415, 'Unsupported Media Type'],
  [422, 'Unprocessable Content'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
  [507, 'Insufficient Storage'],
])

function ownProblem({shape, keys}: ErrorShape, shown: Shown & {readonly call: Call | null}): Json {
  const label = ({entity}: ShownProblem): string => entity.charAt(0).toLowerCase() + entity.slice(1)
  const named = (code: string): string => shown.call?.errorKeys.get(code) ?? keys.get(code) ?? usualErrorKey
  const keyOf = (each: ShownProblem): string => {
    const key = each.keys.at(-1) ?? named(each.code)
    // An unknown address is about no entity.
    return each.entity === '' && key.includes('{entity}') ? usualErrorKey : key.replaceAll('{entity}', label(each))
  }
  return errorJson(shape, shown, keyOf)
}

function errorJson(node: ErrorNode, shown: Shown, keyOf: (each: ShownProblem) => string): Json {
  switch (node.kind) {
    case 'constant':
      return node.json
    case 'object':
      return Object.fromEntries(node.entries.map(([key, each]) => [key, errorJson(each, shown, keyOf)]))
    case 'array':
      return node.items.map(each => errorJson(each, shown, keyOf))
    case 'error':
      return errorValue(node.name, shown, keyOf)
  }
}

function errorValue(
  name: Extract<ErrorNode, {kind: 'error'}>['name'],
  {status, code, shown}: Shown,
  keyOf: (each: ShownProblem) => string,
): Json {
  switch (name) {
    case 'status':
      return status
    case 'code':
      return code
    case 'message':
      return shown[0]?.message ?? code
    case 'messages':
      return shown.map(({message}) => message)
    case 'messages by field':
      return Object.fromEntries(
        [...Map.groupBy(shown, keyOf)].map(([key, some]) => [key, some.map(({message}) => message)]),
      )
  }
}
