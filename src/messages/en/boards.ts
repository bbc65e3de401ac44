/** Our words on boards. */
export const boards = {
  none: 'Not set',
  move: 'Move',
  moveCard: (name: string) => `Move ${name}`,
  to: (label: string, column: string) => `${label} → ${column}`,
  andMore: (count: string) => `and ${count} more`,
  more: 'and more',
  nothing: 'Nothing here',
  notMoved: 'It was not moved',
}
