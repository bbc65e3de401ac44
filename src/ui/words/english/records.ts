/** Our words on the page of a record. */
export const records = {
  history: 'History',
}
