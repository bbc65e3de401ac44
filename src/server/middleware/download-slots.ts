/** How many of something may be under way at once: for one person or address, and in all. In memory, for one process. */
import type {Actor} from '../../engine/actor.ts'
import {addressKey, clientAddress} from '../client-address.ts'
import type {Incoming} from '../request.ts'

export interface SlotLimits {
  readonly each: number
  readonly all: number
}

export class Slots {
  readonly #limits: SlotLimits
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /** Null where there are as many as may be; else what gives the slot back, once. */
  take(key: string): (() => void) | null {
    const held = this.#held.get(key) ?? 0
    if (held >= this.#limits.each || this.#all >= this.#limits.all) return null
    this.#held.set(key, held + 1)
    this.#all += 1
    let given = false
    return () => {
      if (given) return
      given = true
      this.#all -= 1
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }

  /** Waits a moment for one that is given back. */
  async takeWithin(key: string, patience: number): Promise<(() => void) | null> {
    const until = performance.now() + patience
    for (;;) {
      const release = this.take(key)
      if (release || performance.now() >= until) return release
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}

/** Files and exports that are being read: a client that does not read them holds a file and memory of ours for each. */
export const downloadLimits: SlotLimits = {each: 32, all: 1000}
/** Forms with files that are being received: each takes room on the disk before anything is known about it. */
export const uploadLimits: SlotLimits = {each: 3, all: 50}

export interface Client {
  readonly actor: Actor
  readonly request: Incoming
  readonly peer: string | null
}

/** A person wherever they are, else an address. */
export function clientKey({actor, request, peer}: Client, trustProxy: boolean): string {
  if (actor.kind === 'person') return `person ${actor.id}`
  return addressKey(clientAddress(peer, request.headers.get('x-forwarded-for'), trustProxy))
}

/** The same bytes; `release` is called when they have been read, or nobody reads them any more. */
export function releasing(stream: ReadableStream<Uint8Array>, release: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader.read()
          if (!next.done) return controller.enqueue(next.value)
          controller.close()
        } catch (cause) {
          controller.error(cause)
        }
        release()
      },
      async cancel(reason) {
        release()
        await reader.cancel(reason)
      },
    },
    {highWaterMark: 0},
  )
}
