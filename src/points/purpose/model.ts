/** Point 1: what the product does and for whom. */
import type {Text} from '../../document/raw.ts'
import type {For} from '../screens/model.ts'

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
  /** Who may read the document itself beside the product; null where nobody but its author. */
  readonly shows: For | null
  /** Where it says so. */
  readonly showsAt: Text | null
}
