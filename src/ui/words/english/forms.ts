/** Our words on forms. */
export const forms = {
  save: 'Save',
  cancel: 'Cancel',
  optional: 'optional',
  choose: 'Choose',
  mend: (count: number) => (count === 1 ? 'One thing to mend' : `${count} things to mend`),
}
