/** Messages of the security page: the devices of a person. */

/** What only the server writes into pages. */
export const serverMessages = {
  heading: 'Security',
  intro: 'How you sign in, and where you’re signed in.',
  back: 'Your account',
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
