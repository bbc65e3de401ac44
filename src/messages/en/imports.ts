/** Messages of imports that only the server needs. */
export const importReplies = {
  heading: (called: string) => `Import ${called}`,
  /** After an import: how many records are new, and what happened to those that were there. */
  done: ({added, existing, isUpdate, called}: ImportedRecords) => {
    const nouns = (count: number) => `${count} ${count === 1 ? called.one : called.several}`
    const there = existing === 0 ? '' : isUpdate ? `${existing} updated` : `${existing} skipped`
    if (added === 0 && there !== '') return `No new ${called.several}, ${there}.`
    return `${nouns(added)} added${there && `, ${there}`}.`
  },
  chooseFirst: 'Choose a CSV file.',
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

interface ImportedRecords {
  readonly added: number
  readonly existing: number
  /** Whether records that were there are updated, or skipped. */
  readonly isUpdate: boolean
  readonly called: {readonly one: string; readonly several: string}
}
