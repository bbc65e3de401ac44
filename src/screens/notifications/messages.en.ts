/** Messages of the page of notifications and the popover of the bell. */

/** What components show. */
export const messages = {
  title: 'Notifications',
  none: 'You’re all caught up.',
  unread: 'Unread',
  markRead: 'Mark as read',
  markOneRead: (name: string) => `Mark as read: ${name}`,
  markAllRead: 'Mark all as read',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  seeAll: 'See all notifications',
}
