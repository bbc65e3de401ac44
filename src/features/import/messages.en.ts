/** Messages of imports. */

interface ImportedRecords {
  readonly added: number
  readonly existing: number
  /** Whether records that were there are updated, or skipped. */
  readonly isUpdate: boolean
  readonly called: {readonly one: string; readonly several: string}
}

/** What components show. */
import {counted} from '../../messages/en/grammar.ts'
export const messages = {
  intro: (most: number) =>
    `Upload a CSV file (UTF-8) with column names in the first row and up to ${counted(most)} rows. If any row has a problem, nothing is imported.`,
  file: 'File',
  check: 'Validate file',
  rows: 'Rows to import',
  bring: (count: number, called: string) => `Import ${count} ${called}`,
  /** `existing`: of the records in the file, those that exist already. */
  good: (count: number, called: string, existing: number) => {
    const ready = count === 0 ? `No new ${called}` : `${count} ${called} ready to import`
    const there = `${existing} existing ${existing === 1 ? 'one' : 'ones'} to update or skip`
    const none = 'Nothing to import in this file'
    const found = existing > 0 ? `${ready}, ${there}` : count === 0 ? none : ready
    return `${found}. Nothing has been saved yet.`
  },
  bringAll: 'Import file',
  firstRows: (count: number) => (count === 1 ? 'The first row' : `The first ${count} rows`),
  outcome: 'Result',
  isNew: 'New',
  isThere: 'Already exists',
  existing: (total: number, called: string) =>
    total === 1 ? `1 ${called} in this file already exists` : `${total} ${called} in this file already exist`,
  existingRow: (line: number, name: string) => `Line ${line}: ${name}`,
  existingMore: (count: number) => `and ${count} more`,
  update: 'Update',
  updateHelp: 'Use the values from the file. Empty cells are ignored.',
  skip: 'Skip',
  skipHelp: 'Leave the existing records unchanged.',
  bad: (total: number) => (total === 1 ? '1 problem in this file' : `${total} problems in this file`),
  unchanged: 'Nothing was imported.',
  line: 'Line',
  column: 'Column',
  value: 'Value',
  problem: 'Problem',
  mayHold: 'Columns',
  required: 'required',
  again: 'This file is too large to keep here. Choose it again to import it.',
  getTemplate: 'Download a template',
  templateHelp: 'Not sure about the format? Start with all the columns and an example row.',
  role: 'Role',
  roleHelp: 'used when a row has no role',
  noRole: 'No role',
  invite: 'Send each person an invitation',
  inviteHelp: 'An email with a link to set a password.',
  noInvitations:
    'No mail server is set up, so no one is invited by email. After the import, open a person to create an invitation link.',
}

/** With what only the server writes into pages. */
export const serverMessages = {
  ...messages,
  heading: (called: string) => `Import ${called}`,
  /** After an import: how many records are new, and what happened to those that were there. */
  done: ({added, existing, isUpdate, called}: ImportedRecords) => {
    const nouns = (count: number) => `${count} ${count === 1 ? called.one : called.several}`
    const there = existing === 0 ? '' : isUpdate ? `${existing} updated` : `${existing} skipped`
    if (added === 0 && there !== '') return `No new ${called.several}, ${there}.`
    return `${nouns(added)} added${there && `, ${there}`}.`
  },
  chooseFirst: 'Choose a CSV file.',
  chooseRows: 'Select at least one row.',
  template: (name: string) => `${name}, template`,
  example: (label: string) => `Example ${label.toLowerCase()}`,
  addHolidays: 'Add public holidays',
  starter: {
    intro: 'Start with a ready-made list. You can change everything later. Entries you’ve already added are skipped.',
    check: 'Preview',
    allThere: 'You’ve already added all of these.',
  },
  holidays: {
    intro: 'Choose a country or region and the years. Holidays you’ve already added are skipped.',
    country: 'Country or region',
    year: 'Years',
    check: 'Preview',
    choose: 'Choose a country or region.',
    allThere: 'You’ve already added all public holidays for these years.',
  },
}
