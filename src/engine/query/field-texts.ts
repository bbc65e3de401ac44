/** Fields of stored records as cells or texts, restricted to the data the reader may see. */
import type {Visibility} from '../permissions/visibility.ts'
import {cellPlan} from './cells.ts'
import type {Cell, Path} from './list-query.ts'
import type {ReadContext} from './read-context.ts'
import {askOfRows, type RowQuestion} from './row-questions.ts'
import type {RecordIds} from './select.ts'

interface FieldTexts extends RecordIds {
  readonly paths: readonly Path[]
}

/** Keyed by id, in the order of the paths; hidden records are left out. */
export async function fieldCells(
  reader: ReadContext,
  {entity, ids, paths}: FieldTexts,
): Promise<ReadonlyMap<string, readonly Cell[]>> {
  if (paths.length === 0 || !reader.entities.entities.has(entity)) return new Map()
  return askOfRows(reader, {entity, ids}, cellsQuestion(reader.visibility, entity, paths))
}

export const cellsQuestion = (
  visibility: Visibility,
  entity: string,
  paths: readonly Path[],
): RowQuestion<readonly Cell[]> => ({
  name: `cells ${paths.map(path => path.join('.')).join(' ')}`,
  ofReadable: true,
  compile({columns, context}) {
    const cells = paths.map(path => cellPlan({visibility, columns, context}, entity, path))
    return (values, locale) => cells.map(cell => cell(values, locale))
  },
})

export async function fieldTexts(
  reader: ReadContext,
  wanted: FieldTexts,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await fieldCells(reader, wanted)
  return new Map([...found].map(([id, cells]) => [id, cells.map(({text}) => text)]))
}
