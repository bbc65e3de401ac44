/** Which records a list, board, calendar or timeline is about, as the parameters of its address say. */
import type {Core} from '../../feel/core.ts'
import {parseNum} from '../../feel/decimal.ts'
import {nameOfRecord} from '../../points/entities/run.ts'
import type {RouteFilter, Screen} from '../../points/screens/model.ts'
import {both, compared, no, valueCore} from '../core-build.ts'
import type {Reader} from '../engine.ts'
import {rowByKey} from '../list/by-key.ts'
import {filterCondition} from '../list/filter-condition.ts'
import type {ListScreen} from '../list/request.ts'
import {seenField} from '../list/seen-field.ts'
import {Refused, type Visit} from '../reply.ts'
import {namingPaths} from './caption.ts'
import {wordLabel} from './form-fields.ts'
import {recordLink} from './record-links.ts'
import {keyOf} from './record-place.ts'
import type {RecordWorld} from './world.ts'

/** What an address is about. */
export interface About {
  readonly where: Core | null
  /** What the parameters mean, as people say it: the name of a record, or the word of a choice. */
  readonly names: readonly string[]
  /** The page of the record that the address names, where the person may open it. */
  readonly back: {readonly label: string; readonly href: string} | null
}

const everything: About = {where: null, names: [], back: null}

/** Refused where the address names nothing that this person may see. */
export async function aboutOf(reader: Reader, screen: Screen, at: {visit: Visit; world: RecordWorld}): Promise<About> {
  const {address} = screen
  if (address.kind !== 'some') return everything
  const found: Found[] = []
  for (const filter of address.filters) found.push(await foundBy(reader, screen, {filter, ...at}))
  return {
    where: both(found.map(({where}) => where)),
    names: found.map(({name}) => name),
    back: found.findLast(({back}) => back !== null)?.back ?? null,
  }
}

/** The list of those records. */
export const narrowedTo = (shown: ListScreen, {where}: About): ListScreen =>
  where === null ? shown : {...shown, where}

/** The screen, called by what it is about. */
export const titleOf = ({name}: Screen, {names}: About): string => [name, ...names].join(': ')

interface Found {
  readonly where: Core
  readonly name: string
  readonly back: About['back']
}

interface At {
  readonly filter: RouteFilter
  readonly visit: Visit
  readonly world: RecordWorld
}

function foundBy(reader: Reader, screen: Screen, at: At): Promise<Found> | Found {
  const entity = 'entity' in screen.shows ? screen.shows.entity : ''
  return at.filter.of === null ? valueFound(reader, entity, at) : recordFound(reader, entity, {...at, of: at.filter.of})
}

async function recordFound(
  reader: Reader,
  entity: string,
  {filter, of, visit, world}: At & {readonly of: NonNullable<RouteFilter['of']>},
): Promise<Found> {
  const target = reader.sight.entity(of.entity)
  const key = target && keyOf(target, of.key, visit.parameters[filter.parameter] ?? '')
  const link = recordLink(world.screens, of.entity, visit.actor)
  const naming = target ? namingPaths(target) : []
  const columns = link ? [...naming, [link.key]] : naming
  const row = key && (await rowByKey(reader, reader.sight, {entity: of.entity, columns, ...key}))
  if (!target || !row) throw new Refused('NOT_FOUND')
  const by = {filter: 'record', ids: [row.id], none: false} as const
  const name = nameOfRecord(target, path => row.cells[naming.indexOf(path)]?.text ?? '')
  const shown = link ? row.cells[naming.length]?.value : null
  return {
    where: filterCondition(reader.sight, entity, {path: [filter.field], by}) ?? no,
    name,
    back: link && shown !== null && shown !== undefined ? {label: name, href: link.href(String(shown))} : null,
  }
}

/** A word of a choice, a number or a text, exactly as it is kept. */
function valueFound({sight}: Reader, entity: string, {filter, visit}: At): Found {
  const text = visit.parameters[filter.parameter] ?? ''
  const seen = seenField(sight, entity, [filter.field])
  const type = seen?.value.type
  if (!seen || !type) throw new Refused('NOT_FOUND')
  const isNumber = type.kind === 'number'
  if (isNumber && !/^-?\d{1,15}(?:\.\d{1,6})?$/.test(text)) throw new Refused('NOT_FOUND')
  if (type.kind === 'choice' && !type.words.includes(text)) throw new Refused('NOT_FOUND')
  const value = valueCore(type, isNumber ? parseNum(text) : text)
  return {
    where: compared(seen.value, '=', value),
    name: type.kind === 'choice' ? wordLabel(text) : text,
    back: null,
  }
}
