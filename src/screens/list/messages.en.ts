/** Messages of list screens: editing in place, dialogs, filters, the record beside the list. */

import {doneTo} from '../../messages/en/nouns.ts'

/** What components show. */
export const messages = {
  editing: (label: string, name: string) => `${label}: ${name}`,
  /** “Approve 3 of 4”: the others do not allow it. */
  onSome: (action: string, count: number, of: number) => `${action} ${count} of ${of}`,
  nothingFits: 'No actions available for this selection.',
  save: 'save',
  cancel: 'cancel',
  none: 'None',
  notEditable: 'You can’t change this now.',
  selectEvery: (count: string) => `Select all ${count}`,
  clearSelection: 'Clear selection',
  tooMany: (most: string) => `At most ${most} can be changed at once. Filter the list to select all.`,
  asking: (action: string, count: number, called: string) => `${doneTo(action, `${count} ${called}`)}?`,
  andMore: (count: number) => `and ${count} more`,
  keys: {
    select: 'Select the record',
    extend: 'Extend the selection',
    filter: 'Add a filter',
    move: 'Move between rows and cells',
    edit: 'Edit the cell',
  },
  /** A record next to a list. */
  panel: {
    close: 'Close',
    open: 'Open page',
    previous: 'Previous',
    next: 'Next',
  },
}
