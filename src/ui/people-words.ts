/** Our words on the screens about people: signing in and up, accounts and invitations. */

export interface PeopleWords {
  readonly email: string
  readonly password: string
  readonly newPassword: string
  readonly current: string
  readonly name: string
  readonly joinAs: string
  readonly signIn: string
  readonly signUp: string
  readonly signUpIntro: string
  readonly noAccount: string
  readonly haveAccount: string
  readonly signOut: string
  readonly signOutIntro: (name: string) => string
  readonly forgotten: string
  readonly forgottenIntro: string
  readonly sendLink: string
  readonly sent: string
  readonly reset: string
  readonly resetIntro: (email: string) => string
  readonly savePassword: string
  readonly invitation: (product: string) => string
  readonly invitationIntro: (name: string) => string
  readonly accept: string
  readonly setUp: (product: string) => string
  readonly setUpIntro: string
  readonly begin: string
  readonly back: string
  readonly passwordHelp: (least: number) => string
  readonly demo: string
  readonly demoIntro: string
  readonly account: string
  readonly accountIntro: string
  readonly details: string
  readonly currentHelp: string
  readonly save: string
  readonly saved: string
  readonly changePassword: string
  readonly passwordChanged: string
  readonly sessions: string
  readonly thisSession: string
  readonly lastSeen: (when: string) => string
  readonly signOutElsewhere: string
  readonly signedOutElsewhere: string
  readonly onlyHere: string
  readonly demoAccount: string
  readonly invitations: string
  readonly invitationsIntro: string
  readonly roles: string
  readonly invite: string
  readonly invited: string
  readonly notSent: string
  readonly waiting: string
  readonly until: (when: string) => string
  readonly inviteAgain: string
  readonly minutes: (count: number) => string
}

const english: PeopleWords = {
  email: 'E-mail',
  password: 'Password',
  newPassword: 'New password',
  current: 'Present password',
  name: 'Name',
  joinAs: 'Join as',
  signIn: 'Sign in',
  signUp: 'Sign up',
  signUpIntro: 'A name, an address and a password, and you are in.',
  noAccount: 'New here? Sign up',
  haveAccount: 'Been here before? Sign in',
  signOut: 'Sign out',
  signOutIntro: name => `You are signed in as ${name}.`,
  forgotten: 'Forgotten your password?',
  forgottenIntro: 'Say your address, and a link to choose a new password is on its way.',
  sendLink: 'Send the link',
  sent: 'If somebody here has this address, a mail with a link is on its way. It works for an hour. Nothing arrived? Look among the unwanted mail, or check the address.',
  reset: 'Choose a new password',
  resetIntro: email => `For ${email}. You will be signed out everywhere else.`,
  savePassword: 'Save and sign in',
  invitation: product => `Welcome to ${product}`,
  invitationIntro: name => `${name}, choose a password, and you are in.`,
  accept: 'Accept and sign in',
  setUp: product => `Set up ${product}`,
  setUpIntro: 'You are the first one here. You get every role, and can invite the others.',
  begin: 'Begin',
  back: 'Back to signing in',
  passwordHelp: least => `At least ${least} characters. A few words that do not belong together are good.`,
  demo: 'This is a demonstration',
  demoIntro: 'Its data is made up. Look around as one of these people.',
  account: 'Your account',
  accountIntro: 'How you are called here, and how you sign in.',
  details: 'Name and address',
  currentHelp: 'Only needed to change the address.',
  save: 'Save',
  saved: 'Saved.',
  changePassword: 'Change password',
  passwordChanged: 'Your password is changed, and you are signed out everywhere else.',
  sessions: 'Where you are signed in',
  thisSession: 'Here, now',
  lastSeen: when => `Last used ${when}`,
  signOutElsewhere: 'Sign out elsewhere',
  signedOutElsewhere: 'You are signed out everywhere else.',
  onlyHere: 'Nowhere else.',
  demoAccount: 'You look around as somebody of the demonstration, who has no password.',
  invitations: 'Invite people',
  invitationsIntro: 'They get a mail with a link to choose a password.',
  roles: 'Roles',
  invite: 'Invite',
  invited: 'The invitation is on its way.',
  notSent: 'The invitation holds, but its mail could not be sent. Try it again in a while.',
  waiting: 'Invited, not here yet',
  until: when => `until ${when}`,
  inviteAgain: 'Invite again',
  minutes: count => (count === 1 ? '1 minute' : `${count} minutes`),
}

export function peopleWordsFor(_language: string): PeopleWords {
  return english
}
