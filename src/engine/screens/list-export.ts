/** What a list shows as a CSV file: the same records in the same order, the same columns, as far as they may leave. */

import type {Core} from '../../feel/core.ts'
import type {Specification} from '../../points/specification.ts'
import {both, isNo} from '../core-build.ts'
import {csvLine} from '../csv/write.ts'
import type {Reader} from '../engine.ts'
import {list} from '../list/list.ts'
import type {Asked, Cell, ListRow, ListScreen, Path} from '../list/request.ts'
import {holdsForAll} from '../select.ts'
import {shownField} from './shown-field.ts'

const atOnce = 200

/** Whether anything of this entity may leave at all. */
export function mayExport({sight}: Pick<Reader, 'sight'>, entity: string): boolean {
  return !isNo(sight.records(entity, 'export').where)
}

/** When the field of a record that a column begins with may leave. */
function leaving({sight}: Reader, entity: string, [first = '']: Path): Core {
  return sight.seesField(entity, first, 'export')
}

export async function* listCsv(
  reader: Reader,
  screen: ListScreen,
  {asked, specification}: {asked: Asked; specification: Specification},
): AsyncGenerator<string> {
  const {entity} = screen
  const columns = screen.columns.filter(path => !isNo(leaving(reader, entity, path)))
  const conditions = columns.map(path => leaving(reader, entity, path))
  const fields = columns.flatMap(path => shownField(specification, entity, path) ?? [])
  yield csvLine(fields.map(({label}) => label))
  const permitted = reader.sight.records(entity, 'export').where
  const where = screen.where === null ? permitted : both([permitted, screen.where])
  const exported = {...screen, columns, where, groupBy: null, size: atOnce}
  let place: Asked['place'] = null
  do {
    const page = await list(reader, reader.sight, {screen: exported, asked: {...asked, place}})
    const ids = page.rows.map(({id}) => id)
    const held = await holdsForAll(reader, {entity, ids, conditions})
    const line = ({id, cells}: ListRow) =>
      csvLine(cells.map((cell, index) => (held.get(id)?.[index] ? textOf(cell, fields[index]?.look) : '')))
    if (ids.length > 0) yield page.rows.map(line).join('')
    place = page.next === null ? null : {side: 'after', cursor: page.next}
  } while (place !== null)
}

/** Numbers and dates as a spreadsheet reads them, everything else as people do. */
function textOf({value, text}: Cell, look: string | undefined): string {
  const plain = look === 'number' || look === 'time' || look === 'rich'
  return plain && (typeof value === 'string' || typeof value === 'number') ? String(value) : text
}
