/** What own code throws may be anything, and its text may fail. */
export function thrownText(cause: unknown): string {
  try {
    return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  } catch {
    return 'Own code has thrown something that has no text.'
  }
}
