/** What only the server says of imports. */
export const importReplies = {
  heading: (called: string) => `Import ${called}`,
  chooseFirst: 'Choose a file.',
  template: (name: string) => `${name}, template`,
  example: (label: string) => `Example ${label.toLowerCase()}`,
  addHolidays: 'Add public holidays',
  holidays: {
    intro: 'Choose a country or a region, and a year. Days that are already there are left out.',
    country: 'Country or region',
    year: 'Year',
    check: 'Show days',
    choose: 'Choose a country.',
    allThere: 'All public holidays of this year are already there.',
  },
}
