/** Records that lie in a stretch of time, as far as the actor sees them: where they are, what they are called, how they stand. */

import type {LegendEntry} from '../../contract/span.ts'
import type {Core} from '../../feel/core.ts'
import type {Screen} from '../../points/screens/model.ts'
import {both} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {list} from '../list/list.ts'
import type {Asked, ListRow, ListScreen, Path} from '../list/request.ts'
import type {Visit} from '../reply.ts'
import {captionOf} from './caption.ts'
import {Columns} from './columns.ts'
import {type Days, readDay, type Wall, wallOf} from './days.ts'
import {wordLabel} from './form-fields.ts'
import {type RecordLink, recordLink} from './record-links.ts'
import {type SpanFields, within} from './span-fields.ts'
import {tonesOf} from './tones.ts'
import type {RecordWorld} from './world.ts'

/** One record in time, by the clocks of the application. */
export interface Placed {
  readonly row: ListRow
  readonly href: string | null
  readonly from: Wall
  /** The day it ends on, and the second at which it does; of whole days the end of the last. */
  readonly to: Wall
  /** What it is called, without what its place says already. */
  readonly text: string
  /** The columns of the screen, as people read them. */
  readonly said: readonly string[]
  readonly state: LegendEntry | null
}

export interface Placing {
  readonly screen: Screen
  readonly shown: ListScreen
  readonly fields: SpanFields
  readonly visit: Visit
  readonly asked: Asked
  readonly days: Days
  /** What more must hold, and what more is needed of each. */
  readonly where?: readonly Core[]
  readonly more?: readonly Path[]
  /** Fields that the place of a record shows beyond its time. */
  readonly per?: Path
}

export interface PlacedRecords {
  readonly placed: readonly Placed[]
  readonly columns: Columns
  readonly more: boolean
}

/** More than this nobody reads on one page. */
const mostPlaced = 1000

export async function placedRecords(reader: Reader, placing: Placing, world: RecordWorld): Promise<PlacedRecords> {
  const {shown, fields, days, visit, asked} = placing
  const entity = reader.sight.entity(shown.entity)
  if (!entity) return {placed: [], columns: new Columns(), more: false}
  const link = recordLink(world.screens, entity.name, visit.actor)
  const caption = captionOf(entity, [fields.from, ...optional(fields.to), ...optional(placing.per)])
  const state = [...entity.fields.values()].find(field => field.state)?.name
  const columns = new Columns([
    fields.from,
    fields.to,
    link ? [link.key] : null,
    state === undefined ? null : [state],
    ...caption.paths,
    ...placing.screen.details.columns,
    ...(placing.more ?? []),
  ])
  const zone = reader.moment.zone
  const where = both([...optional(shown.where), within(reader.sight, fields, {days, zone}), ...(placing.where ?? [])])
  const screen = {...shown, where, columns: columns.paths, groupBy: null, sort: sortOf(placing), size: mostPlaced}
  const result = await list(reader, reader.sight, {screen, asked: {...asked, place: null}, most: mostPlaced})
  const at: At = {columns, fields, zone, link, caption, stateOf: stateOf(world, entity.name, state), placing}
  return {placed: result.rows.flatMap(row => placedOf(row, at) ?? []), columns, more: result.next !== null}
}

function sortOf({screen, fields}: Placing): ListScreen['sort'] {
  return screen.details.sort.length > 0 ? screen.details.sort : [{path: fields.from, descending: false}]
}

const optional = <Item>(item: Item | null | undefined): Item[] => (item === null || item === undefined ? [] : [item])

interface At {
  readonly columns: Columns
  readonly fields: SpanFields
  readonly zone: string
  readonly link: RecordLink | null
  readonly caption: ReturnType<typeof captionOf>
  readonly stateOf: (row: ListRow, columns: Columns) => LegendEntry | null
  readonly placing: Placing
}

function placedOf(row: ListRow, at: At): Placed | null {
  const {columns, fields, link, caption, placing} = at
  const from = wallAt(columns.cell(row, fields.from).value, at, 'begins')
  if (!from) return null
  const to = wallAt(columns.cell(row, fields.to ?? fields.from).value, at, 'ends')
  const key = link ? columns.cell(row, [link.key]).value : null
  return {
    row,
    href: link && key !== null ? link.href(String(key)) : null,
    from,
    to: to && isAfter(to, from) ? to : (wallAt(columns.cell(row, fields.from).value, at, 'ends') ?? from),
    text: caption.text(caption.paths.map(path => columns.text(row, path))),
    said: placing.screen.details.columns.map(path => columns.text(row, path)).filter(text => text !== ''),
    state: at.stateOf(row, columns),
  }
}

const isAfter = (a: Wall, b: Wall): boolean => a.day > b.day || (a.day === b.day && a.second >= b.second)

const wholeDay = 86_400

function wallAt(value: unknown, {fields, zone}: At, end: 'begins' | 'ends'): Wall | null {
  if (typeof value !== 'string') return null
  if (fields.timed) return wallOf(value, zone)
  const day = readDay(value)
  return day === null ? null : {day, second: end === 'begins' ? 0 : wholeDay}
}

function stateOf({specification}: RecordWorld, entity: string, field: string | undefined): At['stateOf'] {
  const machine = specification.states.machines.get(entity)
  if (field === undefined || !machine) return () => null
  const tones = tonesOf(machine)
  return (row, columns) => {
    const {value} = columns.cell(row, [field])
    return typeof value === 'string' ? {text: wordLabel(value), tone: tones[value] ?? 'idle'} : null
  }
}

/** States that occur, in the order of the document. */
export function legendOf(placed: readonly Placed[], {specification}: RecordWorld, entity: string): LegendEntry[] {
  const words = specification.states.machines.get(entity)?.states.map(({name}) => wordLabel(name)) ?? []
  const found = new Map(placed.flatMap(({state}) => (state ? [[state.text, state] as const] : [])))
  return words.flatMap(word => found.get(word) ?? [])
}
