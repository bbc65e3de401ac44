/** Characters, for the log. */
const longest = 20_000

/** What own code throws may be anything, and its text may fail. */
export function thrownText(cause: unknown): string {
  try {
    return String(cause instanceof Error ? (cause.stack ?? cause.message) : cause).slice(0, longest)
  } catch {
    return 'Own code has thrown something that has no text.'
  }
}
