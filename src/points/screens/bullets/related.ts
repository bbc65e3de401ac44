/** Records of other entities that refer to the record of a screen: `with: Comment by ticket`. */
import {type PlacedName, placedNames} from '../../../document/bullets.ts'
import {finding} from '../../../document/finding.ts'
import {sliceOf} from '../../../document/raw.ts'
import {suggestFor} from '../../../document/spelling.ts'
import {unknownEntity} from '../../entities/lookup.ts'
import type {Entity} from '../../entities/model.ts'
import {canonicalName} from '../../entities/names.ts'
import {readScreenPath, readSorting, readWhere, type ScreenCondition} from '../paths.ts'
import {bullet, type OnScreen, type Reading} from './bullet.ts'

/** Records of another entity whose field refers to the record shown. */
export interface Related {
  readonly entity: string
  readonly by: string
  /** A list of parts among the fields of the screen. */
  readonly amongFields?: true
}

export const related = bullet({
  name: 'related',
  key: 'with',
  example: 'with: Comment by ticket',
  describe: 'Records of other entities that refer to this one.',
  absent: [],
  read: at => placedNames(at.value).flatMap(name => readRelated(name, at)),
})

/** `Comment by ticket` */
function readRelated({name, place}: PlacedName, {entity, context: {entities}, findings}: OnScreen): Related[] {
  const match = /^(\w+) by (.+)$/.exec(name)
  const other = entities.entities.get(match?.[1] ?? '')
  const field = other?.fields.get(canonicalName(match?.[2] ?? ''))
  const leadsHere = field?.type.type.kind === 'reference' && field.type.type.entity === entity.name
  if (other && field && leadsHere) return [{entity: other.name, by: field.name}]
  if (other?.unread.has(canonicalName(match?.[2] ?? ''))) return []
  if (match && !other) {
    findings.push(unknownEntity('N211', sliceOf(place, 0, match[1]?.length), entities))
    return []
  }
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

type ReadingRelated = Reading<{readonly related: typeof related}>

/** The records of `with`, which must then all be of one entity. */
function relatedEntity({key, context: {entities}, findings, needs}: ReadingRelated): Entity | null {
  const [name = '', ...others] = new Set(needs.related.map(each => each.entity))
  const entity = entities.entities.get(name)
  if (entity && others.length === 0) return entity
  const message = `\`${key.text}\` needs \`with\`, with records of one entity.`
  findings.push(finding('N214', key, {message, hint: 'Write `- with: Booking by room` above it.'}))
  return null
}

export const relatedWhere = bullet({
  name: 'relatedWhere',
  key: 'with where',
  example: 'with where: ends > now()',
  describe: 'Only the records of `with` for which the condition holds.',
  absent: null,
  needs: {related},
  read: (at): ScreenCondition | null => {
    const entity = relatedEntity(at)
    const condition = entity && readWhere(at.value, entity, at.context, at.findings)
    if (entity && condition) at.named.conditions.push({condition, entity: entity.name})
    return condition
  },
})

export const relatedSort = bullet({
  name: 'relatedSort',
  key: 'with sort',
  example: 'with sort: starts',
  describe: 'The order of the records of `with`, if it differs from that of their list.',
  absent: [],
  needs: {related},
  read: at => {
    const entity = relatedEntity(at)
    return entity ? placedNames(at.value).flatMap(name => readSorting(name, entity, at.context, at.findings)) : []
  },
})

export const relatedColumns = bullet({
  name: 'relatedColumns',
  key: 'with columns',
  example: 'with columns: starts, title',
  describe: 'The columns of the records of `with`, if they differ from those of their list.',
  absent: [],
  needs: {related},
  read: at => {
    const entity = relatedEntity(at)
    if (!entity) return []
    return placedNames(at.value).flatMap(name => {
      const path = readScreenPath(name, entity, at.context, at.findings)
      return path ? [path] : []
    })
  },
})
