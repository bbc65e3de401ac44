/** The bullets of calendars and timelines: half days, which rows there are, and days on which nothing is expected. */
import {type Finding, finding} from '../../document/finding.ts'
import {namesIn} from '../../document/names-in.ts'
import {suggest} from '../../document/near.ts'
import type {Bullet, Text} from '../../document/raw.ts'
import type {Kind} from '../../feel/type.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entity} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {type DetailKey, type DetailWorld, readPath, readWhere} from './details.ts'
import type {DaysOff, Path, Shows, TimeDetails} from './model.ts'
import {kindAt, targetAt} from './spread.ts'

type Bullets = Partial<Record<DetailKey, Bullet>>

export interface TimeWorld extends DetailWorld {
  readonly shows: Shows
}

export function readTimeDetails(bullets: Bullets, entity: Entity, world: TimeWorld, findings: Finding[]): TimeDetails {
  const per = world.shows.kind === 'timeline' ? targetAt(world.entities, entity.name, world.shows.per) : null
  const rows = per === null ? null : (world.entities.entities.get(per) ?? null)
  const told = bullets.rows?.value ?? null
  if (told && !rows) findings.push(misplaced(told, '`rows` can only be used with a timeline.'))
  return {
    halfDays: readHalfDays(bullets['half days'], entity, world, findings),
    rows: rows ? readWhere(told, rows, world, findings) : null,
    daysOff: readDaysOff(bullets['days off']?.value ?? null, {rows, world}, findings),
  }
}

/** `first_half, last_half`: two fields that say yes or no. */
function readHalfDays(
  bullet: Bullet | undefined,
  entity: Entity,
  world: TimeWorld,
  findings: Finding[],
): TimeDetails['halfDays'] {
  if (!bullet) return null
  const [first, last, ...more] = namesIn(bullet.value).map(name => readPath(name, entity, world, findings))
  // What is no field has its finding already.
  if (first === null || last === null) return null
  if (first && last && more.length === 0 && [first, last].every(path => says(world, entity, path))) return [first, last]
  const message = 'Half days need two yes/no fields: the first day starts at midday, the last day ends at midday.'
  findings.push(
    finding('N218', bullet.value, {message, hint: 'Write it like this: `half days: first_half, last_half`.'}),
  )
  return null
}

function says({entities}: TimeWorld, {name}: Entity, path: Path): boolean {
  return kindAt(entities, name, path) === 'boolean'
}

interface OffWorld {
  readonly rows: Entity | null
  readonly world: TimeWorld
}

/** `Holiday by day`, or `Holiday by day per place`, where rows have a field of that name too. */
function readDaysOff(text: Text | null, {rows, world}: OffWorld, findings: Finding[]): DaysOff | null {
  if (text === null) return null
  const [, named = '', by = '', per = null] = /^(\w+) by ([a-z][\w ]*?)(?: per ([a-z][\w ]*))?$/.exec(text.text) ?? []
  const {entities} = world.entities
  const entity = entities.get(named)
  const field = entity && fieldOf(entity, canonicalName(by))
  const shared = per === null ? null : canonicalName(per)
  const isShared = (at: Entity | null | undefined): Kind | null =>
    shared === null || !at ? null : (fieldOf(at, shared)?.type.type.kind ?? null)
  const fits = shared === null || (isShared(entity) !== null && isShared(entity) === isShared(rows))
  if (entity && field?.type.type.kind === 'date' && fits) return {entity: named, by: field.name, per: shared}
  const hint = suggest(named, [...entities.keys()], 'Write it like this: `- days off: Holiday by day per place`.')
  const message = `\`${text.text}\` is not an entity with a date, and optionally a field that the rows share.`
  findings.push(misplaced(text, message, hint))
  return null
}

function misplaced(
  text: Text,
  message: string,
  hint = 'Remove it, or show `timeline of Booking by starts..ends per room`.',
) {
  return finding('N219', text, {message, hint})
}
