import {pluralIn} from '../grammar.ts'

/** Outgoing calls that failed. */
export const failedCalls = {
  heading: 'Failed deliveries',
  intro:
    'Messages to other systems that couldn’t be delivered. Those marked “Failed” are sent again only when you retry them.',
  none: 'No failed deliveries.',
  givenUp: 'Failed',
  trying: 'Retrying',
  tried: (times: number) => (times === 1 ? 'Tried once' : `Tried ${times} times`),
  created: (when: string) => `created ${when}`,
  next: (when: string) => `next attempt ${when}`,
  retry: 'Retry',
  retryOf: (call: string) => `Retry ${call}`,
  retryAll: 'Retry all',
  discard: 'Discard',
  discardOf: (call: string) => `Discard ${call}`,
  retried: 'The messages are being sent again.',
  discarded: 'The message was discarded.',
}

/** Subscriptions: feed addresses for calendar programs and readers. */
export const feeds = {
  subscribe: 'Subscribe',
  heading: 'Subscriptions',
  intro:
    'Follow a page in your calendar app or feed reader. Each subscription has a private link, and its content stays up to date.',
  offer: (screen: string) => `Subscribe to ${screen}`,
  filtered: 'The filters on the page apply to the subscription too.',
  format: 'Format',
  formats: {ics: 'Calendar (iCalendar)', atom: 'Atom feed', json: 'JSON feed', display: 'Display'},
  /** The link to it from the page of a record. */
  deviceLink: 'Set up on a tablet',
  onDevice: (screen: string) => `${screen} on a tablet`,
  deviceNote:
    'Create a link and open it on the tablet. The tablet shows this page without anyone signing in. The page is read-only and updates automatically.',
  make: 'Create link',
  made: 'Copy this link now. You won’t be able to see it again.',
  address: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  open: 'Open in calendar app',
  secret: 'Anyone with the link can see this page as you do. If you shared it by mistake, revoke it.',
  existing: 'Your subscriptions',
  none: 'You have no subscriptions.',
  others: 'Pages you can subscribe to',
  since: (when: string) => `Created ${when}`,
  used: (when: string) => `Last used ${when}`,
  unused: 'Never used',
  revoke: 'Revoke',
  revokeOf: (screen: string) => `Revoke the subscription to ${screen}`,
  revoked: 'Subscription revoked. Its link no longer works.',
}

/**
 * Messages of the account screens that the server puts into the page: headings, labels and replies. The browser does
 * not load them.
 */

const plural = pluralIn('en')

