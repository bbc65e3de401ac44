/** Where mail goes: to a server or, if none is configured, to the terminal. */
import {hueOf} from '../points/looks.ts'
import type {Specification} from '../points/specification.ts'
import type {MailLook} from './template.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Without it, the text is laid out: paragraphs between empty lines; one that is an address alone becomes a button. */
  readonly html?: string
  /** What that button says. */
  readonly button?: string
  /** The name it comes from, where that is not the product alone. */
  readonly sender?: string
  /** The address that turns such mails off: by one POST, without signing in. */
  readonly unsubscribe?: string
}

export function lookOf({purpose, limits}: Specification): MailLook {
  const {LANGUAGE: language, ACCENT: accent} = limits.settings
  return {product: inLine(purpose.title), language, hue: hueOf(accent) ?? 172}
}

export interface Mailer {
  /** The same key, however often it is sent: a receiver can tell repetitions by it. */
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

/** Foreign text inside a line of ours: on one line, and of limited length. */
export function inLine(text: string, most = 200): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line.length <= most ? line : `${[...line].slice(0, most - 1).join('')}…`
}
