/**
 * Sections of a page that may fail without failing it. They are read at once with everything else. A transaction rejects
 * every statement after a failed one, so if anything fails, the page is read again with one section after the other,
 * which tells which one fails; and then without it: the section shows an error.
 */
import {Refused, type Visit} from '../../engine/reply.ts'

export class PageSections {
  /** The log reference of each section that failed. */
  readonly failed: ReadonlyMap<string, string>
  readonly #inTurn: boolean
  /** The section being read, if they are read in turn. */
  reading: string | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(failed: ReadonlyMap<string, string>, {inTurn}: {readonly inTurn: boolean}) {
    this.failed = failed
    this.#inTurn = inTurn
  }

  read<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (!this.#inTurn) return work()
    const turn = this.#last.then(async () => {
      this.reading = name
      const result = await work()
      this.reading = null
      return result
    })
    this.#last = turn
    // Those behind it are not read after a failure.
    turn.catch(() => {})
    return turn
  }
}

export async function withSections<T>({failed}: Visit, work: (parts: PageSections) => Promise<T>): Promise<T> {
  const references = new Map<string, string>()
  for (let inTurn = false; ; inTurn = true) {
    const parts = new PageSections(references, {inTurn})
    try {
      return await work(parts)
    } catch (cause) {
      if (cause instanceof Refused) throw cause
      if (!inTurn) continue
      // A section that has failed is not read again, so the loop ends.
      if (parts.reading === null || references.has(parts.reading)) throw cause
      references.set(parts.reading, failed(cause))
    }
  }
}
