/** Our words on the page of notifications, and about mails, in German. */
import type {notifications as english} from '../en/notifications.ts'

export const notifications: typeof english = {
  title: 'Mitteilungen',
  intro: 'Was geschehen ist und Sie betrifft.',
  none: 'Noch ist nichts geschehen, was Sie betrifft.',
  unread: 'Neu',
  read: 'Früher',
  markRead: 'Als gelesen markieren',
  markOneRead: name => `Als gelesen markieren: ${name}`,
  markAllRead: 'Alle als gelesen markieren',
  newer: 'Neuere',
  older: 'Ältere',
  pages: 'Seiten',
  mail: 'E-Mail',
  mailMe: 'Mir E-Mails schicken über das, was mich betrifft',
  mailHelp: 'Unter Mitteilungen steht es in jedem Fall.',
  saveMail: 'Speichern',
}
