/** The options about mail: a server, who mails come from, and that links in them lead somewhere. */
import {isMailAddress, isSmtpAddress} from '../mail/smtp.ts'
import {type OptionSpec, type Parsed, WrongUsage} from './command.ts'

export const mailOptions: Readonly<Record<string, OptionSpec>> = {
  smtp: {type: 'string'},
  'mail-from': {type: 'string'},
}

export const mailOptionsHelp = `  --smtp URL               the mail server: smtp://HOST:PORT or smtps://USER:PASSWORD@HOST; else mails are printed
  --mail-from ADDRESS      who mails come from`

export interface MailOptions {
  readonly server: string
  readonly from: string
}

/** Null where no server is named. The server's address is never repeated: it may hold a password. */
export function readMail(options: Parsed, origin: string | null): MailOptions | null {
  const [server, from] = [options.text('smtp'), options.text('mail-from')]
  if (server === undefined) {
    if (from === undefined) return null
    throw new WrongUsage('--mail-from needs a mail server: --smtp smtps://USER:PASSWORD@HOST')
  }
  if (!isSmtpAddress(server)) throw new WrongUsage('--smtp must be smtp://HOST:PORT or smtps://USER:PASSWORD@HOST.')
  if (from === undefined) throw new WrongUsage('--smtp needs to know who mails come from: --mail-from desk@example.com')
  if (!isMailAddress(from))
    throw new WrongUsage(`--mail-from must be one address such as desk@example.com, not "${from}".`)
  if (origin === null)
    throw new WrongUsage(
      '--smtp needs the address people type, for the links in mails: --origin https://time.example.com',
    )
  return {server, from}
}
