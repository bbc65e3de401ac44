/** Without what React says to the console: it warns of much that random elements do. */
export function quietly<T>(work: () => T): T {
  const {error} = console
  console.error = () => {}
  try {
    return work()
  } finally {
    console.error = error
  }
}
