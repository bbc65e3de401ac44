/** Our words for those who use the keyboard. */
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
