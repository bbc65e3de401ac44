/** Messages of settings. */

/** What only the server writes into pages. */
export const serverMessages = {
  range: (least: string | null, most: string | null) =>
    least === null ? `At most ${most}.` : most === null ? `At least ${least}.` : `Between ${least} and ${most}.`,
  /** `who` is empty if the name is unknown. */
  changed: (who: string, when: string, own: string | null) =>
    `Changed ${who === '' ? '' : `by ${who} `}on ${when}${own === null ? '' : `; originally ${own}`}.`,
  number: 'Amount',
  unit: 'Unit',
  saved: 'Settings saved.',
  writeLike: (example: string) => `Enter a value such as ${example}.`,
  /** Of a duration, whose unit is chosen. */
  wholeNumber: 'Enter a whole number of 0 or more.',
  outside: (least: string | null, most: string | null) =>
    least === null
      ? `Enter a value of at most ${most}.`
      : most === null
        ? `Enter a value of at least ${least}.`
        : `Enter a value from ${least} to ${most}.`,
  /** Of the time after which something is repeated. */
  interval: 'Enter at least 1 hour.',
  logo: 'Choose a PNG, JPEG or WebP image of at most 200 kB and 4096 pixels.',
  unusable: 'This value doesn’t work with the rest of the application.',
}
