/** One full load where the server has a newer build, never a second one for the same build. */

const key = 'nonet-build'

/** Whether the page may be loaded in full because of that build; remembers that it was. */
export function mayReloadFor(build: string): boolean {
  try {
    if (sessionStorage.getItem(key) === build) return false
    sessionStorage.setItem(key, build)
    return true
  } catch {
    // Without storage the reload could repeat for ever, so there is none.
    return false
  }
}
