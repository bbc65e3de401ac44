/** Messages of imports that only the server needs. */
export const importReplies = {
  heading: (called: string) => `Import ${called}`,
  chooseFirst: 'Choose a CSV file.',
  template: (name: string) => `${name}, template`,
  example: (label: string) => `Example ${label.toLowerCase()}`,
  addHolidays: 'Add public holidays',
  starter: {
    intro: 'Begin with ready-made ones. You can change them later. Those you already have are skipped.',
    check: 'Show them',
    allThere: 'All of them have already been added.',
  },
  holidays: {
    intro: 'Choose a country or region and a year. Days you already have are skipped.',
    country: 'Country or region',
    year: 'Year',
    check: 'Show days',
    choose: 'Choose a country or region.',
    allThere: 'All public holidays of this year have already been added.',
  },
}
