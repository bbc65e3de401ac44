/**
 * The calls of point 7, compiled once: which call a request is for. Every write goes the one write path, and every answer is read
 * with the permissions of the actor inside its statement. Nothing of HTTP is known here.
 */
import type {Call, Method} from '../../points/calls/model.ts'
import type {Specification} from '../../points/specification.ts'
import type {Actor} from '../actor.ts'
import type {Engine} from '../engine.ts'
import {CompiledCall} from './call.ts'
import {openApiOf} from './openapi.ts'

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
