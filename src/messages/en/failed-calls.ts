/** Outgoing calls that failed. */
export const failedCalls = {
  heading: 'Failed calls',
  intro: 'Calls to other systems that did not succeed. Those marked “Failed” are sent again only when you retry them.',
  none: 'No failed calls.',
  givenUp: 'Failed',
  trying: 'Retrying',
  tried: (times: number) => (times === 1 ? 'Tried once' : `Tried ${times} times`),
  created: (when: string) => `created ${when}`,
  next: (when: string) => `next attempt ${when}`,
  retry: 'Retry',
  retryOf: (call: string) => `Retry ${call}`,
  retryAll: 'Retry all',
  discard: 'Discard',
  discardOf: (call: string) => `Discard ${call}`,
  retried: 'The calls are being sent again.',
  discarded: 'The call was discarded.',
}
