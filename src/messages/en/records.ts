/** Messages of the record screen. */
export const records = {
  history: 'History',
  andHistory: (several: string) => `${several} and history`,
  standing: 'Progress',
  facts: 'Details',
  hereAmong: 'Breadcrumb',
  notDone: 'This action was not carried out',
}

/** What only the server says of records. */
export const recordReplies = {
  said: 'wrote',
  created: 'created this record',
  updated: 'changed this record',
  /** An action of which the document does not say what it did. */
  did: (action: string) => `carried out “${action}”`,
  automatic: 'The system',
  someone: 'Someone',
  operator: 'Operator',
  loaded: 'Demo data',
  overtaken: 'Someone else changed this record. Review the latest version and try again.',
}
