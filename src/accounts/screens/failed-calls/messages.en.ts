/** Messages of outgoing calls that failed. */

/** What only the server writes into pages. */
export const serverMessages = {
  heading: 'Failed deliveries',
  intro:
    'Messages to other systems that couldn’t be delivered. Those marked “Failed” are sent again only when you retry them.',
  none: 'No failed deliveries.',
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
  retried: 'The messages are being sent again.',
  discarded: 'The message was discarded.',
}
