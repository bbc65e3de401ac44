/**
 * The trees of a document's expressions. A document that was checked before brings those of its last reading: parsing
 * them is a tenth of the processor time of a start.
 */
import type {ParsedTrees} from '../scope.ts'
import type {Tree} from './tree.ts'

export class Trees implements ParsedTrees {
  readonly #known: Map<string, Tree>
  readonly #used = new Map<string, Tree>()

  constructor(known: Trees['used'] = []) {
    this.#known = new Map(known)
  }

  /** Those of this reading, as data. */
  get used(): readonly (readonly [key: string, tree: Tree])[] {
    return [...this.#used]
  }

  get(key: string): Tree | undefined {
    const tree = this.#known.get(key)
    if (tree) this.#used.set(key, tree)
    return tree
  }

  set(key: string, tree: Tree): void {
    this.#known.set(key, tree)
    this.#used.set(key, tree)
  }
}
