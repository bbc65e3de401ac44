/** The paths after `by` and `per` of boards, calendars and timelines, and the types they must have. */
import {type Finding, finding} from '../../document/finding.ts'
import {placeIn, type Text} from '../../document/raw.ts'
import type {Kind} from '../../feel/type.ts'
import {fieldOf, targetOf} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import type {Details, FieldPath, InboxFigure, Screen, Shows} from './model.ts'

/** `first day` or `booking.starts`, as written under Shows. */
export function pathOf(written: string): FieldPath {
  return written.split('.').map(canonicalName)
}

export function fieldAt({entities}: Entities, entity: string, path: FieldPath): Field | null {
  const [name = '', ...rest] = path
  const declared = entities.get(entity)
  const field = declared ? fieldOf(declared, name) : null
  if (!field || rest.length === 0) return field
  const {type} = field.type
  return type.kind === 'reference' ? fieldAt({entities}, type.entity, rest) : null
}

export function kindAt(entities: Entities, entity: string, path: FieldPath): Kind | null {
  return fieldAt(entities, entity, path)?.type.type.kind ?? null
}

/**
 * Whether values of the field have colours: records with a colour, choices or states with a colour in the document, or
 * colours themselves.
 */
export function hasColours(entities: Entities, entity: string, path: FieldPath): boolean {
  const field = fieldAt(entities, entity, path)
  const type = field?.type.type
  if (!field || !type) return false
  if (type.kind === 'reference') return (entities.entities.get(type.entity)?.colour ?? null) !== null
  return field.type.name === 'colour' || [...(field.looks?.values() ?? [])].some(({colour}) => colour !== null)
}

/**
 * The field that colours the records of a screen: the document's, or the first column, then the first field, with
 * colours.
 */
export function colourPath({shows, details}: Screen, entities: Entities): FieldPath | null {
  if (details.colourBy !== null || !('entity' in shows)) return details.colourBy
  const declared = entities.entities.get(shows.entity)
  const fields = [...(declared?.fields.values() ?? [])].filter(field => !field.state).map(({name}) => [name])
  return [...details.columns, ...fields].find(path => hasColours(entities, shows.entity, path)) ?? null
}

/** The entity of the record at the end of the path. */
export function targetAt(entities: Entities, entity: string, written: string): string | null {
  const field = fieldAt(entities, entity, pathOf(written))
  return field?.type.type.kind === 'reference' ? targetOf(field) : null
}

interface PathRequirement {
  readonly written: string | null
  readonly kinds: readonly (readonly Kind[])[]
  readonly message: string
  readonly hint: string
}

/** What the kind of a screen requires of the fields that arrange its records. */
export function arrangingFindings(
  screen: Pick<Screen, 'shows' | 'kind'>,
  text: Text,
  {name}: Entity,
  entities: Entities,
): Finding[] {
  const required = screen.kind
    .arrangedBy(screen)
    .flatMap(({written, must}) => (must ? [{...must, written, kinds: [must.types]}] : []))
  return findingsAt([...required, ...pathRequirements(screen.shows, name, entities)], text, name, entities)
}

/** Those of a timeline beside another screen. */
export function spreadFindings(shows: Shows, text: Text, {name}: Entity, entities: Entities): Finding[] {
  return findingsAt(pathRequirements(shows, name, entities), text, name, entities)
}

/** Unknown paths already have their findings. */
function findingsAt(required: readonly PathRequirement[], text: Text, name: string, entities: Entities): Finding[] {
  return required.flatMap(({written, kinds, message, hint}) => {
    const kind = written === null ? null : kindAt(entities, name, pathOf(written))
    if (written === null || kind === null || kinds.flat().includes(kind)) return []
    const place = placeIn(text, Math.max(0, text.text.lastIndexOf(written)))
    return [finding('N217', place, {message: `\`${written}\` ${message}`, hint})]
  })
}

const days: readonly Kind[] = ['date']
const moments: readonly Kind[] = ['date and time']

function pathRequirements(shows: Shows, entity: string, entities: Entities): PathRequirement[] {
  if (shows.kind !== 'calendar' && shows.kind !== 'timeline') return []
  const begins = kindAt(entities, entity, pathOf(shows.from))
  const same = begins === 'date' || begins === 'date and time' ? [[begins] as const] : [days, moments]
  const message = 'is not a date.'
  const hint = 'Name fields of type `date` or `date and time`, as in `first_day..last_day`.'
  const ends = 'must be of the same type as the start: both dates, or both dates with times.'
  const row = {
    written: shows.kind === 'timeline' ? shows.per : null,
    kinds: [['reference', 'choice']] as const,
    message: 'cannot make rows: a timeline needs a reference or a choice.',
    hint: 'Name a field that leads to a record, as in `per person`.',
  }
  return [
    {written: shows.from, kinds: [days, moments], message, hint},
    {written: shows.to, kinds: same, message: ends, hint},
    row,
  ]
}

/** A timeline is grouped by a field of its rows. */
export function groupFindings(shows: Shows, {groupBy}: Details, text: Text | undefined): Finding[] {
  if (shows.kind !== 'timeline' || groupBy === null || !text) return []
  const per = pathOf(shows.per).join('.')
  if (groupBy.join('.').startsWith(`${per}.`)) return []
  const message = `A timeline can only be grouped by a field of its rows, not by \`${groupBy.join('.')}\`.`
  return [finding('N217', text, {message, hint: `Start it with \`${per}.\`.`})]
}

/** The paths that a figure reads. */
export const pathsOfFigure = ({value, after, of, on, today}: InboxFigure): (FieldPath | null)[] => [
  value,
  after,
  of,
  on,
  today,
]
