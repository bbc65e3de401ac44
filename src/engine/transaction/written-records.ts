/**
 * The records that a transaction has written, as far as the system may have to act on them. So that memory does not grow
 * with an import, beyond `mostFollowed` records only what they refer to is kept; the job does the rest.
 */
import type {FieldValues} from '../query/stored.ts'

/** The values of a written record, and those from before the transaction; null if it is new. */
export interface WrittenValues {
  readonly before: FieldValues | null
  /** Null if it was deleted. */
  readonly after: FieldValues | null
}

/** By entity and id; without those that were created and deleted. */
export type WrittenByEntity = ReadonlyMap<string, ReadonlyMap<string, WrittenValues>>

/** What conditions of the system need of the records of an entity. */
export interface WatchedEntity {
  /** Whether each one counts, also of many new ones: conditions about other records follow references to it. */
  readonly isReferred: boolean
  /** Its references to records whose conditions read it in a list. */
  readonly references: ReadonlySet<string>
}

/** Of more records, the system does not follow a change at once. */
export const mostFollowed = 200

export class WrittenRecords {
  private readonly watched: ReadonlyMap<string, WatchedEntity>
  private readonly kept = new Map<string, Map<string, WrittenValues>>()
  private count = 0

  constructor(watched: ReadonlyMap<string, WatchedEntity>) {
    this.watched = watched
  }

  get byEntity(): WrittenByEntity {
    return this.kept
  }

  /** Whether the system acts on them with the change. */
  get areFollowed(): boolean {
    return this.count > 0 && this.count <= mostFollowed
  }

  /** For the records that the system writes next. */
  next(): WrittenRecords {
    return new WrittenRecords(this.watched)
  }

  add(entity: string, id: string, {before, after}: WrittenValues): void {
    const watched = this.watched.get(entity)
    if (!watched) return
    const known = this.kept.get(entity) ?? new Map<string, WrittenValues>()
    const earlier = known.get(id)
    const first = earlier ? earlier.before : before
    if (!after && !first) {
      // Beyond the limit it is not known which of them were kept.
      if (known.delete(id) && this.count <= mostFollowed) this.count -= 1
      return
    }
    if (!earlier) this.count += 1
    if (this.count <= mostFollowed) this.kept.set(entity, known.set(id, {before: first, after}))
    else if (first || watched.isReferred || watched.references.size > 0)
      this.kept.set(entity, known.set(id, {before: only(first, watched), after: only(after, watched)}))
  }
}

function only(values: FieldValues | null, {references}: WatchedEntity): FieldValues | null {
  return values && (references.size === 0 ? none : new Map([...values].filter(([name]) => references.has(name))))
}

const none: FieldValues = new Map()
