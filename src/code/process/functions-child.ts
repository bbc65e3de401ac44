/** What runs in a code process for functions: calls them, one after the other. They see values, and nothing else. */
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import type {Json} from '../../feel/core.ts'
import {confineImports, removeClock, removeGlobals} from './confine.ts'
import {alive, type FunctionsAnswer, type FunctionsRequest, largestMessage, ready} from './protocol.ts'
import {thrownText} from './thrown-text.ts'

type OwnFunction = (values: Readonly<Record<string, Json>>) => unknown
type Loaded = {readonly run: OwnFunction} | {readonly failed: string}

const [, , own = '', files = '{}'] = process.argv
const {send, on} = {send: process.send?.bind(process), on: process.on.bind(process)}
const ownFolder = pathToFileURL(join(own, '/')).href
const {parse} = JSON
const {isArray} = Array
const isFiniteNumber = Number.isFinite
const functions = new Map<string, Loaded>()

confineImports({kit: null, own: ownFolder})
removeGlobals()
removeClock()
// Before own code is loaded: nothing of it answers in its place.
on('message', (message: FunctionsRequest | typeof alive) => send?.(message === alive ? alive : calledWith(message)))
for (const [name, file] of Object.entries(parse(files) as Readonly<Record<string, string>>))
  functions.set(name, await loadFunction(name, file))
send?.(ready)

async function loadFunction(name: string, file: string): Promise<Loaded> {
  try {
    const {default: run} = (await import(new URL(file, ownFolder).href)) as {readonly default: unknown}
    return typeof run === 'function' ? {run: run as OwnFunction} : {failed: `${name} is not a function.`}
  } catch (cause) {
    return {failed: thrownText(cause)}
  }
}

function calledWith({calls}: FunctionsRequest): FunctionsAnswer {
  const values: Json[] = []
  let size = 0
  for (const {name, values: given} of calls) {
    const known = functions.get(name)
    if (!known) return {kind: 'failed', cause: `There is no function ${name}.`}
    if ('failed' in known) return {kind: 'failed', cause: known.failed}
    try {
      const value = known.run(given)
      if (!isPlain(value)) return {kind: 'failed', cause: `${name} gave ${described(value)}, which is not a value.`}
      size += typeof value === 'string' ? value.length : 0
      if (size > largestMessage) return {kind: 'failed', cause: `What ${name} gives is too large.`}
      values.push(value)
    } catch (cause) {
      return {kind: 'failed', cause: thrownText(cause)}
    }
  }
  return {kind: 'given', values}
}

/** JSON would make null of a number that is not finite. */
function isPlain(value: unknown): value is Json {
  if (typeof value === 'number') return isFiniteNumber(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

function described(value: unknown): string {
  if (typeof value === 'number') return `${value}`
  if (isArray(value)) return 'a list'
  return value instanceof Promise ? 'a promise' : typeof value === 'object' ? 'an object' : typeof value
}
