/** What runs in the process of one effect: it sees what it is given, and asks the engine for everything else. */
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {isJsonObject, type Json} from '../../feel/core.ts'
import {confineImports, removeGlobals} from './confine.ts'
import {
  type EffectOutcome,
  type EffectQuestion,
  type EffectReply,
  type EffectRequest,
  type FetchAnswer,
  type FetchRequest,
  largestBody,
  mostAtOnce,
} from './effect-protocol.ts'
import {largestMessage, ready} from './protocol.ts'
import {thrownText} from './thrown-text.ts'

const [, , own = '', file = ''] = process.argv
const {send, on} = {send: process.send?.bind(process), on: process.on.bind(process)}
const ownFolder = pathToFileURL(join(own, '/')).href
const {parse, stringify} = JSON
// Own code may replace them: what the engine is asked stays what was meant.
const {Request: OutgoingRequest, Response: GivenResponse, AbortSignal: Signals, Buffer: Bytes} = globalThis

confineImports({kit: null, own: ownFolder})
removeGlobals()

type UnnumberedQuestion = EffectQuestion extends infer Each
  ? Each extends EffectQuestion
    ? Omit<Each, 'number'>
    : never
  : never

/** A few questions wait for their answers; the others wait for their turn. */
class Questions {
  readonly #open = new Map<number, (answer: EffectReply['answer']) => void>()
  readonly #waiting: (() => void)[] = []
  #asked = 0

  async ask(question: UnnumberedQuestion): Promise<Json> {
    if (this.#open.size >= mostAtOnce) await new Promise<void>(turn => this.#waiting.push(turn))
    this.#asked += 1
    const number = this.#asked
    const message = {...question, number}
    if (stringify(message).length > largestMessage) throw new Error('This is too large to be sent.')
    const answer = await new Promise<EffectReply['answer']>(resolve => {
      this.#open.set(number, resolve)
      send?.(message)
    })
    if (answer.ok) return answer.value
    throw new Error(answer.reason)
  }

  answered({number, answer}: EffectReply): void {
    this.#open.get(number)?.(answer)
    this.#open.delete(number)
    this.#waiting.shift()?.()
  }
}

const questions = new Questions()

/** As in browsers. The engine makes the request, and refuses hosts that the document does not name. */
async function fetchByEngine(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new OutgoingRequest(input, init)
  const bytes = request.body === null ? null : Bytes.from(await request.arrayBuffer())
  if (bytes && bytes.length > largestBody) throw new Error('A request has at most 5 MB.')
  const asked: FetchRequest = {
    url: request.url,
    method: request.method,
    headers: [...request.headers],
    body: bytes === null ? null : bytes.toString('base64'),
  }
  const aborted = new Promise<never>((_, reject) =>
    request.signal.addEventListener('abort', () => reject(request.signal.reason)),
  )
  const {status, headers, body} = (await Promise.race([
    questions.ask({kind: 'fetch', asked}),
    aborted,
  ])) as unknown as FetchAnswer
  const isEmpty = status === 204 || status === 205 || status === 304
  return new GivenResponse(isEmpty ? null : Bytes.from(body, 'base64'), {
    status,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
  })
}

/** A change that was refused: `code`, and `problems` with their fields and messages. */
class ClientRefused extends Error {
  override readonly name = 'Refused'
  readonly code: string
  readonly problems: readonly Json[]

  constructor(code: string, problems: readonly Json[]) {
    const messages = problems.flatMap(each => (isJsonObject(each) ? [String(each['message'])] : []))
    super(`${code}: ${messages.join(' ')}`)
    this.code = code
    this.problems = problems
  }
}

type RecordTarget = string | {readonly id: string; readonly version?: number}

const client = {
  find: (entity: string, id: RecordTarget) => asked({op: 'find', entity, ...at(id)}),
  list: (entity: string, options: {readonly [key: string]: Json} = {}) => asked({...options, op: 'list', entity}),
  create: (entity: string, fields: Json) => asked({op: 'create', entity, fields}),
  update: (entity: string, id: RecordTarget, fields: Json) => asked({op: 'update', entity, ...at(id), fields}),
  delete: (entity: string, id: RecordTarget) => asked({op: 'delete', entity, ...at(id)}),
  perform: (entity: string, id: RecordTarget, action: string, fields: Json = {}) =>
    asked({op: 'perform', entity, ...at(id), action, fields}),
}

/** A record, whose version is then held against the present one, or its id. */
function at(target: RecordTarget) {
  if (typeof target === 'string') return {id: target}
  const {id, version} = target
  return version === undefined ? {id} : {id, version}
}

async function asked(request: Json): Promise<Json> {
  const answer = await questions.ask({kind: 'client', asked: parse(stringify(request))})
  if (!isJsonObject(answer)) return null
  if (answer['ok'] === true) return answer['value'] ?? null
  const {code, problems} = answer
  throw new ClientRefused(String(code), Array.isArray(problems) ? problems : [])
}

/** The only thing that is sent unasked. */
async function run({record, key, secrets, deadline, hasClient}: EffectRequest): Promise<EffectOutcome> {
  try {
    const {default: effect} = (await import(new URL(file, ownFolder).href)) as {readonly default: unknown}
    if (typeof effect !== 'function') throw new Error('Its default export is not a function.')
    const signal = Signals.timeout(deadline)
    const given = {record, key, secrets, signal, fetch: fetchByEngine, ...(hasClient && {app: client})}
    const text = stringify((await effect(given)) ?? null) ?? 'null'
    if (text.length > largestMessage) throw new Error('What it returns is too large.')
    return {kind: 'done', value: parse(text)}
  } catch (cause) {
    return {kind: 'failed', cause: thrownText(cause), gaveUp: isGiveUp(cause)}
  }
}

function isGiveUp(cause: unknown): boolean {
  try {
    return cause instanceof Error && cause.name === 'GiveUp'
  } catch {
    return false
  }
}

on('message', (message: EffectRequest | EffectReply) => {
  if ('number' in message) questions.answered(message)
  else void run(message).then(outcome => send?.(outcome))
})
send?.(ready)
