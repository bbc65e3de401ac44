/** Messages of mails in English. */
import {lowerFirst} from './nouns.ts'

export const mails = {
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
  factorAdded: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `Two-factor authentication was set up for your ${product} account`,
    text: `Hello ${name},

From now on, signing in to ${product} takes a code of your authenticator app in addition to your password. All other devices were signed out.

If this wasn’t you, contact your ${product} administrator right away.
`,
  }),
  factorRemoved: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `Two-factor authentication was turned off for your ${product} account`,
    text: `Hello ${name},

Signing in to ${product} no longer takes a code of your authenticator app.

If this wasn’t you, change your password, set up the app again, and contact your ${product} administrator right away.
`,
  }),
  passkeyAdded: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `A passkey was added to your ${product} account`,
    text: `Hello ${name},

A passkey was added to your ${product} account. Its device can sign in without your password.

If this wasn’t you, remove it under “Security” in your account, change your password, and contact your ${product} administrator right away.
`,
  }),
  passkeyRemoved: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `A passkey was removed from your ${product} account`,
    text: `Hello ${name},

A passkey was removed from your ${product} account. Its device can no longer sign in with it.

If this wasn’t you, change your password, and contact your ${product} administrator right away.
`,
  }),
  providerAdded: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `Single sign-on was connected to your ${product} account`,
    text: `Hello ${name},

From now on you can also sign in to ${product} with the provider that you have connected.

If this wasn’t you, disconnect it under “Security” in your account, change your password, and contact your ${product} administrator right away.
`,
  }),
  providerRemoved: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `Single sign-on was disconnected from your ${product} account`,
    text: `Hello ${name},

You can no longer sign in to ${product} with a provider that was connected to your account.

If this wasn’t you, change your password, and contact your ${product} administrator right away.
`,
  }),
  recoveryCode: ({name, product}: Omit<PersonFacts, 'link'>) => ({
    subject: `A recovery code of your ${product} account was used`,
    text: `Hello ${name},

Someone used a recovery code of your ${product} account in place of a code of your authenticator app. That recovery code no longer works.

If this wasn’t you, change your password, create new recovery codes, and contact your ${product} administrator right away.
`,
  }),
  newDevice: ({
    name,
    product,
    device,
    place,
    when,
  }: Omit<PersonFacts, 'link'> & Readonly<Record<'device' | 'place' | 'when', string>>) => ({
    subject: `New sign-in to your ${product} account`,
    text: `Hello ${name},

Someone signed in to your ${product} account on a device that you haven’t used before:

${device}, from ${place}, on ${when}

If this was you, there’s nothing to do.

If it wasn’t, sign out that device under “Security” in your account, change your password, and contact your ${product} administrator right away.
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
    whyWaiting: (kind: string) => `You’re receiving this because you can respond to this ${lowerFirst(kind)}.`,
    whyOwn: (kind: string) => `You’re receiving this because this is your ${lowerFirst(kind)}.`,
    settings: 'Email settings',
    unsubscribe: 'Unsubscribe',
    from: (by: string, product: string) => `${by} via ${product}`,
  },
}

// The data that they are written from.

interface UnprovedFacts {
  readonly product: string
  readonly link: string
}

interface PersonFacts extends UnprovedFacts {
  readonly name: string
}
