/** The bodies of calls: which fields of a record a request sets, by which of their own. */

import {type Finding, finding} from '../../document/finding.ts'
import type {Fence, Text} from '../../document/raw.ts'
import {suggestWord} from '../../document/spelling.ts'
import {isJsonObject, type Json} from '../../feel/core.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import {allFields} from '../entities/scope.ts'
import {part, readFencedJson, textOf} from './fenced-json.ts'
import type {RequestField, RequestShape} from './model.ts'
import type {ShapeContext} from './shapes.ts'

// Requests.

export interface RequestShapeContext extends ShapeContext {
  /** The fields that may be set, by name. */
  readonly fields: ReadonlyMap<string, RequestField>
  readonly entity: string
  readonly password: boolean
}

export function readRequest(fence: Fence, context: RequestShapeContext): RequestShape | null {
  const json = readFencedJson(fence, context.findings)
  if (json === undefined) return null
  if (!isJsonObject(json)) {
    const hint = 'Write it like this: `{"article": {"title": "{title}"}}`.'
    context.findings.push(finding('N710', fence, {message: 'A request is a JSON object.', hint}))
    return null
  }
  return requestShapeOf(json, fence, context)
}

function requestShapeOf(json: Json, fence: Fence, context: RequestShapeContext): RequestShape | null {
  if (typeof json === 'string') return requestLeaf(json, fence, context)
  if (!isJsonObject(json)) return {kind: 'constant', json}
  const entries = Object.entries(json).flatMap(([key, each]): (readonly [string, RequestShape])[] => {
    const shape = requestShapeOf(each, fence, context)
    return shape ? [[key, shape]] : []
  })
  return {kind: 'object', entries}
}

const requestField = /^([a-z][\w ]*?)(?:\s+by\s+([a-z][\w ]*?)(,\s*new ones too)?)?$/

function requestLeaf(written: string, fence: Fence, context: RequestShapeContext): RequestShape | null {
  const inside = /^\{([^{}]*)\}$/.exec(written)?.[1]
  if (inside === undefined) {
    if (!written.includes('{')) return {kind: 'constant', json: written}
    context.findings.push(notOneField(textOf(fence, written)))
    return null
  }
  const text = part(textOf(fence, written), 1, written.length - 1)
  const [, name = '', by, creates] = requestField.exec(inside.trim()) ?? []
  if (name === '') {
    context.findings.push(notOneField(text))
    return null
  }
  if (context.password && name === 'password') return {kind: 'password'}
  const found = context.fields.get(canonicalName(name))
  if (!found) {
    const names = [...context.fields.keys(), ...(context.password ? ['password'] : [])]
    const message = `\`${name}\` cannot be filled in here.`
    context.findings.push(
      finding('N712', text, {message, hint: suggestWord(name, names, `Use one of: ${names.join(', ')}.`)}),
    )
    return null
  }
  if (by === undefined) return found
  const target = targetEntity(found.field, context.entities)
  const key = target && fieldOf(target, canonicalName(by))
  if (target && key?.unique) return {...found, by: key, creates: creates !== undefined}
  const unique = target
    ? allFields(target)
        .filter(field => field.unique)
        .map(field => field.name)
    : []
  const message = target ? `\`${by}\` is not a unique field of ${target.name}.` : `\`${name}\` is not a reference.`
  context.findings.push(finding('N712', text, {message, hint: suggestWord(by, unique, 'Name it without `by`.')}))
  return null
}

function notOneField(text: Text): Finding {
  return finding('N712', text, {
    message: 'A request names one field in braces.',
    hint: 'Write it like this: `"title": "{title}"`, or `"tags": "{tags by name}"`.',
  })
}

function targetEntity({type: {type}}: Field, {entities}: Entities): Entity | null {
  const item = type.kind === 'list' ? type.of : type
  return item.kind === 'reference' ? (entities.get(item.entity) ?? null) : null
}
