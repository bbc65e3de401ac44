/** Our words on dashboards. */
export const dashboards = {
  seeAll: 'See all',
  others: 'Others',
  none: 'None',
  asTable: 'As a table',
  weekOf: (day: string) => `Week of ${day}`,
  morning: (name: string) => `Good morning, ${name}`,
  afternoon: (name: string) => `Good afternoon, ${name}`,
  evening: (name: string) => `Good evening, ${name}`,
  nothing: 'Nothing to show yet.',
  nothingNow: 'Nothing at the moment.',
  failed: 'This could not be shown. The rest of the page is fine.',
  behind: (name: string) => `See all: ${name}`,
}
