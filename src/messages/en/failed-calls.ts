/** Outgoing calls that failed. */
export const failedCalls = {
  heading: 'Failed calls',
  intro: 'Other systems did not accept these calls. Those that were given up are sent again when you retry them.',
  none: 'No calls have failed.',
  givenUp: 'Given up',
  trying: 'Being retried',
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
