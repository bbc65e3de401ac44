/** The requests and responses of calls: as written in the document, or derived from the entity. */

import {type Finding, finding} from '../../document/finding.ts'
import type {RawSection} from '../../document/raw.ts'
import {isWritable} from '../entities/lookup.ts'
import type {Entity, Field} from '../entities/model.ts'
import type {Call, Operation, RequestField, RequestShape, Shape} from './model.ts'
import {readRequest} from './request-shapes.ts'
import {type CallReading, fenceOf} from './sections.ts'
import {derivedAnswer, readAnswer} from './shapes.ts'

/** The fields a call may set: those of the record, or the inputs of its action. */
export function callFields(
  {operation, entity, keys}: Pick<Call, 'operation' | 'keys'> & {readonly entity: Entity},
  {actions}: CallReading,
): ReadonlyMap<string, RequestField> {
  const found = new Map<string, RequestField>()
  const add = (field: Field, required: boolean) =>
    found.set(field.name, {kind: 'field', field, required, by: null, creates: false})
  if (operation.kind === 'action' || operation.kind === 'several') {
    const rows = actions.actions.get(entity.name)?.get(operation.action)?.rows ?? []
    for (const row of rows)
      for (const {field, optional} of row.asks) {
        const always = rows.every(each => each.asks.some(asked => asked.field.name === field.name && !asked.optional))
        add(field, always && !optional)
      }
    return found
  }
  if (operation.kind === 'list' || operation.kind === 'one' || operation.kind === 'delete') return found
  if (operation.kind === 'sign in' || operation.kind === 'sign out') {
    const email = entity.fields.get('email')
    if (email && operation.kind === 'sign in') add(email, true)
    return found
  }
  const creates = operation.kind === 'create' || operation.kind === 'sign up'
  const led = new Set(keys.map(({path: [first = '']}) => first))
  for (const field of entity.fields.values())
    if (
      (isFilledIn(field) || (creates && field.filledBy)) &&
      !(creates && led.has(field.name)) &&
      !(operation.kind === 'sign up' && !isOwnWord(field))
    )
      add(field, creates && field.required && field.default === null)
  return found
}

function isFilledIn(field: Field): boolean {
  return isWritable(field) && !field.setByEngine && field.type.control.control !== 'file'
}

/** Fields that people fill in when they sign up: no roles, and no references to other records. */
function isOwnWord({name, type}: Field): boolean {
  const item = type.type.kind === 'list' ? type.type.of : type.type
  return name !== 'roles' && name !== 'active' && item.kind !== 'reference'
}

interface RequestSource {
  readonly section: RawSection | undefined
  readonly operation: Operation
  readonly fields: ReadonlyMap<string, RequestField>
  readonly own: boolean
  readonly entity: Entity
}

export function requestShape(
  {section, operation, fields, own, entity}: RequestSource,
  context: CallReading,
): RequestShape | null {
  const signs = operation.kind === 'sign in' || operation.kind === 'sign up'
  const password = signs || (own && operation.kind === 'update')
  const fence = section ? fenceOf(section, 'request', context.findings) : null
  if (fence) return readRequest(fence, {...context, fields, entity: entity.name, password})
  if (operation.kind === 'several')
    return {
      kind: 'object',
      entries: [['records', {kind: 'records'}], ...[...fields.values()].map(each => [each.field.name, each] as const)],
    }
  // Signing up asks for required fields only, unless the document names others.
  const asked = [...fields.values()].filter(each => operation.kind !== 'sign up' || each.required)
  const entries = asked.map((each): readonly [string, RequestShape] => [each.field.name, each])
  if (signs) entries.push(['password', {kind: 'password'}])
  return entries.length === 0 ? null : {kind: 'object', entries}
}

export function fieldsIn(shape: RequestShape | null): RequestField[] {
  if (shape?.kind === 'field') return [shape]
  return shape?.kind === 'object' ? shape.entries.flatMap(([, each]) => fieldsIn(each)) : []
}

interface AnswerSource {
  readonly section: RawSection | undefined
  readonly operation: Operation
  readonly entity: Entity
  readonly own: boolean
  readonly names: readonly string[]
}

export function answerOf({section, operation, entity, own, names}: AnswerSource, context: CallReading): Shape | null {
  const signs = operation.kind === 'sign in' || operation.kind === 'sign up'
  const fence = section ? fenceOf(section, 'answer', context.findings) : null
  if (fence)
    return readAnswer(fence, {entity: entity.name, list: operation.kind === 'list', token: signs || own}, context)
  if (isEmptyAnswer(operation)) return null
  const record = derivedAnswer(entity, {names, context})
  if (operation.kind === 'list')
    return {
      kind: 'object',
      entries: [
        ['items', {kind: 'records', each: record}],
        ['count', {kind: 'own', name: 'count'}],
        ['next', {kind: 'own', name: 'next'}],
        ['previous', {kind: 'own', name: 'previous'}],
      ],
    }
  if (!signs) return record
  return {
    kind: 'object',
    entries: [
      ['token', {kind: 'own', name: 'token'}],
      ['user', record],
    ],
  }
}

export const isEmptyAnswer = ({kind}: Operation): boolean =>
  kind === 'delete' || kind === 'several' || kind === 'sign out'

/** A new record needs its required fields. */
export function neverValid(call: Omit<Call, 'source'> & Pick<Call, 'source'>, entity: Entity): Finding[] {
  if (call.operation.kind !== 'create' && call.operation.kind !== 'sign up') return []
  const brought = new Set([
    ...fieldsIn(call.request).map(({field}) => field.name),
    ...call.sets.map(({field}) => field),
    ...call.keys.map(({path: [first = '']}) => first),
    ...(call.operation.kind === 'sign up' ? ['roles', 'active'] : []),
  ])
  const missing = [...entity.fields.values()].filter(
    field => field.required && field.default === null && isFilledIn(field) && !brought.has(field.name),
  )
  if (missing.length === 0) return []
  const names = missing.map(({name}) => `\`${name}\``).join(', ')
  return [
    finding('N713', call.source.does, {
      message: `This call never succeeds: ${entity.name} requires ${names}, which the request does not bring.`,
      hint: 'Add it to the request, or give it a value: `- sets: name = username`.',
    }),
  ]
}
