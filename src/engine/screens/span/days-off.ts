/** Days off as the document declares them: `days off: Holiday by day per place`. */
import {dateType} from '../../../feel/type.ts'
import {nameOfRecord} from '../../../points/entities/run.ts'
import type {Screen} from '../../../points/screens/model.ts'
import {both, compared, valueCore} from '../../core-build.ts'
import {list} from '../../list/list.ts'
import {nothingAsked} from '../../list/request.ts'
import {seenField} from '../../list/seen-field.ts'
import type {ReadContext} from '../../read-context.ts'
import {Columns, namingPaths} from '../record-names.ts'
import {keyOf} from '../timeline/rows.ts'
import {type Days, dateOf, readDay} from './dates.ts'

export interface DayOff {
  readonly day: number
  readonly text: string
  /** What rows must have in the shared field; null where it is for all of them. */
  readonly shared: string | null
}

const mostDays = 1000

export async function daysOff(reader: ReadContext, {details}: Screen, {first, last}: Days): Promise<DayOff[]> {
  const said = details.time.daysOff
  const entity = said && reader.sight.entity(said.entity)
  const seen = said && seenField(reader.sight, said.entity, [said.by])
  if (!said || !entity || !seen) return []
  const naming = namingPaths(entity)
  const shared = said.per === null ? null : [said.per]
  const columns = new Columns([[said.by], ...naming, shared])
  const at = (day: number) => valueCore(dateType, dateOf(day))
  const where = both([compared(seen.value, '>=', at(first)), compared(seen.value, '<=', at(last))])
  const screen = {entity: entity.name, where, columns: columns.paths, sort: [], filters: [], search: []}
  const asked = {screen: {...screen, groupBy: null, size: mostDays}, asked: nothingAsked, most: mostDays}
  const {rows} = await list(reader, reader.sight, asked)
  return rows.flatMap(row => {
    const day = readDay(String(columns.cell(row, [said.by]).value))
    const key = keyOf(columns.cell(row, shared))
    // What is shared by nobody is a day off of nobody.
    if (day === null || (shared !== null && key === null)) return []
    return [{day, text: nameOfRecord(entity, path => columns.text(row, path)), shared: key}]
  })
}

export const isOffFor = (off: DayOff, shared: string | null): boolean => off.shared === null || off.shared === shared
