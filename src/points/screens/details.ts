/** What stands under a screen's own heading as bullets, read over the entity it shows. */
import {type Finding, finding} from '../../document/finding.ts'
import {namesIn, type PlacedName} from '../../document/names-in.ts'
import {suggest} from '../../document/near.ts'
import {type Bullet, placeIn, type Text} from '../../document/raw.ts'
import {type} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import type {Type} from '../../feel/type.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName, withArticle} from '../entities/names.ts'
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
        message: 'This is no condition: it is not true or false for a record.',
        hint: 'Compare it with something: `status = "open"`.',
      }),
    )
  else for (const each of typed.problems) findings.push(finding(each.code, placeIn(text, each.start), each))
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
  for (const [index, part] of path.entries()) {
    const field: Field | null = at && fieldOf(at, part)
    if (!field || !at) {
      findings.push(unknownField({name: part, place}, at, path.slice(0, index).join('.')))
      return null
    }
    const led: Type = field.type.type
    at = led.kind === 'reference' ? (entities.entities.get(led.entity) ?? null) : null
  }
  return path
}

function unknownField({name, place}: PlacedName, entity: Entity | null, before: string): Finding {
  const hint = 'Name fields of point 3, through references with a point: assignee.name.'
  if (!entity)
    return finding('N212', place, {message: `\`${before}\` leads to no record, so it has no \`${name}\`.`, hint})
  const names = [...entity.fields.keys(), ...ownFieldsOf(entity).keys()]
  return finding('N212', place, {message: `${entity.name} has no field \`${name}\`.`, hint: suggest(name, names, hint)})
}

export function readSorting(named: PlacedName, entity: Entity, world: DetailWorld, findings: Finding[]): Sorting[] {
  const descending = named.name.startsWith('-')
  const path = readPath({name: named.name.replace(/^-\s*/, ''), place: named.place}, entity, world, findings)
  return path ? [{path, descending}] : []
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
      message: `\`${name}\` names no records that lead to ${withArticle(entity.name)}.`,
      hint: suggest(name, possible, 'Write it like this: `with: Comment by ticket`.'),
    }),
  )
  return []
}