export const accounts = {
  keyRevoked: 'Key revoked. It no longer works.',
  email: 'Email',
  newPassword: 'New password',
  current: 'Current password',
  name: 'Name',
  joinAs: 'Join as',
  signIn: 'Sign in',
  signedOut: 'Your session has expired. Sign in to continue; what you entered is saved.',
  signedOutTooLong:
    'Your session has expired. What you entered was too long to save, so you’ll need to enter it again.',
  signUp: 'Sign up',
  signUpIntro: 'Create your account.',
  signUpByMailIntro: 'Enter your name and email and we’ll send you a link to set a password.',
  signUpSent:
    'Check your email: we sent you a link to finish signing up. It expires in a day. Didn’t get it? Check your spam folder and the address you entered.',
  noAccount: 'New here? Sign up',
  noAccounts:
    'There are no accounts yet. To create the first one, open the link that was printed when the application was started.',
  haveAccount: 'Already have an account? Sign in',
  signOutIntro: (name: string) => `You’re signed in as ${name}.`,
  forgotten: 'Forgot your password?',
  forgottenIntro: 'Enter your email and we’ll send you a reset link.',
  sendLink: 'Send reset link',
  sent: 'If there’s an account with this email, we’ve sent a reset link to it. It expires in an hour. Didn’t get it? Check your spam folder and the address you entered.',
  reset: 'Choose a new password',
  resetIntro: (email: string) => `For ${email}. You’ll be signed out on all other devices.`,
  savePassword: 'Save and sign in',
  invitation: (product: string) => `Welcome to ${product}`,
  invitationIntro: (name: string) => `Hi ${name}, choose a password to get started.`,
  accept: 'Accept and sign in',
  setUp: (product: string) => `Set up ${product}`,
  setUpIntro: 'Create the first account. You’ll have every role and can invite other people.',
  begin: 'Get started',
  back: 'Back to sign-in',
  passwordHelp: (least: number) => `At least ${least} characters. A few unrelated words work well.`,
  currentHelp: 'Required to change your email.',
  saved: 'Changes saved.',
  unprovedHelp:
    'This email isn’t confirmed, so you can’t reset your password with it. To confirm it, enter your current password and save.',
  confirmSent: 'Changes saved. We sent a link to your new email. Open it to confirm the change.',
  addressConfirmed: 'Your email was changed. You were signed out on all other devices.',
  confirmAddress: 'Confirm your new email',
  confirmAddressIntro: (email: string) => `You’ll now sign in with ${email}.`,
  confirm: 'Confirm',
  passwordChanged: 'Your password was changed. You were signed out on all other devices.',
  browser: {another: 'Unknown device', on: (browser: string, machine: string) => `${browser} on ${machine}`},
  leads: (as: string, count: number) => `${as.toLowerCase()} of ${count}`,
  signedOutElsewhere: 'You were signed out on all other devices.',
  invited: 'The invitation was sent.',
  sendInvitation: 'Send an invitation',
  sendInvitationHelp: 'an email with a link to set a password',
  noMailHelp: 'No mail server is set up, so no email is sent. Create a link on the person’s page and send it yourself.',
  /** Above a list of people. */
  noMailNotice: 'No mail server is set up, so no one is invited by email. Open a person to create an invitation link.',
  invitedWithoutMail: 'Added. No mail server is set up, so no email was sent: create an invitation link below.',
  linkMade: (name: string) => `Send this link to ${name}. It is shown only once.`,
  createLink: 'Create invitation link',
  invitationLink: 'Invitation link',
  accountState: 'Sign-in',
  states: {
    open: 'Has an account',
    asked: (email: string) => `Has an account. The email changes when ${email} is confirmed.`,
    invited: (until: string) => `Invited, link expires ${until}`,
    invitedWithoutMail: (until: string) =>
      `Invited, link expires ${until}. No mail server is set up, so no email was sent: create a link and send it yourself.`,
    none: 'Not invited yet',
    ended: 'Can’t sign in',
    demo: 'Demo user',
  },
  /** The same in a column. */
  listedStates: {
    open: 'Has an account',
    invited: 'Invited',
    none: 'Not invited',
    ended: 'Can’t sign in',
    demo: 'Demo user',
  },
  viewAs: 'View as:',
  notSignedIn: 'Not signed in',
  mailLink: {
    asPerson: (name: string) => `You’re responding as ${name}. Nothing happens until you confirm.`,
    changedSince: 'This has changed since the email was sent. Check the details below.',
    done: (action: string) => `Done: ${action}`,
    usedIntro: (when: string) => `Your response was saved on ${when}. The link can’t be used again.`,
    expired: 'This link has expired',
    expiredIntro: (when: string) => `It was valid until ${when}. Sign in to continue.`,
    otherPerson: 'This link is for someone else',
    otherPersonIntro: (name: string) =>
      `You’re signed in as ${name}. Sign out, then open the link again if it was sent to you.`,
    tooLate: (action: string) =>
      `You can no longer choose “${action}”: someone has already dealt with this, or your permissions have changed.`,
  },
  sentMails: {
    title: 'Sent emails',
    intro:
      'Emails sent since this demo was started, newest first. Nothing leaves this machine unless a mail server is set up.',
    none: 'No emails yet. They appear here when the application notifies or invites someone.',
    from: 'From',
    to: 'To',
    sent: 'Sent',
    asText: 'As plain text',
  },
  unsubscribe: {
    heading: 'Unsubscribe',
    intro: (product: string) => `Stop email notifications from ${product}? You’ll still see notifications in the app.`,
    unsubscribe: 'Unsubscribe',
    done: 'You’re unsubscribed',
    doneIntro: (product: string) =>
      `${product} no longer sends you email notifications. You can turn them back on in your account.`,
    settings: 'Email settings',
  },
  seconds: (count: number) => plural(count, {one: '1 second', other: `${count} seconds`}),
  minutes: (count: number) => plural(count, {one: '1 minute', other: `${count} minutes`}),
}
