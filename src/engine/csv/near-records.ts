/** The record that a cell of an imported file probably means, where no record is called so. */
import {nearest} from '../../document/near.ts'
import {keyTexts} from '../lookup.ts'
import type {ReadContext} from '../read-context.ts'

export class NearRecords {
  private readonly reader: ReadContext
  /** By entity, what its records are called. */
  private readonly known = new Map<string, readonly string[]>()

  constructor(reader: ReadContext) {
    this.reader = reader
  }

  /** Among those that the actor may see; null where nothing is near. */
  async to(entity: string, text: string): Promise<string | null> {
    const names = this.known.get(entity) ?? (await keyTexts(this.reader, this.reader.visibility, entity))
    this.known.set(entity, names)
    return nearest(text, names)
  }
}
