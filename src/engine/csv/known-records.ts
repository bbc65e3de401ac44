/** Records that the cells of many rows name, each asked for once. Only of entities of which no records come in meanwhile. */
import type {Reference} from '../../feel/value.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {findAll} from '../lookup.ts'
import type {ReadContext} from '../read-context.ts'

const mostKept = 20_000

export class KnownRecords {
  private readonly writing: ReadContext
  private readonly coming: ReadonlySet<string>
  private readonly found = new Map<string, Reference>()

  constructor(writing: ReadContext, coming: ReadonlySet<string>) {
    this.writing = writing
    this.coming = coming
  }

  /** Null where there is none, or where the gate had better ask itself. */
  async named(field: Field, text: string): Promise<Reference | null> {
    const entity = targetOf(field)
    const one = field.type.type.kind === 'reference'
    if (entity === null || entity === fileEntity || !one || this.coming.has(entity)) return null
    const wanted = {entity, text: text.trim()}
    const key = `${entity} ${wanted.text}`
    const known = this.found.get(key)
    if (known) return known
    const find = await findAll(this.writing, this.writing.sight, [wanted])
    const found = find(entity, wanted.text)
    if (this.found.size >= mostKept) this.found.clear()
    if (found) this.found.set(key, found)
    return found
  }
}
