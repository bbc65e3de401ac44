/** Messages of mails in English. */

export const english = {
  reset: ({name, product, link}: PersonFacts) => ({
    subject: `A new password for ${product}`,
    text: `Hello ${name},

somebody, probably you, asked for a new password for ${product}. Choose one here within the next hour:

${link}

If it was not you, do nothing: your password stays as it is.
`,
  }),
  invitation: ({name, product, link, by}: PersonFacts & {readonly by: string | null}) => ({
    subject: `You are invited to ${product}`,
    text: `Hello ${name},

${by === null ? 'you are invited' : `${by} has invited you`} to ${product}. Choose a password here, and you are in:

${link}

The link works once, within the next 14 days.
`,
  }),
  signUp: ({name, product, link}: PersonFacts) => ({
    subject: `Confirm your address for ${product}`,
    text: `Hello ${name},

someone, probably you, signed up for ${product} with this address. Choose a password here within the next day to finish:

${link}

If it was not you, do nothing: no account is made.
`,
  }),
  /** Sent to a person who already has an account, because the page must not reveal that. */
  known: ({name, product, link}: PersonFacts) => ({
    subject: `You already have an account at ${product}`,
    text: `Hello ${name},

someone, probably you, tried to sign up for ${product} with this address. You already have an account. Sign in here, or choose a new password:

${link}

If it was not you, do nothing: nothing was changed.
`,
  }),
  newAddress: ({name, product, link}: PersonFacts) => ({
    subject: `Confirm your new address for ${product}`,
    text: `Hello ${name},

someone, probably you, wants to use this address for their account at ${product}. Confirm it here within the next day:

${link}

If it was not you, do nothing: nothing is changed.
`,
  }),
  /** Sent to the previous address, in case someone else made the change. */
  moved: ({name, product, address}: Omit<PersonFacts, 'link'> & {readonly address: string}) => ({
    subject: `Your address at ${product} was changed`,
    text: `Hello ${name},

from now on you sign in to ${product} with ${address} instead of this address.

If it was not you, tell whoever looks after ${product} at once.
`,
  }),
  plain: {create: 'Added', update: 'Changed', delete: 'Deleted'},
  /** What the document says of an action: `by` is empty where the reader may not know who it was, null where nobody acted. */
  did: (by: string | null, says: string) => `${by === null ? 'The system' : by || 'Someone'} ${says}.`,
  happened: ({action, by, plain = null, changes = '', sentence = null}: Happening) => {
    if (sentence !== null) return sentence
    const who = by || 'Someone'
    if (plain === 'update') return `${who} changed ${changes || 'this'}.`
    if (plain !== null) return `${who} ${plain === 'delete' ? 'deleted' : 'added'} this.`
    return by === null ? `Automatic: ${action}.` : `${action} by ${by || 'someone'}.`
  },
  notice: {
    hello: (name: string) => `Hello ${name},`,
    about: (record: string, happened: string) => `about “${record}”: ${happened}`,
    why: (product: string) =>
      `You get this from ${product}, because it is for you. If you want no such mails, say so here:`,
  },
}

export type MailMessages = typeof english

// The data that mails are written from.

interface PersonFacts {
  readonly name: string
  readonly product: string
  readonly link: string
}

interface Happening {
  /** In the document's word. */
  readonly action: string
  /** The acting person: empty if the reader may not know, null for automatic actions. */
  readonly by: string | null
  /** It was no action of the document, but what is done with every record. */
  readonly plain?: 'create' | 'update' | 'delete' | null
  /** What was changed, field by field; empty where nothing of it can be said. */
  readonly changes?: string
  /** What the document says of it. */
  readonly sentence?: string | null
}
