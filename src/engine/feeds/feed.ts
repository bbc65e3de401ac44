/** The feed of a screen: the events of a calendar, or the entries of a list. */

export type Feed = CalendarFeed | EntryFeed

export interface CalendarFeed {
  readonly kind: 'calendar'
  readonly title: string
  readonly zone: string
  readonly events: readonly FeedEvent[]
}

/** A record as the reader of the feed sees it. */
interface FeedRecord {
  readonly id: string
  /** The address of its page; null if the reader has none. */
  readonly href: string | null
  readonly title: string
  /** One line per field. */
  readonly lines: readonly string[]
  /** Null if hidden from the reader. */
  readonly created: string | null
  readonly updated: string | null
}

export interface FeedEvent extends FeedRecord {
  readonly version: number
  readonly state: string
  /** Requested, but not decided yet. */
  readonly tentative: boolean
  readonly when: FeedDays | FeedMoments
}

/** Whole days, counted since 1970, inclusive. */
interface FeedDays {
  readonly kind: 'days'
  readonly first: number
  readonly last: number
}

/** In milliseconds; the end is exclusive. Both are equal for a point in time. */
interface FeedMoments {
  readonly kind: 'moments'
  readonly begins: number
  readonly ends: number
}

export interface EntryFeed {
  readonly kind: 'entries'
  readonly title: string
  readonly entries: readonly FeedRecord[]
}

export type FeedEntry = EntryFeed['entries'][number]

/** The addresses used in a feed. */
export interface FeedPlace {
  /** Without a trailing slash. */
  readonly origin: string
  /** The page that it shows, and the feed itself. */
  readonly page: string
  readonly self: string
  readonly product: string
  readonly language: string
}
