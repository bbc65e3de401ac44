/** Messages of imports that only the server needs. */
export const importReplies = {
  heading: (called: string) => `Import ${called}`,
  chooseFirst: 'Choose a CSV file.',
  template: (name: string) => `${name}, template`,
  example: (label: string) => `Example ${label.toLowerCase()}`,
  addHolidays: 'Add public holidays',
  starter: {
    intro: 'Start with a ready-made list. You can change everything later. Entries you already have are skipped.',
    check: 'Preview',
    allThere: 'You already have all of these.',
  },
  holidays: {
    intro: 'Choose a country or region and a year. Days you already have are skipped.',
    country: 'Country or region',
    year: 'Year',
    check: 'Preview',
    choose: 'Choose a country or region.',
    allThere: 'You already have all public holidays of this year.',
  },
}
