import {pluralIn} from '../grammar.ts'

/** Messages of the sign-in page; those of the account are loaded with it. */
/** Messages around every page: the shell and errors. */

const plural = pluralIn('en')

/** The shell around every page. */
export const shell = {
  skip: 'Skip to content',
  screens: 'Main navigation',
  about: 'About',
  aboutProduct: (product: string) => `About ${product}`,
  home: 'Go to home page',
  findings: (count: number) =>
    plural(count, {one: '1 finding in the document', other: `${count} findings in the document`}),
  lastGood: 'This is the last version without errors.',
  close: 'Close',
  search: 'Search',
  notifications: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  quick: 'Quick navigation',
  more: 'More',
  account: 'Account',
  signOut: 'Sign out',
  theme: 'Theme',
  themes: {light: 'Light', dark: 'Dark', system: 'System'},
  behind: 'App specification',
  loading: 'Loading',
  /** The key on non-Apple keyboards. */
  control: 'Ctrl',
  shift: 'Shift',
  /** The label of a button that opens a form before it acts. */
  asksMore: (label: string) => `${label}…`,
}

/** Missing pages, rejected requests and errors. */
export const failures = {
  missing: 'Page not found',
  failure: 'Something went wrong',
  refused: 'This didn’t work',
  back: 'Go back',
  typedKept: 'Your entries are saved in this tab. Choose any files again.',
  tryAgain: 'Try again',
  reload: 'Reload the page',
  reference: 'Reference',
  part: 'This section couldn’t be loaded.',
  unreachable: 'Can’t reach the server',
  unreachableWhy: 'Check your connection and try again.',
  overtaken: 'Someone else changed this record. When you save, you’ll see both versions.',
  notSent: 'This couldn’t be sent because the server can’t be reached. What you entered is still here.',
  strange: 'The server’s response couldn’t be read. Try again in a moment.',
  undrawn: 'This page couldn’t be shown. Nothing was changed. If it happens again, contact your administrator.',
}

/** The confirmation of a person's own action. */
export const done = {
  undo: 'Undo',
  undone: 'Change undone.',
  view: 'View',
}
