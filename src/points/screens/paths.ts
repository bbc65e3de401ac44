/** Fields and conditions as screens, calls and cards name them: how they are read against an entity. */

import type {PlacedName} from '../../document/bullets.ts'
import {type Finding, finding} from '../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {suggestFor} from '../../document/spelling.ts'
import type {Core} from '../../feel/core.ts'
import {type} from '../../feel/index.ts'
import type {Scope} from '../../feel/scope.ts'
import {describeType, type Type} from '../../feel/type.ts'
import {findingsOf} from '../entities/expression.ts'
import {isUnshownList, readableField} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {ownFieldsOf} from '../entities/own-fields.ts'

/** Field names starting at a record and following references. */
export type FieldPath = readonly string[]

/** A condition on records, with its place. */
export interface ScreenCondition {
  readonly core: Core
  readonly text: Text
}

export interface ScreenSort {
  readonly path: FieldPath
  readonly descending: boolean
}

/** What names and conditions are read with. */
export interface PathContext {
  readonly entities: Entities
  readonly scope: Scope
}

export function readWhere(
  text: Text | null,
  {name}: Entity,
  {scope}: PathContext,
  findings: Finding[],
): ScreenCondition | null {
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

/** `assignee.team`: fields of the record, through references. */
export function readScreenPath(
  {name, place}: PlacedName,
  entity: Entity,
  {entities}: PathContext,
  findings: Finding[],
): FieldPath | null {
  const path = name.split('.').map(canonicalName)
  let at: Entity | null = entity
  let offset = Math.max(0, place.text.indexOf(name))
  for (const [index, part] of path.entries()) {
    const field: Field | null = at && readableField(at, part)
    const written = name.split('.')[index] ?? ''
    if (!field || !at) {
      const named = sliceOf(place, offset, offset + written.length)
      findings.push(unknownField(part, {named, place, entity: at, before: path.slice(0, index).join('.')}))
      return null
    }
    if (isUnshownList(field)) {
      const message = `\`${part}\` is a list, which pages do not show.`
      findings.push(
        finding('N212', place, {message, hint: 'Make one value of it: `= string join(…, ", ")`, `= count(…)`.'}),
      )
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

function unknownField(name: string, {named, place, entity, before: path}: UnknownField): Finding {
  if (!entity)
    return finding('N212', place, {
      message: `\`${path}\` is not a record, so it has no field \`${name}\`.`,
      hint: `Write \`${path}\` alone, or go through a reference: \`assignee.name\`.`,
    })
  const names = [...entity.fields.keys(), ...entity.spans.keys(), ...ownFieldsOf(entity).keys()]
  const separate = named.text.split(/\s*;\s*|\s+/)
  if (separate.length > 1 && separate.every(each => readableField(entity, canonicalName(each)))) {
    const text = separate.map(canonicalName).join(', ')
    return finding('N212', place, {
      message: 'Fields are separated by commas.',
      hint: `Write \`${text}\`.`,
      fix: replacing(named, text),
    })
  }
  const [, before = '', per = ''] = /^(.*?)\s+per\s+(.*)$/.exec(named.text) ?? []
  if (per !== '' && readableField(entity, canonicalName(before)))
    return finding('N212', sliceOf(named, before.length), {
      message: 'Only a timeline has rows, which `per` names.',
      hint: `Show a \`timeline of ${entity.name} by … per ${per}\`, or leave out \`per ${per}\`.`,
    })
  const message = `${entity.name} has no field \`${name}\`.`
  return finding('N212', place, {
    message,
    ...suggestFor(named, names, `Fields of ${entity.name}: ${names.join(', ')}.`),
  })
}

const direction = /\s+(asc|ascending|desc|descending|up|down)$/i

export function readSorting(
  named: PlacedName,
  entity: Entity,
  context: PathContext,
  findings: Finding[],
): ScreenSort[] {
  const [found, word = ''] = direction.exec(named.name) ?? []
  const field = found === undefined ? null : canonicalName(named.name.slice(0, -found.length))
  if (field !== null && readableField(entity, field) && !readableField(entity, canonicalName(named.name))) {
    findings.push(sortedInWords(named.place, field, /^d/i.test(word)))
    return []
  }
  const descending = named.name.startsWith('-')
  const name = named.name.replace(/^-\s*/, '')
  const path = readScreenPath({name, place: named.place}, entity, context, findings)
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
