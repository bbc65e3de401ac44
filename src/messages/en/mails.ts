/** Messages of mails in English. */
import {capitalised, ended, listed} from '../grammar.ts'
import {type NamedField, theField} from './nouns.ts'

export const english = {
  /** A name is null if it could become a link. */
  reset: ({name, product, link}: UnprovedFacts & Record<'name', string | null>) => ({
    subject: `Reset your ${product} password`,
    button: 'Choose a new password',
    text: `${name === null ? 'Hello' : `Hello ${name}`},

We received a request to reset your password for ${product}. Choose a new one within the next hour:

${link}

If you didn’t request this, you can ignore this email. Your password won’t change.
`,
  }),
  invitation: ({name, product, link, by}: UnprovedFacts & Record<'name' | 'by', string | null>) => ({
    subject: `You’re invited to ${product}`,
    button: 'Accept the invitation',
    text: `${name === null ? 'Hello' : `Hello ${name}`},

${by === null ? 'You’ve been invited' : `${by} invited you`} to ${product}. Choose a password to get started:

${link}

The link works once and expires in 60 days.
`,
  }),
  signUp: ({product, link}: UnprovedFacts) => ({
    subject: `Finish signing up for ${product}`,
    button: 'Finish signing up',
    text: `Hello,

Someone signed up for ${product} with this email. Choose a password within the next day to finish:

${link}

If this wasn’t you, you can ignore this email. No account will be created.
`,
  }),
  /** Sent to a person who already has an account, because the page must not reveal that. */
  known: ({product, link}: UnprovedFacts) => ({
    subject: `You already have a ${product} account`,
    button: 'Sign in',
    text: `Hello,

Someone tried to sign up for ${product} with this email. You already have an account. Sign in or reset your password:

${link}

If this wasn’t you, you can ignore this email. Nothing was changed.
`,
  }),
  newAddress: ({product, link}: UnprovedFacts) => ({
    subject: `Confirm your new email for ${product}`,
    button: 'Confirm this address',
    text: `Hello,

Confirm within the next day that you want to use this email for your ${product} account:

${link}

If this wasn’t you, you can ignore this email. Nothing will change.
`,
  }),
  /** Sent to the present address, before anything changes. */
  asked: ({name, product, address}: Omit<PersonFacts, 'link'> & {readonly address: string}) => ({
    subject: `Your ${product} email is about to change`,
    text: `Hello ${name},

Your ${product} account is to get the email ${address}. It changes when the link we sent there is opened within the next day.

If you don’t want this, change your ${product} password: that cancels the change. Then contact your ${product} administrator.
`,
  }),
  newPassword: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `Your ${product} password was changed`,
    text: `Hello ${name},

Your ${product} password was changed, and all other devices were signed out. API keys still work.

If this wasn’t you, choose a new password with “Forgot your password?” on the sign-in page, and contact your ${product} administrator right away.
`,
  }),
  newKey: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `New API key for your ${product} account`,
    text: `Hello ${name},

An API key was created for your ${product} account. Programs can use it in your name until it expires or is revoked. A new password does not revoke it.

If this wasn’t you, revoke the key in your account, change your password, and contact your ${product} administrator.
`,
  }),
  /** Sent to the previous address, in case someone else made the change. */
  moved: ({name, product, address}: Omit<PersonFacts, 'link'> & {readonly address: string}) => ({
    subject: `Your ${product} email was changed`,
    text: `Hello ${name},

You’ll now sign in to ${product} with ${address} instead of this email.

If this wasn’t you, contact your ${product} administrator right away.
`,
  }),
  plain: {create: 'Added', update: 'Changed', delete: 'Deleted'},
  /** The confirmation of a person's own action. */
  done: {
    saved: (entity: string | null) => (entity === null ? 'Changes saved.' : `${entity} saved.`),
    savedAs: (_entity: string, state: string) => `Saved as ${lowerCase(state)}.`,
    savedSeveral: (count: number, entities: string) => `${count} ${entities} saved.`,
    did: (says: string) => ended(`You ${says}`),
    deleted: (entity: string) => `${entity} deleted.`,
    deletedSeveral: (count: number, entities: string) => `${count} ${entities} deleted.`,
    addressAsked: (address: string) => `We sent a link to ${address}. The email changes when it’s confirmed there.`,
    /** `verb`: what the document says of one record begins with it; `state`: where all of them are now. */
    several: ({action, verb, state, several}: DoneToSeveral) => {
      if (verb !== null) return `You ${verb} ${several}.`
      if (state === null) return `“${action}” is done for ${several}.`
      return /^\p{L}+ed$/u.test(state) ? `${several} ${lowerCase(state)}.` : `${several} are now “${state}”.`
    },
  },
  edited: 'edited',
  /** After the first dates of a long list. */
  moreDays: (count: number) => (count === 1 ? '1 more day' : `${count} more days`),
  /** What a record is used by, without a name. */
  unseen: 'records you can’t see',
  mentioned: (by: string | null, record: string) => `${by || 'Someone'} mentioned you in “${record}”.`,
  /**
   * The document's sentence about an action: `by` is empty if the reader may not know who acted, null if no person
   * acted.
   */
  did: (by: string | null, says: string) => ended(by === null ? capitalised(says) : `${by || 'Someone'} ${says}`),
  happened: ({action, by, plain = null, changes = '', sentence = null}: Happening) => {
    if (sentence !== null) return sentence
    const who = by || 'Someone'
    if (plain === 'update') return `${who} ${changes || 'changed this record'}.`
    if (plain !== null) return `${who} ${plain === 'delete' ? 'deleted' : 'created'} this record.`
    return by === null ? `Automatic: ${action}.` : `${action} by ${by || 'someone'}.`
  },
  /** What an action asked for and changed. */
  changedBy: (by: string | null, changes: string) =>
    by === null ? `${capitalised(changes)}.` : `${by || 'Someone'} ${changes}.`,
  /** The same, to the person who did it. */
  changedByYou: (changes: string) => `You ${changes}.`,
  /** The changes, continuing a person's name: “moved the first day from 13 Apr to 14 Apr 2026 and edited the note”. */
  changes: {
    moved: (field: NamedField, before: string, after: string) => `moved ${theField(field)} from ${before} to ${after}`,
    /** A text that someone typed. */
    quoted: (text: string) => `“${text}”`,
    /** Both ends of a span. */
    movedSpan: (before: string, after: string, {kind, label, isTimed}: SpanOf) =>
      isTimed
        ? `moved the ${kind} from ${before} to ${after}`
        : `changed ${theField({label, isNumber: false})} from ${before} to ${after}`,
    /** Beside a sentence that already says what was moved. */
    fromTo: (before: string, after: string) => `from ${before} to ${after}`,
    /** Beside a sentence that has the new value. */
    was: (before: string) => `previously ${before}`,
    changed: (field: NamedField, before: string, after: string) =>
      `changed ${theField(field)} from ${before} to ${after}`,
    set: (field: NamedField, after: string) => `set ${theField(field)} to ${after}`,
    cleared: (field: NamedField) => `cleared ${theField(field)}`,
    edited: (field: NamedField) => `edited ${theField(field)}`,
    /** Values with commas of their own are kept apart by semicolons. */
    all: (parts: readonly string[], {haveLists}: {readonly haveLists: boolean}) =>
      haveLists ? parts.join('; ') : listed(withoutRepeatedVerbs(parts), 'en'),
  },
  /** The same before it happens: “Days: 25 → 12.5”. */
  coming: {
    quoted: (text: string) => text,
    moved: ({label}: NamedField, before: string, after: string) => `${label}: ${before} → ${after}`,
    movedSpan: (before: string, after: string, _span: SpanOf) => `${before} → ${after}`,
    changed: ({label}: NamedField, before: string, after: string) => `${label}: ${before} → ${after}`,
    set: ({label}: NamedField, after: string) => `${label}: ${after}`,
    cleared: ({label}: NamedField) => `${label}: none`,
    edited: ({label}: NamedField) => label,
    all: (parts: readonly string[], {haveLists}: {readonly haveLists: boolean}) => parts.join(haveLists ? '; ' : ', '),
  },
  /** The heading of a mail about a change without an action. */
  plainly: {
    create: (by: string, record: string, kind: string) => `${by || 'Someone'} created the ${kind} “${record}”`,
    update: (by: string, record: string, kind: string) => `${by || 'Someone'} changed the ${kind} “${record}”`,
    delete: (by: string, record: string, kind: string) => `${by || 'Someone'} deleted the ${kind} “${record}”`,
  },
  notice: {
    about: (record: string, happened: string) => `${record}: ${happened}`,
    open: (product: string) => `Open in ${product}`,
    /** Below the buttons. */
    once: 'You’ll be asked to confirm; there’s no need to sign in. The links are for you only, work once and expire in 7 days.',
    why: (product: string) => `You’re receiving this because you have email notifications turned on in ${product}.`,
    whyWaiting: (kind: string) => `You’re receiving this because you can respond to this ${lowerCase(kind)}.`,
    whyOwn: (kind: string) => `You’re receiving this because this is your ${lowerCase(kind)}.`,
    settings: 'Email settings',
    unsubscribe: 'Unsubscribe',
    from: (by: string, product: string) => `${by} via ${product}`,
  },
}

