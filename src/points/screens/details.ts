/** What stands under a screen's own heading as bullets, read over the entity it shows. */
import {type Finding, finding} from '../../document/finding.ts'
import {namesIn, type PlacedName} from '../../document/names-in.ts'
import {suggestFor} from '../../document/near.ts'
import {type Bullet, replacing, sliceOf, type Text} from '../../document/raw.ts'
import {type} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {describeType, type Type} from '../../feel/type.ts'
import {findingsOf} from '../entities/expression.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {ownFieldsOf} from '../entities/own-fields.ts'
import type {Details, Path, Related, Sorting} from './model.ts'

export const detailKeys = [
  'where',
  'columns',
  'sort',
  'filters',
  'search',
  'group by',
  'fields',
  'with',
  'actions',
  'empty',
  'thanks',
  'half days',
  'rows',
  'days off',
  'menu',
] as const
export type DetailKey = (typeof detailKeys)[number]

export interface DetailWorld {
  readonly entities: Entities
  readonly scope: Scope
}

export const noDetails: Details = {
  where: null,
  columns: [],
  sort: [],
  filters: [],
  search: [],
  groupBy: null,
  fields: [],
  related: [],
  actions: [],
  empty: null,
  thanks: null,
  time: {halfDays: null, rows: null, daysOff: null},
}

type Bullets = Partial<Record<DetailKey, Bullet>>

export function readDetails(bullets: Bullets, entity: Entity, world: DetailWorld, findings: Finding[]): Details {
  const paths = (key: DetailKey): Path[] =>
    listed(bullets[key]).flatMap(name => {
      const path = readPath(name, entity, world, findings)
      return path ? [path] : []
    })
  return {
    where: readWhere(bullets.where?.value ?? null, entity, world, findings),
    columns: paths('columns'),
    sort: listed(bullets.sort).flatMap(name => readSorting(name, entity, world, findings)),
    filters: paths('filters'),
    search: paths('search'),
    groupBy: paths('group by')[0] ?? null,
    fields: paths('fields'),
    related: listed(bullets.with).flatMap(name => readRelated(name, entity, world, findings)),
    actions: listed(bullets.actions).map(({name}) => canonicalName(name)),
    empty: bullets.empty?.value.text ?? null,
    thanks: bullets.thanks?.value.text ?? null,
    time: noDetails.time,
  }
}

const listed = (bullet: Bullet | undefined): PlacedName[] => (bullet ? namesIn(bullet.value) : [])

export function readWhere(
  text: Text | null,
  {name}: Entity,
  {scope}: DetailWorld,
  findings: Finding[],
): Details['where'] {
  if (text === null) return null
  const typed = type(text.text, {...scope, entity: name})
  if (typed.ok && typed.type.kind === 'boolean') return {core: typed.core, text}
  if (typed.ok)
    findings.push(
      finding('N213', text, {
        message: `Expected a condition, found \`${describeType(typed.type)}\`.`,
        hint: 'Compare it with something: `status = "open"`.',
      }),
    )
  else findings.push(...findingsOf(text, typed.problems))
  return null
}

/** `assignee.team`: fields from the record on, through references. */
export function readPath(
  {name, place}: PlacedName,
  entity: Entity,
  {entities}: DetailWorld,
  findings: Finding[],
): Path | null {
  const path = name.split('.').map(canonicalName)
  let at: Entity | null = entity
  let offset = Math.max(0, place.text.indexOf(name))
  for (const [index, part] of path.entries()) {
    const field: Field | null = at && fieldOf(at, part)
    const written = name.split('.')[index] ?? ''
    if (!field || !at) {
      const named = sliceOf(place, offset, offset + written.length)
      findings.push(unknownField(part, {named, place, entity: at, before: path.slice(0, index).join('.')}))
      return null
    }
    offset += written.length + 1
    const led: Type = field.type.type
    at = led.kind === 'reference' ? (entities.entities.get(led.entity) ?? null) : null
  }
  return path
}

interface UnknownField {
  readonly named: Text
  readonly place: Text
  readonly entity: Entity | null
  readonly before: string
}

function unknownField(name: string, {named, place, entity, before}: UnknownField): Finding {
  if (!entity)
    return finding('N212', place, {
      message: `\`${before}\` is not a record, so it has no field \`${name}\`.`,
      hint: `Write \`${before}\` alone, or go through a reference: \`assignee.name\`.`,
    })
  const names = [...entity.fields.keys(), ...ownFieldsOf(entity).keys()]
  const message = `${entity.name} has no field \`${name}\`.`
  return finding('N212', place, {
    message,
    ...suggestFor(named, names, `Fields of ${entity.name}: ${names.join(', ')}.`),
  })
}

const direction = /\s+(asc|ascending|desc|descending|up|down)$/i

export function readSorting(named: PlacedName, entity: Entity, world: DetailWorld, findings: Finding[]): Sorting[] {
  const [found, word = ''] = direction.exec(named.name) ?? []
  const field = found === undefined ? null : canonicalName(named.name.slice(0, -found.length))
  if (field !== null && fieldOf(entity, field) && !fieldOf(entity, canonicalName(named.name))) {
    findings.push(sortedInWords(named.place, field, /^d/i.test(word)))
    return []
  }
  const descending = named.name.startsWith('-')
  const name = named.name.replace(/^-\s*/, '')
  const path = readPath({name, place: named.place}, entity, world, findings)
  return path ? [{path, descending}] : []
}

/** `due desc` */
function sortedInWords(place: Text, field: string, descending: boolean): Finding {
  const write = descending ? `-${field}` : field
  return finding('N212', place, {
    message: `\`${place.text}\` is not a field. A minus sorts downwards.`,
    hint: `Write \`${write}\`.`,
    fix: replacing(place, write),
  })
}

/** `Comment by ticket`: records of another entity that lead here. */
function readRelated(
  {name, place}: PlacedName,
  entity: Entity,
  {entities}: DetailWorld,
  findings: Finding[],
): Related[] {
  const match = /^(\w+) by (.+)$/.exec(name)
  const other = entities.entities.get(match?.[1] ?? '')
  const field = other?.fields.get(canonicalName(match?.[2] ?? ''))
  const leadsHere = field?.type.type.kind === 'reference' && field.type.type.entity === entity.name
  if (other && field && leadsHere) return [{entity: other.name, by: field.name}]
  const possible = [...entities.entities.values()].flatMap(each =>
    [...each.fields.values()]
      .filter(({type: {type: led}}) => led.kind === 'reference' && led.entity === entity.name)
      .map(each2 => `${each.name} by ${each2.name}`),
  )
  findings.push(
    finding('N214', place, {
      message: `\`${name}\` does not lead to ${entity.name}.`,
      ...suggestFor(place, possible, 'Write it like this: `with: Comment by ticket`.'),
    }),
  )
  return []
}
