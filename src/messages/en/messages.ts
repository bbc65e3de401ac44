/** What every page and the engine say. */

import {plural} from './grammar.ts'
import {lowerFirst} from './nouns.ts'

/** What components show. */
export const messages = {
  /** The shell around every page. */
  shell: {
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
    breadcrumb: 'Breadcrumb',
  },
  /** Missing pages, rejected requests and errors. */
  failures: {
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
  },
  /** The confirmation of a person's own action. */
  done: {
    undo: 'Undo',
    undone: 'Change undone.',
    view: 'View',
  },
  /** The command palette and keyboard shortcuts. */
  shortcuts: {
    heading: 'Keyboard shortcuts',
    find: 'Search',
    palette: 'Command menu',
    next: 'Next record',
    previous: 'Previous record',
    open: 'Open the record',
    help: 'Keyboard shortcuts',
    close: 'Close',
    placeholder: 'Type a command or search…',
    fits: 'Results',
    actions: 'On this page',
    recent: 'Recent',
    screens: 'Go to',
    create: 'Create',
    settings: 'Settings',
    theme: (theme: string) => `Theme: ${theme}`,
    language: (language: string) => `Language: ${language}`,
    everything: (typed: string) => `Search everything for “${typed}”`,
    nothing: 'No results.',
    count: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  },
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  /** The name of a form that the document does not declare. */
  newRecord: (label: string) => `New ${lowerFirst(label)}`,
  /** The page about the calls of an application. */
  api: {
    heading: 'API',
    intro: (address: string) =>
      `Use these calls from your own programs. ${address} describes them in OpenAPI 3.1, so that you can generate a client. Only calls you have permission for are listed.`,
    authorization: (header: string) => `Send an API key from your account page, or a token, in the ${header} header.`,
    everyone: 'no key needed',
    parameter: 'Parameter',
    type: 'Type',
    places: {path: 'path', query: 'query', header: 'header'} as Readonly<Record<string, string>>,
    answers: (status: string) => `Returns ${status}.`,
  },
  /** Shown by the browser when the server cannot be reached. */
  offline: {
    title: 'You’re offline',
    text: 'Check your connection and try again. Nothing you saved is lost.',
  },
  /** Subscriptions: feed addresses for calendar programs and readers. */
  feeds: {
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
  },
  dates: {
    justNow: 'just now',
  },
}
