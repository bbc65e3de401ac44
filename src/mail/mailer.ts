/** Where mail goes: to a server or, if none is configured, to the terminal. */
export interface Mail {
  readonly to: string
  readonly subject: string
  /** Paragraphs between empty lines; one that is an address alone becomes a link. */
  readonly text: string
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
