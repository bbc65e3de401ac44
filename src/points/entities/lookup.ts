/** Looks up entities, fields and the targets of fields, declared and built in. */

import {type Finding, type FindingCode, finding} from '../../document/finding.ts'
import {replacing, sliceOf, type Text} from '../../document/raw.ts'
import {didYouMean, nearest} from '../../document/spelling.ts'
import type {Type} from '../../feel/type.ts'
import type {FieldUse} from './field-type.ts'
import type {Entities, Entity, Field, Span} from './model.ts'
import {engineEntities, nowhere, ownFieldsOf, userEntity} from './own-fields.ts'
import {date, dateAndTime} from './types/date.ts'
import {spanDots} from './values/spans.ts'

export function fieldOf(entity: Pick<Entity, 'fields' | 'partOf'>, name: string): Field | null {
  return entity.fields.get(name) ?? ownFieldsOf(entity).get(name) ?? null
}

/** A field of the entity, or a span: a declared one by its name, any two dates as `first_day..last_day`. */
export function readableField(entity: Pick<Entity, 'fields' | 'partOf' | 'spans'>, name: string): Field | null {
  const field = fieldOf(entity, name)
  if (field) return field
  const span = entity.spans.get(name) ?? spanBetween(entity, name)
  const [from, to] = span ? [fieldOf(entity, span.from), fieldOf(entity, span.to)] : []
  return span && from && to ? spanField(span, from, to) : null
}

/** The two dates of `booking.starts..ends` as separate paths; any other path unchanged. */
export function endsOf(path: readonly string[]): readonly (readonly string[])[] {
  const ends = (path.at(-1) ?? '').split(spanDots)
  return ends.length === 1 ? [path] : ends.map(name => [...path.slice(0, -1), name])
}

/** Two dates that form a declared span have its half days. */
function spanBetween({spans}: Pick<Entity, 'spans'>, name: string): Span | null {
  const [from = '', to = ''] = name.includes(spanDots) ? name.split(spanDots) : []
  if (from === '' || to === '') return null
  const declared = [...spans.values()].find(span => span.from === from && span.to === to)
  return {
    name,
    from,
    to,
    label: declared?.label ?? '',
    halfDays: declared?.halfDays ?? null,
    count: null,
    hours: null,
    alsoBooked: false,
    ...nowhere,
  }
}

const spanUse = (ends: FieldUse): FieldUse => ({
  ...ends,
  name: 'span',
  storage: {kind: 'nothing'},
  control: {control: 'none'},
})
const spanOfDays = spanUse(date.use(null))
const spanOfTimes = spanUse(dateAndTime.use(null))

function spanField(span: Span, from: Field, to: Field): Field {
  const {name, label, file, line, column} = span
  return {
    ...from,
    name,
    label: label === '' ? `${from.label} – ${to.label}` : label,
    was: null,
    type: from.type.type.kind === 'date and time' ? spanOfTimes : spanOfDays,
    required: from.required && to.required,
    unique: false,
    default: null,
    computed: null,
    span,
    meaning: '',
    file,
    line,
    column,
  }
}

/** The fields that a path of a screen means: a span for its two dates, and its half days. */
export function fieldsAt(entity: Entity, name: string): Field[] {
  const field = readableField(entity, name)
  if (!field?.span) return field ? [field] : []
  return datesOfSpan(field.span).flatMap(each => fieldOf(entity, each) ?? [])
}

/** The two dates of a span, and its half days. */
export function datesOfSpan({from, to, halfDays}: Span): string[] {
  return [from, to, ...(halfDays ?? [])]
}

/** A computed list is only used in expressions: pages show values derived from it. */
export function isComputedList({computed, type}: Pick<Field, 'computed' | 'type'>): boolean {
  return computed !== null && type.type.kind === 'list'
}

/** Pages and sentences may name a computed list of dates, and no other: `Wed 16 Dec and Wed 23 Dec`. */
export function isUnshownList(field: Pick<Field, 'computed' | 'type'>): boolean {
  const {type} = field.type
  return isComputedList(field) && !(type.kind === 'list' && type.of.kind === 'date')
}

/** The fields of an entity as people read them: a span in place of its dates, half days and number of days. */
export function shownFields(entity: Entity): Field[] {
  const spans = [...entity.spans.values()]
  const within = new Set(spans.flatMap(fieldsOfSpan))
  return [...entity.fields.values()]
    .filter(field => !isComputedList(field))
    .flatMap(field => {
      const begun = spans.filter(({from}) => from === field.name).flatMap(({name}) => readableField(entity, name) ?? [])
      return begun.length > 0 ? begun : within.has(field.name) ? [] : [field]
    })
}

/** The dates, half days and the number of days or hours of a span. */
export function fieldsOfSpan(span: Span): string[] {
  return [...datesOfSpan(span), ...[span.count, span.hours].filter(name => name !== null)]
}

/** True for a field that counts the days of a span. */
export function isDayCount({spans}: Entity, path: readonly string[]): boolean {
  return path.length === 1 && [...spans.values()].some(({count}) => count === path[0])
}

