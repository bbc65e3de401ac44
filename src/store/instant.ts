/** Instants as both databases take them, and as they give them back. */

export function instantAt(millis: number): string {
  return new Date(millis).toISOString()
}

export function millisOf(stored: unknown): number {
  return Date.parse(String(stored).replace(' ', 'T').replace(/\+00$/, 'Z'))
}
