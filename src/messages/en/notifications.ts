/** Our words on the page of notifications, and about mails. */
export const notifications = {
  title: 'Notifications',
  intro: 'What happened that concerns you.',
  none: 'Nothing has happened yet that concerns you.',
  unread: 'New',
  read: 'Earlier',
  markRead: 'Mark as read',
  markOneRead: (name: string) => `Mark as read: ${name}`,
  markAllRead: 'Mark all as read',
  newer: 'Newer',
  older: 'Older',
  pages: 'Pages',
  mail: 'Mail',
  mailMe: 'Send me mail about what concerns me',
  mailHelp: 'It is shown under Notifications in any case.',
  saveMail: 'Save',
}
