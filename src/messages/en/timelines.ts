/** Our words on timelines. */
export const timelines = {
  views: {day: 'Day', weeks: 'Weeks'},
  others: 'Others',
  until: (day: string) => `until ${day}`,
  days: (count: number, text: string) => (count === 0.5 ? '½' : count === 1 ? '1' : `${text} days`),
  fromMidday: 'from midday on',
  untilMidday: 'until midday',
  nobody: 'No row fits this search.',
  people: {one: 'person', several: 'people'},
}
