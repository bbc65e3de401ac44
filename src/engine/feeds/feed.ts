/** What a screen gives to programs that look at it again and again: the events of a calendar, or the entries of a list. */

export type Feed = CalendarFeed | EntryFeed

export interface CalendarFeed {
  readonly kind: 'calendar'
  readonly title: string
  readonly zone: string
  readonly events: readonly FeedEvent[]
}

/** What a record looks like from outside, as far as the reader of the feed sees it. */
interface FeedRecord {
  readonly id: string
  /** The address of its page; null where the reader has none. */
  readonly href: string | null
  readonly title: string
  /** One line for each thing that is said of it. */
  readonly lines: readonly string[]
  /** Null where the reader does not see them. */
  readonly created: string | null
  readonly updated: string | null
}

export interface FeedEvent extends FeedRecord {
  readonly version: number
  readonly state: string
  /** It is asked for, and not decided yet. */
  readonly tentative: boolean
  readonly when: FeedDays | FeedMoments
}

/** Whole days, counted since 1970; both are among them. */
interface FeedDays {
  readonly kind: 'days'
  readonly first: number
  readonly last: number
}

/** In milliseconds; it ends before the second one. Both are the same where it takes no time. */
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

/** Where a feed is served, for the addresses in it. */
export interface FeedPlace {
  /** Without a slash at its end. */
  readonly origin: string
  /** The page that it shows, and the feed itself. */
  readonly page: string
  readonly self: string
  readonly product: string
  readonly language: string
}
