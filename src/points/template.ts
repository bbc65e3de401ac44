/**
 * Texts with fields in braces: names of records, sentences about events, texts of notifications and mails.
 * `{first_day..last_day}` is a span: two dates that people read as one value.
 */
import {type Finding, type FindingCode, finding} from '../document/finding.ts'
import {placeIn, sliceOf, type Text} from '../document/raw.ts'
import {suggestFor} from '../document/spelling.ts'
import {foreignPlaceholders} from '../document/text.ts'
import {endsOf, entityReferredTo, isUnshownList, readableField} from './entities/lookup.ts'
import type {Entities, Entity, NamePart} from './entities/model.ts'
import {canonicalName} from './entities/names.ts'
import {spanDots} from './entities/values/spans.ts'
import type {Limits} from './limits/model.ts'

const path = /^[a-z][a-z0-9_ ]*(?:\.[a-z][a-z0-9_ ]*)*$/

export function templatePath(written: string): NamePart[] | null {
  if (!path.test(written.trim())) return null
  return [{kind: 'path', path: written.split('.').map(canonicalName)}]
}

/** `{person}`, `{person.name}` or `{first_day..last_day}`, without the braces. */
function readBraces(inner: string): NamePart[] | null {
  const [from = '', to, ...more] = inner.split(spanDots)
  if (to === undefined) return templatePath(from)
  const [first, last] = [templatePath(from)?.[0], templatePath(to)?.[0]]
  if (first?.kind !== 'path' || last?.kind !== 'path' || more.length > 0) return null
  return spanPath(first.path, last.path)
}

/** The path that a placeholder of a message names: `person.team`, `first_day..last_day`. */
export function placeholderPath(name: string): readonly string[] {
  const [part] = readBraces(name) ?? []
  return part?.kind === 'path' ? part.path : name.split('.')
}

/** Two dates of the same record: `first_day..last_day`, `booking.starts..booking.ends`, or shorter `booking.starts..ends`. */
function spanPath(first: readonly string[], last: readonly string[]): NamePart[] | null {
  const [record, name] = [first.slice(0, -1), first.at(-1)]
  const same = last.length === 1 || record.join('.') === last.slice(0, -1).join('.')
  return same ? [{kind: 'path', path: [...record, `${name}${spanDots}${last.at(-1)}`]}] : null
}

/** A span is written with dots, but `{first_day} to {last_day}` is recognised too. */
export function withSpans(parts: readonly NamePart[], entity: Pick<Entity, 'fields'>): NamePart[] {
  const isDate = (part: NamePart | undefined) =>
    part?.kind === 'path' && part.path.length === 1 && entity.fields.get(part.path[0] ?? '')?.type.type.kind === 'date'
  const joined: NamePart[] = []
  for (let index = 0; index < parts.length; index += 1) {
    const [part, middle, other] = parts.slice(index, index + 3)
    if (!part) continue
    const span =
      middle?.kind === 'text' && between.test(middle.text) && isDate(part) && isDate(other)
        ? spanPath(pathIn(part), pathIn(other))
        : null
    joined.push(...(span ?? [part]))
    if (span) index += 2
  }
  return joined
}

const between = /^\s*(?:\p{L}+|[-–—])\s*$/u

const pathIn = (part: NamePart | undefined): readonly string[] => (part?.kind === 'path' ? part.path : [])

/** Null if something in braces is not a path or a span, or if no field is named. */
export function readTemplate(written: string): NamePart[] | null {
  const parts = templateParts(written, () => false)
  return parts?.some(part => part.kind === 'path') ? parts : null
}

/** Texts and fields in turn; null if something in braces is not a field, a span or a constant. */
export function templateParts(written: string, isConstant: (name: string) => boolean): NamePart[] | null {
  if (/[{}]/.test(written.replace(/\{[^{}]*\}/g, ''))) return null
  const parts: NamePart[] = []
  for (const [, text = '', inner] of written.matchAll(/([^{}]*)(?:\{([^{}]*)\})?/g)) {
    if (text !== '') parts.push({kind: 'text', text})
    if (inner === undefined) continue
    const named = isConstant(inner) ? [{kind: 'path' as const, path: [inner]}] : readBraces(inner)
    if (named === null) return null
    parts.push(...named)
  }
  return parts
}

/** A sentence of the document, with the fields and constants in its braces. */
export interface Sentence {
  readonly text: string
  readonly parts: readonly NamePart[]
}

export interface SentenceContext {
  readonly entity: Entity
  readonly entities: Entities
  readonly limits: Limits
  readonly findings: Finding[]
  /** The inputs of an action alone, which are not kept: a text cannot name them. */
  readonly inputs?: Pick<ReadonlyMap<string, unknown>, 'has'> | undefined
}

/** Null for an empty or invalid cell; the latter has a finding. */
export function readSentence(written: Text, code: FindingCode, context: SentenceContext): Sentence | null {
  const {entity, limits, findings} = context
  if (written.text === '') return null
  const foreign = foreignPlaceholders(written, () => true)
  findings.push(...foreign)
  if (foreign.length > 0) return null
  const parts = templateParts(written.text, name => limits.constants.has(name))
  if (parts === null) {
    findings.push(
      finding(code, written, {
        message: `\`${written.text}\` has braces that do not name a field.`,
        hint: `Write a field of ${entity.name} or a constant in braces: \`{${[...entity.fields.keys()][0] ?? 'name'}}\`.`,
      }),
    )
    return null
  }
  const unknown = parts.flatMap(part =>
    part.kind === 'path' ? endsOf(part.path).flatMap(path => unknownName(path, written, {...context, code})) : [],
  )
  findings.push(...unknown)
  return unknown.length > 0 ? null : {text: written.text, parts: withSpans(parts, entity)}
}

function unknownName(
  path: readonly string[],
  written: Text,
  context: SentenceContext & {code: FindingCode},
): Finding[] {
  const {entity, entities, limits, inputs, code} = context
  if (limits.constants.has(path[0] ?? '') || isFieldPath(path, entity, entities)) return []
  const name = path.join('.')
  const at = new RegExp(`[{.]\\s*(${path.map(each => each.replaceAll('_', '[_ ]')).join('\\.')})\\s*[.}]`, 'd')
  const from = at.exec(written.text)?.indices?.[1]?.[0] ?? 0
  const place = sliceOf(written, from, from + name.length)
  if (inputs?.has(name))
    return [
      finding(code, placeIn(written, from), {
        message: `\`${name}\` is an input of this action alone, and texts name fields.`,
        hint: `Make it a field of ${entity.name}, and write \`${name}\` without a type under Asks.`,
      }),
    ]
  return [
    finding(code, placeIn(written, from), {
      message: `\`${name}\` is not a field of ${entity.name} or a constant.`,
      ...suggestFor(
        place,
        [...entity.fields.keys(), ...limits.constants.keys()],
        `Use a field of ${entity.name} or a constant of point 9.`,
      ),
    }),
  ]
}

/** Whether a path leads through references of the entity to a field. */
export function isFieldPath([name = '', ...rest]: readonly string[], entity: Entity, entities: Entities): boolean {
  const field = readableField(entity, name)
  if (field === null) return entity.unread.has(name)
  if (isUnshownList(field)) return false
  if (rest.length === 0) return true
  const target = field.type.type.kind === 'reference' ? entityReferredTo(field) : null
  const next = target === null ? undefined : entities.entities.get(target)
  return next !== undefined && isFieldPath(rest, next, entities)
}
