/** The files in a field of a record, with the addresses they are fetched from. */
import {isList, isReference, type Value} from '../../feel/value.ts'
import type {Entity} from '../../points/entities/model.ts'
import type {ShownCell} from '../../ui/records.ts'
import type {Reader} from '../engine.ts'
import {findFile} from '../files/find.ts'
import type {Path} from '../list/request.ts'
import {readStored} from '../stored.ts'

/** By the key of the path. A field that the actor may not read shows no file. */
export async function fileCells(
  reader: Reader,
  {entity, id}: {entity: Entity; id: string},
  paths: readonly Path[],
): Promise<ReadonlyMap<string, ShownCell>> {
  const fields = paths
    .flatMap(path => (path.length === 1 ? (entity.fields.get(path[0] ?? '') ?? []) : []))
    .filter(({type}) => type.control.control === 'file')
  if (fields.length === 0) return new Map()
  const stored = await readStored(reader, entity, id, reader.sight.records(entity.name))
  const cells = new Map<string, ShownCell>()
  for (const {name} of fields) {
    const links = []
    for (const file of idsIn(stored?.get(name) ?? null)) {
      const at = {entity: entity.name, record: id, field: name, file}
      const found = await findFile(reader, at)
      if (found) links.push({text: found.name, href: `/_nonet/file/${[entity.name, id, name, file].join('/')}`})
    }
    cells.set(name, {text: links.map(({text}) => text).join(', '), value: null, links})
  }
  return cells
}

function idsIn(value: Value): string[] {
  return (isList(value) ? value : [value]).filter(isReference).map(({id}) => id)
}
