/** The data of the page of notifications. Types only, shared by server and browser. */
import type {Problem} from './common.ts'

export interface NotificationsData {
  /** Newest first. */
  readonly items: readonly NotificationData[]
  readonly anyUnread: boolean
  /** Why an action was refused. */
  readonly problems: readonly Problem[]
  readonly newer: string | null
  readonly older: string | null
}

export interface NotificationData {
  readonly id: string
  readonly unread: boolean
  /** What the record is called, and what it is. */
  readonly name: string
  readonly kind: string
  /** A sentence. */
  readonly happened: string
  /** Null for automatic actions, or if the reader may not know who acted. */
  readonly by: {readonly id: string; readonly name: string} | null
  /** For people, and exactly. */
  readonly when: string
  readonly at: string
  /** Under which those of one day are shown. */
  readonly day: string
  /** Null where no screen shows the record to the reader. */
  readonly href: string | null
  /** What the reader can do with the record now: at its newest notification. */
  readonly actions: readonly NotificationAction[]
  /** Of the record, where there are actions. */
  readonly version: number | null
}

export interface NotificationAction {
  /** What its button sends. */
  readonly name: string
  readonly label: string
  readonly tone: 'lead' | 'stop'
  /** The page that asks for what it needs; null where it needs nothing. */
  readonly href: string | null
}
