/**
 * Parts of a page that may fail alone. A database refuses everything after a statement that failed, so the page is read
 * again without the part, which says in its place that it could not be read.
 */
import {Refused, type Visit} from '../reply.ts'

export class Parts {
  /** The reference of each that failed, for whoever looks into the log. */
  readonly failed: ReadonlyMap<string, string>
  /** What is being read just now. */
  reading: string | null = null

  constructor(failed: ReadonlyMap<string, string>) {
    this.failed = failed
  }

  async read<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.reading = name
    const result = await work()
    this.reading = null
    return result
  }
}

export async function withoutFailing<T>({failed}: Visit, work: (parts: Parts) => Promise<T>): Promise<T> {
  const references = new Map<string, string>()
  for (;;) {
    const parts = new Parts(references)
    try {
      return await work(parts)
    } catch (cause) {
      // A part that has failed already is not read again, so this ends.
      if (cause instanceof Refused || parts.reading === null || references.has(parts.reading)) throw cause
      references.set(parts.reading, failed(cause))
    }
  }
}
