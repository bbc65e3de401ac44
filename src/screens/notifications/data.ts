/** The data of the notifications page. Types only, shared by server and browser. */
import type {Problem} from '../../engine/page/common.ts'

export interface NotificationsData {
  /** Newest first. */
  readonly items: readonly NotificationData[]
  readonly anyUnread: boolean
  /** Why an action was rejected. */
  readonly problems: readonly Problem[]
  readonly newer: string | null
  readonly older: string | null
}

export interface NotificationData {
  readonly id: string
  readonly unread: boolean
  /** The name of the record, and the label of its entity. */
  readonly name: string
  readonly kind: string
  /** A sentence about the event. */
  readonly happened: string
  /** Null for automatic actions, or if the reader may not know who acted. */
  readonly by: {readonly id: string; readonly name: string} | null
  /** The text, and the exact time. */
  readonly when: string
  readonly at: string
  /** The heading for the notifications of one day. */
  readonly day: string
  /** Null if the reader has no screen for the record. */
  readonly href: string | null
  /** The reader's possible actions on the record, at its newest notification. */
  readonly actions: readonly NotificationAction[]
  /** The state of a record that waited for the reader and no longer does. */
  readonly outcome: {readonly label: string; readonly tone: string} | null
  /** The version of the record, if there are actions. */
  readonly version: number | null
}

export interface NotificationAction {
  /** The value sent by its button. */
  readonly name: string
  readonly label: string
  readonly tone: 'primary' | 'danger'
  /** The page that asks for its inputs; null if it has none. */
  readonly href: string | null
}
