/** What a list shows as a CSV file: the same records in the same order, the same columns, as far as they may leave. */

import type {Specification} from '../../points/specification.ts'
import {both, isNo, isYes} from '../core-build.ts'
import {csvLine} from '../csv/write.ts'
import type {Reader} from '../engine.ts'
import {list} from '../list/list.ts'
import type {Asked, Cell, ListScreen, Path} from '../list/request.ts'
import {shownField} from './shown-field.ts'

const atOnce = 200

/** Whether anything of this entity may leave at all. */
export function mayExport({sight}: Pick<Reader, 'sight'>, entity: string): boolean {
  return !isNo(sight.records(entity, 'export').where)
}

/** A column that may leave of some records only is left out: an empty cell would tell nothing from one that may not leave. */
function exported({sight}: Reader, entity: string, [first = '']: Path): boolean {
  return isYes(sight.seesField(entity, first, 'export'))
}

export async function* listCsv(
  reader: Reader,
  screen: ListScreen,
  {asked, specification}: {asked: Asked; specification: Specification},
): AsyncGenerator<string> {
  const columns = screen.columns.filter(path => exported(reader, screen.entity, path))
  const fields = columns.flatMap(path => shownField(specification, screen.entity, path) ?? [])
  yield csvLine(fields.map(({label}) => label))
  const permitted = reader.sight.records(screen.entity, 'export').where
  const where = screen.where === null ? permitted : both([permitted, screen.where])
  let place: Asked['place'] = null
  do {
    const page = await list(reader, reader.sight, {
      screen: {...screen, columns, where, groupBy: null, size: atOnce},
      asked: {...asked, place},
    })
    if (page.rows.length > 0)
      yield page.rows.map(({cells}) => csvLine(cells.map((cell, index) => textOf(cell, fields[index]?.look)))).join('')
    place = page.next === null ? null : {side: 'after', cursor: page.next}
  } while (place !== null)
}

/** Numbers and dates as a spreadsheet reads them, everything else as people do. */
function textOf({value, text}: Cell, look: string | undefined): string {
  const plain = look === 'number' || look === 'time'
  return plain && (typeof value === 'string' || typeof value === 'number') ? String(value) : text
}
