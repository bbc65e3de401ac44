/** Own code that finds out while rendering that another page should be shown, or none. */

export class Leave extends Error {
  /** Null: there is no such page. */
  readonly to: string | null

  constructor(to: string | null) {
    super(to === null ? 'This page does not exist.' : `Another page is shown: ${to}`)
    this.to = to
  }
}

/** Shows another page of the application instead. */
export function redirect(to: string): never {
  throw new Leave(to)
}

/** Shows the page for what does not exist, with its status. */
export function notFound(): never {
  throw new Leave(null)
}
