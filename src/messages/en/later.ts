/** Messages of what is loaded after the page, when it is first used: the command palette and the list of shortcuts. */
import {pluralIn} from '../plural.ts'

const plural = pluralIn('en')

/** Keyboard shortcuts. */
export const shortcuts = {
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
  screens: 'Screens',
  create: 'Create',
  settings: 'Settings',
  theme: (theme: string) => `Theme: ${theme}`,
  language: (language: string) => `Language: ${language}`,
  everything: (typed: string) => `Search everything for “${typed}”`,
  nothing: 'No results.',
  count: (count: number) => plural(count, {one: '1 result', other: `${count} results`}),
}

/** The popover of the bell. */
export const popover = {
  seeAll: 'See all notifications',
}