export function stateFieldOf(entity: Pick<Entity, 'fields'>): Field | null {
  return [...entity.fields.values()].find(field => field.state) ?? null
}

/** The entity that a field refers to, one record or many; null for other fields. */
export function entityReferredTo({type}: Pick<Field, 'type'>): string | null {
  const {storage} = type
  if (storage.kind === 'column') return storage.references
  if (storage.kind !== 'nothing') return storage.entity
  const shown = type.type
  return shown.kind === 'reference' ? shown.entity : null
}

export function isOneRecord({type}: Field): boolean {
  return type.type.kind === 'reference'
}

export function isKnownEntity({entities}: Entities, name: string): boolean {
  return entities.has(name) || engineEntities.has(name)
}

/**
 * The field with the owner of the record: `owner`, or a person field that defaults to the creator. Null if such records
 * have no owner.
 */
export function ownerOf(entity: Entity): Field | null {
  const declared = entity.owner === null ? null : fieldOf(entity, entity.owner)
  if (declared && leadsToPerson(declared)) return declared
  const isFirstMe = (field: Field) => leadsToPerson(field) && field.default?.core?.op === 'me'
  return [...entity.fields.values()].find(isFirstMe) ?? null
}

export function leadsToPerson({type}: Pick<Field, 'type'>): boolean {
  return refersToPerson(type.type)
}

export function refersToPerson(type: Type): boolean {
  return type.kind === 'reference' && type.entity === userEntity
}

/** The place of a name in a bullet that lists several. */
export function placeOfName(text: Text, name: string): Text {
  const spelled = name.split('_').join('[ _]+')
  const match = new RegExp(`(?<![\\w.])${spelled}(?!\\w)`).exec(text.text)
  return match ? sliceOf(text, match.index, match.index + match[0].length) : text
}

/** The same message in every point, so that a missing entity is reported once. */
export function unknownEntity(code: FindingCode, at: Text, {entities}: Entities): Finding {
  const near = nearest(at.text, entities.keys())
  const suggestion =
    near === null
      ? {hint: `Add it to point 3: \`### ${at.text}\`.`}
      : {hint: didYouMean(near), fix: replacing(at, near)}
  return finding(code, at, {message: `Unknown entity \`${at.text}\`.`, ...suggestion})
}

/** The labels of a field's values, if the document defines them. */
export function labelsOf({looks}: Pick<Field, 'looks'>): ReadonlyMap<string, string> {
  return new Map([...(looks ?? [])].flatMap(([word, {label}]) => (label === null ? [] : [[word, label] as const])))
}

/** A number that each new record gets from a counter; such a field is always unique. */
export function isSerial({type: {storage}}: Pick<Field, 'type'>): boolean {
  return storage.kind === 'column' && storage.counter !== null
}

/** Whether it is filled in, by people or by effects. */
export function isWritable({
  computed,
  state,
  setBy,
  type,
}: Pick<Field, 'computed' | 'state' | 'setBy' | 'type'>): boolean {
  const {kind} = type.storage
  return computed === null && !state && !setBy && (kind === 'pairs' || kind === 'column') && !isSerial({type})
}

/** Whether people fill it in. */
export function isEditable(field: Field): boolean {
  const {state, setByEngine, computed, type} = field
  return !state && !setByEngine && computed === null && type.control.control !== 'none' && !isSerial(field)
}

const ofEveryPerson: ReadonlySet<string> = new Set(['name', 'email', 'roles', 'active'])

/** What a new person has to answer, besides name and email. */
export const requiredOfPeople = ({fields}: Entity): readonly Field[] =>
  [...fields.values()].filter(
    field =>
      field.required &&
      field.default === null &&
      !ofEveryPerson.has(field.name) &&
      isEditable(field) &&
      field.type.control.control !== 'file',
  )

// Comments: parts with one text and an author, who alone can change it.

export interface CommentFields {
  readonly text: Field
  /** The author; null if only the engine records who it was. */
  readonly by: Field | null
}

/** A field that is set to the acting person is not asked for. */
export function isActingPerson(field: Field): boolean {
  return field.default?.core?.op === 'me'
}

/** `by`: the field that leads to the record that is talked about. */
export function commentFieldsOf(entity: Entity, by: string): CommentFields | null {
  if (entity.partOf?.field !== by) return null
  const fields = [...entity.fields.values()].filter(field => field.name !== by && isEditable(field))
  const [text, ...texts] = fields.filter(({type}) => type.control.control === 'area')
  const people = [...entity.fields.values()].filter(
    field =>
      field.name !== by && field.type.control.entity === userEntity && (field.setByEngine || fields.includes(field)),
  )
  const others = fields.filter(field => field !== text && !people.includes(field) && field.required && !field.default)
  if (!text || texts.length > 0 || people.length > 1 || others.length > 0) return null
  return {text, by: people[0] ?? null}
}

export const isFile = ({type}: Pick<Field, 'type'>): boolean => type.control.control === 'file'
