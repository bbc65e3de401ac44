/** Our words on forms. */

const spelled = ['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

export const forms = {
  save: 'Save',
  saveAs: (state: string) => `Save as ${state.toLowerCase()}`,
  cancel: 'Cancel',
  thanks: 'Thank you',
  received: 'We have received what you sent.',
  again: 'Fill in the form again',
  optional: 'optional',
  choose: 'Choose',
  typeName: 'Type a name',
  yes: 'Yes',
  no: 'No',
  mend: (count: number) => (count === 1 ? 'One thing to mend' : `${spelled[count] ?? count} things to mend`),
  edit: 'Edit',
  editing: (name: string) => `Edit “${name}”`,
  delete: 'Delete',
  deleting: (name: string) => `Delete “${name}”?`,
  deletingIntro: 'It is gone for good, with everything that is part of it.',
  add: 'Add',
  adding: (name: string) => `Add ${/^(?:[aeio]|u(?!s|ni))/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`,
  remove: 'Remove',
  another: 'Add another',
  place: 'Place',
  moveUp: 'Move up',
  moveDown: 'Move down',
  changedBy: (who: string, when: string) =>
    who === '' ? `This was changed meanwhile (${when})` : `${who} changed this meanwhile (${when})`,
  bothVersions:
    'Nothing was overwritten, and nothing you typed is lost. Choose for each of these what should hold, then save again.',
  theirs: 'As it is now',
  mine: 'Yours',
  empty: 'empty',
  dropFiles: 'Drop files here, or choose them',
  keepFile: (name: string) => `Keep ${name}`,
  restored: 'This is what you had typed before.',
  startAfresh: 'Start afresh',
  leave: 'Leave this page? What you typed is not saved yet.',
  matches: (count: number) => (count === 0 ? 'Nothing fits' : count === 1 ? 'One fits' : `${count} fit`),
}
