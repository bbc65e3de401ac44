/**
 * Sends mail to an SMTP server or, if none is configured, to the terminal; and stores sent mails for the page that
 * shows them.
 */

import {type CalendarEntry, invitation} from '../engine/feeds/feed-formats.ts'
import {shownLogo} from '../engine/files/logo.ts'
import {Undeliverable} from '../engine/outbox/outbox.ts'
import {hueOf} from '../points/icons-and-colours.ts'
import type {Specification} from '../points/specification.ts'
import {newId} from '../store/ids.ts'
import type {MailLook} from './content.ts'
import {htmlOfMail} from './html-mail.tsx'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /**
   * Without it, the text is formatted as HTML: empty lines separate paragraphs, and a paragraph with only an address
   * becomes a button.
   */
  readonly html?: string
  /** The label of that button. */
  readonly button?: string
  /** The sender's name, if it is not the product. */
  readonly sender?: string
  /** The address that unsubscribes with one POST, without signing in. */
  readonly unsubscribe?: string
  /** For the recipient's calendar. */
  readonly calendar?: CalendarEntry
}

/** With the public address of the application, the mail also shows the company's logo. */
export function lookOf({purpose, limits}: Specification, origin = ''): MailLook {
  const {LANGUAGE: language, ACCENT: accent, LOGO: name} = limits.settings
  const logo = origin === '' ? null : shownLogo(name)
  return {
    product: inLine(purpose.title),
    language,
    hue: hueOf(accent) ?? 172,
    ...(logo ? {logo: {...logo, src: `${origin}${logo.src}`}} : {}),
  }
}

export interface Mailer {
  /** The key is the same on every attempt, so that a receiver can recognise repetitions. */
  readonly send: (mail: Mail, key: string) => Promise<void>
}

export function terminalMailer(write: (text: string) => void): Mailer {
  return {
    send: async ({to, subject, text}) => {
      const lines = text
        .trim()
        .split('\n')
        .map(line => `  | ${line}`.trimEnd())
      write(
        `\nMail to ${to} (printed here, because no mail server is named):\n  | ${subject}\n  |\n${lines.join('\n')}\n\n`,
      )
    },
  }
}

/** Text from others within one of our lines: on one line, and of limited length. */
export function inLine(text: string, most = 200): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length <= most ? line : `${[...line].slice(0, most - 1).join('')}…`
}

/* Sends mail through an SMTP server such as `smtps://user:password@mail.example.com`, as text and as HTML. */

// HTML of plain-text mails.

export function htmlOf({text, button}: Pick<Mail, 'text' | 'button'>, look: MailLook): string {
  const parts = text.trim().split(/\n{2,}/)
  const links = parts.filter(isAddress).map(href => ({label: button ?? href, href, tone: 'primary' as const}))
  const at = parts.findIndex(isAddress)
  const [before, after] = at < 0 ? [parts, []] : [parts.slice(0, at), parts.slice(at).filter(part => !isAddress(part))]
  const content = {heading: null, paragraphs: before, facts: [], buttons: links, note: after.join('\n\n') || null}
  return htmlOfMail(content, look)
}

/** Only links on their own line, as we write them: addresses within other text are not linked. */
function isAddress(part: string): boolean {
  return /^https?:\/\/\S+$/.test(part)
}

// Sending.

/** Timeout for a server that does not answer. */
const patience = 20_000

export function isSmtpAddress(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}

/** One address, without a name: `time-off@example.com`. */
export function isMailAddress(text: string): boolean {
  return /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/.test(text) && text.length <= 254
}

export interface Sender extends MailLook {
  readonly address: string
}

export function smtpMailer(address: string, from: () => Sender): Mailer {
  const transport = transportTo(new URL(address))
  // `send` reports the error.
  transport.catch(() => {})
  return {
    send: async (mail, key) => {
      try {
        await (await transport).sendMail(message(mail, key, from()))
      } catch (error) {
        throw isFinal(error) ? new Undeliverable(error.message, {cause: error}) : error
      }
    },
  }
}

/** Loaded on demand, because it is only needed with a mail server. */
async function transportTo(url: URL) {
  const {createTransport} = await import('nodemailer')
  return createTransport(settingsOf(url))
}

function settingsOf(url: URL) {
  const secure = url.protocol === 'smtps:'
  const auth = {user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password)}
  return {
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // Never sends a password unencrypted.
    ...(url.username === '' ? {} : {auth, requireTLS: !secure}),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // Nothing in our text may make the library read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function message(mail: Mail, key: string, {address, ...look}: Sender) {
  const {to, subject, text, unsubscribe, calendar} = mail
  return {
    from: {name: inLine(mail.sender ?? look.product), address},
    // A single address, not parsed as a list.
    to: {name: '', address: to},
    subject: inLine(subject),
    text,
    html: mail.html ?? htmlOf(mail, look),
    ...(calendar
      ? {
          icalEvent: {
            method: calendar.method,
            filename: 'invitation.ics',
            content: invitation(calendar, {name: look.product, email: address}),
          },
        }
      : {}),
    messageId: `<${key}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    headers: {
      // Keeps out-of-office replies from answering.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe)),
    },
  }
}

/** RFC 8058: the mail program offers a button and sends the POST itself. */
function unsubscribeHeaders(address: string): Readonly<Record<string, string>> {
  return {'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click'}
}

/** The server permanently rejects this recipient or this text, so a retry is pointless. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  const {responseCode: code, command} = error
  return typeof code === 'number' && code >= 500 && code < 600 && (command === 'RCPT TO' || command === 'DATA')
}

/*
 * The mails sent since the start, for the page that shows them. Only in demonstrations and while a document is being
 * edited.
 */

interface SentMail {
  readonly id: string
  /** Milliseconds. */
  readonly at: number
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const mostKept = 200

export class SentMails {
  readonly #look: () => MailLook
  readonly #now: () => number
  /** Newest first. */
  #mails: readonly SentMail[] = []

  constructor(look: () => MailLook, now: () => number) {
    this.#look = look
    this.#now = now
  }

  list(): readonly SentMail[] {
    return this.#mails
  }

  find(id: string): SentMail | null {
    return this.#mails.find(mail => mail.id === id) ?? null
  }

  /** Passes mails to `next`, if there is one, and stores what it was given: a mail is rendered once. */
  mailer(next: Mailer | null): Mailer {
    return {
      send: async (mail, key) => {
        const look = this.#look()
        const [sender, html] = [mail.sender ?? look.product, mail.html ?? htmlOf(mail, look)]
        await next?.send({...mail, sender, html}, key)
        this.#keep({...mail, sender, html})
      },
    }
  }

  #keep({to, subject, text, sender, html}: Mail & {sender: string; html: string}): void {
    const kept = {id: newId(), at: this.#now(), from: inLine(sender), to, subject: inLine(subject), text, html}
    this.#mails = [kept, ...this.#mails].slice(0, mostKept)
  }
}
