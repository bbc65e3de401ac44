/** The words of the mails about people. */
import type {Mail} from '../mail/mailer.ts'

interface Facts {
  readonly to: string
  readonly name: string
  readonly product: string
  readonly link: string
}

export function resetMail({to, name, product, link}: Facts): Mail {
  return {
    to,
    subject: `A new password for ${product}`,
    text: `Hello ${name},

somebody, probably you, asked for a new password for ${product}. Choose one here within the next hour:

${link}

If it was not you, do nothing: your password stays as it is.
`,
  }
}

export function invitationMail({to, name, product, link, by}: Facts & {readonly by: string | null}): Mail {
  return {
    to,
    subject: `You are invited to ${product}`,
    text: `Hello ${name},

${by === null ? 'you are' : `${by} has`} invited${by === null ? '' : ' you'} to ${product}. Choose a password here, and you are in:

${link}

The link works once, within the next 14 days.
`,
  }
}

/** Goes to the address that was left, in case somebody else changed it. */
export function movedMail({to, name, product, link}: Facts): Mail {
  return {
    to,
    subject: `Your address at ${product} was changed`,
    text: `Hello ${name},

from now on you sign in to ${product} with ${link} instead of this address.

If it was not you, tell whoever looks after ${product} at once.
`,
  }
}
