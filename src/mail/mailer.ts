/** Where mails go: to a server, or, where none is named, to the terminal of whoever runs the application. */

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
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
