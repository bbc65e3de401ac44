/** Messages of the record screen. */
export const records = {
  history: 'History',
  andHistory: (several: string) => `${several} and history`,
  standing: 'Where it stands',
  facts: 'Details',
  said: 'wrote',
  fromTo: (field: string, before: string, after: string) => `${field} from ${before} to ${after}`,
  changed: (fields: string) => `changed ${fields}`,
  created: 'created this',
  updated: 'changed this',
  itself: 'By itself',
  somebody: 'Somebody',
  operator: 'The operator',
  loaded: 'Loaded with the demonstration',
  hereAmong: 'You are here',
  notDone: 'This was not done',
  overtaken:
    'Somebody else changed this meanwhile. This is how it stands now; if it is still right, choose it once more.',
}
