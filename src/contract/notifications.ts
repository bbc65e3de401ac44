/** The data of the page of notifications. Types only, shared by server and browser. */

export interface NotificationsData {
  /** Unread ones first. */
  readonly items: readonly NotificationData[]
  readonly anyUnread: boolean
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
  /** Null where no screen shows the record to the reader. */
  readonly href: string | null
}
