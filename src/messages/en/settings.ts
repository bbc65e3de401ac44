/** Messages of settings; only the server writes them. */
export const settings = {
  range: (least: string | null, most: string | null) =>
    least === null ? `At most ${most}.` : most === null ? `At least ${least}.` : `From ${least} to ${most}.`,
  /** `who` is empty where the name is unknown. */
  changed: (who: string, when: string, own: string) =>
    `Changed ${who === '' ? '' : `by ${who} `}on ${when}; originally ${own}.`,
  writeLike: (example: string) => `Write it like this: ${example}`,
  outside: (least: string | null, most: string | null) =>
    least === null
      ? `This must be at most ${most}.`
      : most === null
        ? `This must be at least ${least}.`
        : `This must be from ${least} to ${most}.`,
  unusable: 'This value doesn’t work with the rest of the application.',
}
