/** Messages around every page: the shell, keyboard shortcuts, and errors. */

/** The shell around every page. */
export const shell = {
  skip: 'Skip to the page',
  menu: 'Menu',
  screens: 'Screens',
  about: 'About',
  aboutProduct: (product: string) => `About ${product}`,
  audience: 'For',
  wants: 'What they want',
  home: 'Go to the start',
  findings: (count: number) => (count === 1 ? 'One finding in the document' : `${count} findings in the document`),
  lastGood: 'You see its last version without errors.',
  close: 'Close',
  search: 'Search',
  notifications: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  top: 'Search and actions',
  account: 'Account',
  signOut: 'Sign out',
  theme: 'Look',
  themes: {light: 'Light', dark: 'Dark', system: 'System'},
  behind: 'The lines behind this page',
  loading: 'Loading',
}

/** Keyboard shortcuts. */
export const shortcuts = {
  heading: 'Keys',
  find: 'Search',
  palette: 'Go to or do something',
  next: 'Next record',
  previous: 'Previous record',
  open: 'Open the record',
  help: 'Show these keys',
  close: 'Close what is open',
  placeholder: 'Where to, or what to do?',
  fits: 'What fits',
  actions: 'On this page',
  recent: 'Opened before',
  screens: 'Screens',
  everything: (typed: string) => `Search everything for “${typed}”`,
  nothing: 'Nothing fits. Try other words.',
  count: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
}

/** Missing pages, refusals and failures. */
export const failures = {
  missing: 'There is nothing at this address',
  failure: 'Something went wrong',
  refused: 'That was not possible',
  back: 'Go back',
  typedKept: 'What you typed is kept as a draft in this tab. Only files have to be chosen again.',
  tryAgain: 'Try again',
  reload: 'Reload the page',
  reference: 'Reference',
  part: 'This part could not be shown. The rest of the page is not affected.',
  unreachable: 'The server cannot be reached',
  unreachableWhy: 'Your connection may be interrupted, or the server may be restarting. Nothing is lost.',
  notSent: 'This could not be sent, because the server cannot be reached. What you entered is still here.',
  strange:
    'The answer could not be read. Something between you and the server may have stepped in. Try again in a moment.',
  undrawn:
    'This page could not be shown. Nothing was changed. Try again; if it happens twice, tell whoever looks after this application.',
}
