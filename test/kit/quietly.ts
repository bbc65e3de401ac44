/** Silences React's console warnings, which random elements cause often. */
export function quietly<T>(work: () => T): T {
  const {error} = console
  console.error = () => {}
  try {
    return work()
  } finally {
    console.error = error
  }
}
