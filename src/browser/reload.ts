/** One full load where the server has a newer build; never a second one for the same build, so never an endless reload. */

const key = 'nonet-build'

/** Whether this page may be loaded in full because of that build; remembers that it was. */
export function mayReloadFor(build: string): boolean {
  try {
    if (sessionStorage.getItem(key) === build) return false
    sessionStorage.setItem(key, build)
    return true
  } catch {
    // Without storage there is no guard, so there is no reload.
    return false
  }
}