/** `changed A from 1 to 2` and `changed B from 3 to 4`: the second without its verb. */
function withoutRepeatedVerbs(parts: readonly string[]): string[] {
  const verbOf = (part: string | undefined) => part?.slice(0, part.indexOf(' ') + 1) ?? ''
  return parts.map((part, index) => {
    const verb = verbOf(part)
    return index > 0 && verb === verbOf(parts[index - 1]) ? part.slice(verb.length) : part
  })
}

/** Within a sentence; abbreviations are unchanged. */
const lowerCase = (label: string): string =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

export type MailMessages = typeof english

// The data that mails are written from.

interface DoneToSeveral {
  readonly action: string
  readonly verb: string | null
  readonly state: string | null
  /** How many, and what they are called: “2 requests”. */
  readonly several: string
}

interface SpanOf {
  /** The noun of the record: `booking`. */
  readonly kind: string
  /** The label of the span: `Dates`. */
  readonly label: string
  /** With times of day. */
  readonly isTimed: boolean
}

interface UnprovedFacts {
  readonly product: string
  readonly link: string
}

interface PersonFacts extends UnprovedFacts {
  readonly name: string
}

interface Happening {
  /** The label of the action. */
  readonly action: string
  /** The acting person: empty if the reader may not know, null for automatic actions. */
  readonly by: string | null
  /** Set if it was not an action of the document but a plain change. */
  readonly plain?: 'create' | 'update' | 'delete' | null
  /** The changes, field by field; empty if none can be shown. */
  readonly changes?: string
  /** The document's sentence about it. */
  readonly sentence?: string | null
}
