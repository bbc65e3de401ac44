/** Messages of the style guide. */

/** What only the server writes into pages. */
export const serverMessages = {
  heading: 'Style guide',
  intro: 'Every component in every state, with sample data.',
  sections: {
    buttons: 'Buttons',
    fields: 'Fields',
    states: 'States',
    people: 'People',
    table: 'Table',
    notices: 'Notices',
    dialog: 'Actions and dialogs',
    empty: 'Empty states',
    path: 'Progress and history',
    charts: 'Charts',
  },
  buttons: {primary: 'Primary', plain: 'Secondary', danger: 'Destructive', ghost: 'Link style', busy: 'Loading'},
  columns: {person: 'Person', text: 'Text', time: 'Date', number: 'Amount', state: 'Status'},
  tones: {
    idle: 'Not started',
    wait: 'Waiting',
    info: 'In progress',
    good: 'Approved',
    live: 'Active',
    bad: 'Declined',
    over: 'Ended',
  },
  nobody: 'Automatic',
  field: 'Field',
  help: 'Help text is shown below the field.',
  problem: 'Enter a valid value.',
  sample: 'Sample text',
  said: 'Saved.',
  nothing: 'No requests yet.',
}
