/** Mails through a server, named by an address such as `smtps://user:password@mail.example.com`. */
import {createTransport} from 'nodemailer'
import type {Mailer} from './mailer.ts'

/** Nobody waits longer than this for a server that does not answer. */
const patience = 20_000

export function isSmtpAddress(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== ''
}

/** `from`: who the mails come from, such as `time-off@example.com`. */
export function smtpMailer(address: string, from: string): Mailer {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(url.username === ''
      ? {}
      : {auth: {user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password)}}),
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    // What we write is text; nothing in it shall make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({to, subject, text}) => {
      // An address as it is, not as a list of them.
      await transport.sendMail({from, to: {name: '', address: to}, subject, text})
    },
  }
}
