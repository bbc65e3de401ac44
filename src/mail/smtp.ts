/** Sends mail through an SMTP server such as `smtps://user:password@mail.example.com`, as text and as simple HTML. */
import {Undeliverable} from '../engine/jobs/outbox.ts'
import {inLine, type Mail, type Mailer} from './mailer.ts'

// HTML: the same words as the plain text, in a form that every mail program shows.

export function htmlOf(text: string, language: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map(part => `<p style="margin:0 0 16px">${isAddress(part) ? link(part) : escaped(part)}</p>`)
  const style = 'font:15px/1.5 system-ui,sans-serif;max-width:36em;margin:24px auto;padding:0 16px'
  return `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"></head><body style="${style}">${paragraphs.join('\n')}</body></html>`
}

/** Only links on a line of their own, as we write them: addresses within other text are not linked. */
function isAddress(part: string): boolean {
  return /^https?:\/\/\S+$/.test(part)
}

function link(address: string): string {
  return `<a href="${escaped(address)}">${escaped(address)}</a>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')
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

export interface Sender {
  /** The product. */
  readonly name: string
  readonly address: string
  readonly language: string
}

export function smtpMailer(address: string, from: () => Sender): Mailer {
  const transport = transportTo(new URL(address))
  // The sender gets an error.
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

/** Loaded only where a server is named: most of it speaks to servers. */
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
    // A password never travels in the clear.
    ...(url.username === '' ? {} : {auth, requireTLS: !secure}),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // What we write is text; nothing in it shall make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function message({to, subject, text}: Mail, key: string, {name, address, language}: Sender) {
  return {
    from: {name: inLine(name), address},
    // An address as it is, not as a list of them.
    to: {name: '', address: to},
    subject: inLine(subject),
    text,
    html: htmlOf(text, language),
    messageId: `<${key}@${address.slice(address.lastIndexOf('@') + 1)}>`,
    // So that absence notes do not answer.
    headers: {'Auto-Submitted': 'auto-generated'},
  }
}

/** The server says no to this receiver or this text, not to us: it will say so again. */
function isFinal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  const {responseCode: code, command} = error
  return typeof code === 'number' && code >= 500 && code < 600 && (command === 'RCPT TO' || command === 'DATA')
}
