/** Mails through a server, named by an address such as `smtps://user:password@mail.example.com`. */
import {Undeliverable} from '../engine/outbox/deliver.ts'
import {htmlOf} from './html.ts'
import {inLine, type Mail, type Mailer} from './mailer.ts'

/** Nobody waits longer than this for a server that does not answer. */
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
  // Whoever sends is told.
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
