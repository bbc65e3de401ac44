/** Point 1: what the product does and for whom. */

export interface Audience {
  readonly who: string
  readonly wants: string
}

export interface Purpose {
  readonly title: string
  /** The first paragraph: one line for the sign-in page and for search engines. Empty where there is none. */
  readonly description: string
  /** All prose of the point, as Markdown. */
  readonly prose: string
  readonly audiences: readonly Audience[]
}
