/** Every word of ours that people read on a page. The document's own words are in the document. */

export interface Words {
  readonly skip: string
  readonly screens: string
  readonly about: string
  readonly aboutProduct: (product: string) => string
  readonly audience: string
  readonly wants: string
  readonly missing: string
  readonly failure: string
  readonly refused: string
  readonly home: string
  readonly tryAgain: string
  readonly reload: string
  readonly reference: string
  readonly loading: string
  readonly unreachable: string
  readonly unreachableWhy: string
  readonly notSent: string
  readonly strange: string
  readonly nothingYet: string
  readonly nothingFound: string
  readonly clearSearch: string
  readonly search: string
  readonly pages: string
  readonly show: string
  readonly all: string
  readonly from: string
  readonly to: string
  readonly next: string
  readonly previous: string
  readonly history: string
  readonly save: string
  readonly cancel: string
  readonly optional: string
  readonly choose: string
  readonly undrawn: string
  readonly findings: (count: number) => string
  readonly lastGood: string
  readonly mend: (count: number) => string
  readonly close: string
}

export const english: Words = {
  skip: 'Skip to the page',
  screens: 'Screens',
  about: 'About',
  aboutProduct: product => `About ${product}`,
  audience: 'For',
  wants: 'Who want',
  missing: 'There is nothing at this address',
  failure: 'Something went wrong',
  refused: 'That was not possible',
  home: 'Go to the start',
  tryAgain: 'Try again',
  reload: 'Reload the page',
  reference: 'Reference',
  loading: 'Loading',
  unreachable: 'The server cannot be reached',
  unreachableWhy: 'Your connection may be interrupted, or the server may be restarting. Nothing is lost.',
  notSent: 'This could not be sent, because the server cannot be reached. What you entered is still here.',
  strange:
    'The answer could not be read. Something between you and the server may have stepped in. Try again in a moment.',
  nothingYet: 'Nothing is here yet.',
  nothingFound: 'Nothing fits this search.',
  clearSearch: 'Show everything',
  search: 'Search',
  pages: 'Pages',
  show: 'Show',
  all: 'All',
  from: 'from',
  to: 'to',
  next: 'Next',
  previous: 'Previous',
  history: 'History',
  save: 'Save',
  cancel: 'Cancel',
  optional: 'optional',
  choose: 'Choose',
  undrawn:
    'This page could not be shown. Nothing was changed. Try again; if it happens twice, tell whoever looks after this application.',
  findings: count => (count === 1 ? 'One finding in the document' : `${count} findings in the document`),
  lastGood: 'You see its last version without errors.',
  mend: count => (count === 1 ? 'One thing to mend' : `${count} things to mend`),
  close: 'Close',
}

export function wordsFor(_language: string): Words {
  return english
}
