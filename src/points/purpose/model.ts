/** Point 1: what the product does and for whom. */
import type {Text} from '../../document/raw.ts'
import type {For} from '../screens/model.ts'

export interface Audience {
  readonly who: string
  readonly wants: string
}

export interface Purpose {
  readonly title: string
  /** The first paragraph, for the sign-in page and search engines; empty if there is none. */
  readonly description: string
  /** All prose of the point, as Markdown. */
  readonly prose: string
  readonly audiences: readonly Audience[]
  /** The roles that may read the specification in the application; null for none. */
  readonly shows: For | null
  /** The place in the document. */
  readonly showsAt: Text | null
}
