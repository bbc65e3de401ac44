/**
 * What own code on the server does not find. Node's permissions refuse files, processes, threads and addons; this takes
 * away what they leave: the process itself, with its signals, and the network by its usual names.
 */
import {registerHooks} from 'node:module'
import {kitName} from '../build/kit-name.ts'

const removed = ['process', 'fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']

export function removeGlobals(): void {
  for (const name of removed) Reflect.deleteProperty(globalThis, name)
}

// Own code may replace them later, to be given what they are called with.
const {apply, construct} = Reflect

/** Functions follow from their values: what they compute again tomorrow is the same. */
export function removeClock(): void {
  const missing = (what: string) => (): never => {
    throw new Error(`A function has no ${what}: take it as a value.`)
  }
  const noClock = missing('clock')
  const RealDate = Date
  const Dated = function (this: unknown, ...values: readonly unknown[]) {
    if (new.target === undefined || values.length === 0) return noClock()
    return construct(RealDate, values, new.target)
  }
  Object.setPrototypeOf(Dated, RealDate)
  Object.defineProperty(Dated, 'prototype', {value: RealDate.prototype})
  Object.defineProperty(Dated, 'now', {value: noClock})
  Object.defineProperty(RealDate.prototype, 'constructor', {value: Dated})
  Object.defineProperty(globalThis, 'Date', {value: Dated})
  Object.defineProperty(Math, 'random', {value: missing('random numbers')})
  removeToday(noClock)
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (clocks.test(name)) Reflect.deleteProperty(globalThis, name)
}

/** Timers, and what has the time of its making, such as a file or an event. */
const clocks =
  /^(performance|crypto|set(Timeout|Interval|Immediate)|queueMicrotask|File|FormData|Request|Response)$|Event|Abort|Stream|Performance|Message|Broadcast/

/** Without a date, these take the present one. */
function removeToday(noClock: () => never): void {
  const {prototype} = Intl.DateTimeFormat
  const {formatToParts} = prototype
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')?.get ?? noClock
  Object.defineProperty(prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const formatted = apply(format, this, [])
      return (date?: unknown) => (date === undefined ? noClock() : formatted(date))
    },
  })
  Object.defineProperty(prototype, 'formatToParts', {
    value(this: Intl.DateTimeFormat, date?: unknown) {
      return date === undefined ? noClock() : apply(formatToParts, this, [date])
    },
  })
}

interface ImportRules {
  /** The address of the engine's kit; null where there is none. */
  readonly kit: string | null
  /** The address of the folder of own code. */
  readonly own: string
}

/** Own code imports its own files and the kit, and nothing of the engine or of Node. */
export function confineImports({kit, own}: ImportRules): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (kit !== null && specifier === kitName) return {url: kit, shortCircuit: true}
      if (!context.parentURL?.startsWith(own)) return next(specifier, context)
      const target = /^\.\.?\//.test(specifier) ? new URL(specifier, context.parentURL).href : ''
      if (target.startsWith(own)) return {url: target, shortCircuit: true}
      throw new Error(`Own code cannot import ${JSON.stringify(specifier)} on the server.`)
    },
  })
}
