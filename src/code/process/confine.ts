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

interface ImportRules {
  /** The address of the engine's kit. */
  readonly kit: string
  /** The address of the folder of own code. */
  readonly own: string
}

/** Own code imports its own files and the kit, and nothing of the engine or of Node. */
export function confineImports({kit, own}: ImportRules): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === kitName) return {url: kit, shortCircuit: true}
      if (!context.parentURL?.startsWith(own)) return next(specifier, context)
      const target = /^\.\.?\//.test(specifier) ? new URL(specifier, context.parentURL).href : ''
      if (target.startsWith(own)) return {url: target, shortCircuit: true}
      throw new Error(`Own code cannot import ${JSON.stringify(specifier)} on the server.`)
    },
  })
}
