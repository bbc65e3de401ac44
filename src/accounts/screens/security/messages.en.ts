/** Messages of the security page: the devices of a person. */

/** What only the server writes into pages. */
export const serverMessages = {
  heading: 'Security',
  intro: 'How you sign in, and where you’re signed in.',
  back: 'Your account',
  factor: 'Two-factor authentication',
  factorOff: 'Protect your account with a code from an authenticator app on your phone, in addition to your password.',
  factorOn: (since: string) => `On since ${since}. Signing in takes a code from your authenticator app.`,
  codesLeft: (count: number) => (count === 1 ? '1 recovery code is left.' : `${count} recovery codes are left.`),
  fewCodes: 'Create new ones before you run out: with a recovery code you can sign in without your phone.',
  setUpApp: 'Set up authenticator app',
  setUpIntro: 'In addition to your password, you’ll sign in with a code from your phone.',
  setUpSteps: [
    'Open an authenticator app on your phone, such as Aegis, Google Authenticator, Microsoft Authenticator or 1Password.',
    'Scan this code with it.',
    'Enter the six digits that it shows.',
  ],
  qrCode: 'QR code for your authenticator app',
  openApp: 'Open in an app on this device',
  secretKey: 'Can’t scan it? Enter this key in the app:',
  turnOn: 'Turn on',
  turnedOn: 'Two-factor authentication is on. You were signed out on all other devices.',
  turnOff: 'Turn off',
  turnedOff: 'Two-factor authentication is off.',
  newCodes: 'Create new recovery codes',
  recoveryCodes: 'Your recovery codes',
  recoveryText:
    'With each of them you can sign in once if you don’t have your phone. Keep them in a safe place, such as a password manager. They aren’t shown again.',
  copyCodes: 'Copy',
  copied: 'Copied',
  print: 'Print',
  devices: 'Devices',
  devicesIntro: 'Where you’re signed in. Sign out a device that you don’t recognise, and change your password.',
  thisDevice: 'This device',
  shared: 'Shared device',
  lastUsed: (when: string) => `Last used ${when}`,
  signOut: 'Sign out',
  signOutOf: (device: string) => `Sign out ${device}`,
  signOutOthers: 'Sign out all other devices',
  onlyHere: 'You’re not signed in on any other device.',
  signedOut: 'The device was signed out.',
  signedOutOthers: 'You were signed out on all other devices.',
  /** On the account page. */
  summary: (count: number) =>
    count === 1 ? 'You’re signed in on this device only.' : `You’re signed in on ${count} devices.`,
}
