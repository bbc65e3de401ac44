/** Messages of boards. */

/** What components show. */
export const messages = {
  none: 'Not set',
  move: 'Move',
  moveCard: (name: string) => `Move ${name}`,
  andMore: (count: string) => `and ${count} more`,
  more: 'and more',
  nothing: 'Nothing here',
  notMoved: 'The card wasn’t moved',
}
