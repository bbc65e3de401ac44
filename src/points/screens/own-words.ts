/** First words of addresses that are the engine's own, whatever the document says: people sign in there, and read what they are told. */
export const ownWords: ReadonlySet<string> = new Set([
  'sign-in',
  'sign-up',
  'sign-out',
  'forgot-password',
  'reset-password',
  'invitations',
  'account',
  'set-up',
  'notifications',
  'search',
])
