/**
 * From a checked document to the target of a plan: its schema, its types, and the values of existing records in new
 * fields.
 */
import {type DateTime, fromMillis} from '../../feel/calendar.ts'
import type {Environment} from '../../feel/environment.ts'
import {evaluate} from '../../feel/index.ts'
import type {Reads} from '../../feel/scope.ts'
import type {SqlContext} from '../../feel/sql/to-sql.ts'
import type {FieldUse, Locale} from '../../points/entities/field-type.ts'
import {plainLocale} from '../../points/entities/field-type.ts'
import {fieldOf, isSerial} from '../../points/entities/lookup.ts'
import type {Entities, Entity, Field} from '../../points/entities/model.ts'
import {engineEntities, ownFields, position, userEntity} from '../../points/entities/own-fields.ts'
import {isEmptyValue} from '../../points/entities/run.ts'
import {readKeptType} from '../../points/entities/types.ts'
import type {Limits, Settings} from '../../points/limits/model.ts'
import {weekdayNumber} from '../../points/limits/value.ts'
import {type RequiredIndex, schemaOf} from '../document-schema.ts'
import type {Schema} from '../schema.ts'
import type {Fill} from './change.ts'

// The target.

export interface Target {
  readonly schema: Schema
  readonly locale: Locale
  /** The clock and the calendar of expressions. */
  readonly clock: Pick<SqlContext, 'now' | 'zone' | 'workingWeek'>
  use(entity: string, field: string): FieldUse
  /** Text and number fields that identify a record to people: its number, and its name. */
  namedBy(entity: string): readonly string[]
  /** The kind of a field's words. */
  wordsOf(entity: string, field: string): 'choice' | 'state' | 'role'
  /** The value of existing records in a new required field. */
  fill(entity: string, field: string): Fill
  /** A type as written in this document. */
  later(written: string): FieldUse | null
  /** A type as written in an earlier document; null if this version can no longer read it. */
  earlierUse(written: string, settings: Schema['settings']): FieldUse | null
}

// From a document to its target.

/** The stored parts of a document. */
export interface Keeping {
  readonly entities: Entities
  readonly limits: Limits
}

export interface TargetOptions {
  readonly wishes?: () => readonly RequiredIndex[]
  /** The fields in the search index. */
  readonly searched?: ReadonlyMap<string, ReadonlySet<string>>
  readonly now?: Date
}

export function planTarget({entities, limits}: Keeping, options: TargetOptions = {}): Target {
  const {settings} = limits
  const locale: Locale = {...plainLocale, zone: settings.TIME_ZONE, currency: settings.CURRENCY}
  const environment = environmentAt(options.now ?? new Date(), settings)
  return {
    schema: {...schemaOf(entities, {currency: settings.CURRENCY}, options.wishes?.()), ...searchedIn(options)},
    locale,
    clock: {now: environment.now, zone: settings.TIME_ZONE, workingWeek: environment.workingWeek},
    use: (entity, name) => fieldIn(entities, entity, name).type,
    namedBy: name => namingFields(entities.entities.get(name)),
    wordsOf: (entity, name) => wordsOf(entity, fieldIn(entities, entity, name)),
    fill: (entity, name) => fillOf(fieldIn(entities, entity, name), environment, locale),
    later: written => readKeptType(written, {currency: settings.CURRENCY}),
    earlierUse: readKeptType,
  }
}

function searchedIn({searched}: TargetOptions): Pick<Schema, 'searched'> {
  return searched ? {searched: [...searched].map(([entity, fields]) => [entity, [...fields]])} : {}
}

function fieldIn({entities}: Entities, entity: string, name: string): Field {
  const declared = entities.get(entity)
  const field = declared ? fieldOf(declared, name) : (engineEntities.get(entity)?.get(name) ?? ownFields.get(name))
  if (!field) throw new Error(`There is no field ${entity}.${name}.`)
  return field
}

function namingFields(entity: Entity | undefined): string[] {
  if (!entity) return []
  const named = entity.namedBy.parts.flatMap(part => (part.kind === 'path' ? part.path.slice(0, 1) : []))
  const fields = [...entity.fields.values()].filter(({type: {type, storage}}) => {
    if (storage.kind !== 'column') return false
    // Decimals are stored in their smallest unit, which is not what people read.
    return type.kind === 'text' || (storage.holds.as === 'number' && storage.holds.places === 0)
  })
  const chosen = [...fields.filter(isSerial), ...fields.filter(({name}) => named.includes(name))]
  return [...new Set(chosen.map(({name}) => name))]
}

function wordsOf(entity: string, {name, state}: Field): 'choice' | 'state' | 'role' {
  if (entity === userEntity && name === 'roles') return 'role'
  return state ? 'state' : 'choice'
}

function fillOf(field: Field, environment: Environment, locale: Locale): Fill {
  const {type, default: said} = field
  // Existing line items are numbered in the order of creation.
  if (field === position) return {kind: 'numbers', from: 1}
  if (type.storage.kind === 'column' && type.storage.counter !== null)
    return {kind: 'numbers', from: type.storage.counter}
  if (!said?.core) return {kind: 'nothing', why: null}
  if (!said.reads || dependsOnPerson(said.reads)) return {kind: 'nothing', why: notTheSame(said.text.text)}
  const judged = type.fit(evaluate(said.core, environment))
  if (!judged.ok || isEmptyValue(judged.value)) return {kind: 'nothing', why: notTheSame(said.text.text)}
  return {kind: 'value', shown: type.toText(judged.value, locale), stored: storedOf(type, judged.value)}
}

function storedOf(type: FieldUse, value: Parameters<FieldUse['toColumn']>[0]) {
  return {sqlite: type.toColumn(value, 'sqlite'), postgres: type.toColumn(value, 'postgres')}
}

/** Existing records were created by other people and among other records. */
function dependsOnPerson({me, old, fields, relations, entities, inputs}: Reads): boolean {
  return me || old || fields.size + relations.size + entities.size + inputs.size > 0
}

const notTheSame = (text: string): string =>
  `Its default \`${text}\` gives the records that are there nothing. Make the field optional first, and fill it in.`

function environmentAt(now: Date, {TIME_ZONE: zone, WORKING_WEEK: week}: Settings): Environment {
  return {
    world: {all: () => [], field: () => null},
    this: null,
    me: null,
    old: null,
    inputs: new Map(),
    now: instantOf(now),
    zone,
    workingWeek: week.map(weekdayNumber),
  }
}

function instantOf(now: Date): DateTime {
  const instant = fromMillis(now.getTime())
  if (instant === null) throw new RangeError('The clock shows a year that no calendar has.')
  return instant
}
