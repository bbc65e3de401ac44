/** Our words on calendars, and on whatever else moves through time. */
export const calendars = {
  earlier: 'Earlier',
  today: 'Today',
  later: 'Later',
  viewsLabel: 'How to look at it',
  views: {month: 'Month', week: 'Week', agenda: 'Agenda'},
  more: 'There is more than fits here. Narrow it down to see the rest.',
  andMore: (count: number) => `and ${count} more`,
  allDay: 'all day',
  closed: 'Closed days',
  nothing: 'Nothing falls on these days.',
}
