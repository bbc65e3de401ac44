/** A small schema with every kind of field, as a scope for typing and as tables on both databases. */
import type {Core} from '../../src/feel/core.ts'
import {type FieldScope, type Scope, type Type, type} from '../../src/feel/index.ts'
import type {EntityTable, FieldTable, Representation, Tables} from '../../src/feel/sql/tables.ts'
import {
  booleanType,
  dateTimeType,
  dateType,
  daysType,
  listOf,
  monthsType,
  numberType,
  textType,
  timeType,
} from '../../src/feel/type.ts'
import type {DatabaseName} from '../kit/databases.ts'

export interface StoredField {
  readonly name: string
  readonly type: Type
  readonly holds: Representation
  readonly required?: boolean
}

export const levels = ['low', 'normal', 'high', 'urgent'] as const
export const skills = ['paint', 'weld', 'sew'] as const

const to = (entity: string): Type => ({kind: 'reference', entity})
const level: Type = {kind: 'choice', words: levels}
const id: Representation = {as: 'id'}
const number = (places: number): Representation => ({as: 'number', places})

export const stored: Readonly<Record<string, readonly StoredField[]>> = {
  Person: [
    {name: 'name', type: textType, holds: {as: 'text'}, required: true},
    {name: 'born', type: dateType, holds: {as: 'date'}},
    {name: 'manager', type: to('Person'), holds: id},
    {name: 'active', type: booleanType, holds: {as: 'boolean'}, required: true},
  ],
  Tag: [
    {name: 'label', type: textType, holds: {as: 'text'}, required: true},
    {name: 'weight', type: numberType, holds: number(3)},
  ],
  Item: [
    {name: 'title', type: textType, holds: {as: 'text'}, required: true},
    {name: 'note', type: textType, holds: {as: 'text'}},
    {name: 'flag', type: booleanType, holds: {as: 'boolean'}, required: true},
    {name: 'maybe', type: booleanType, holds: {as: 'boolean'}},
    {name: 'whole', type: numberType, holds: number(0), required: true},
    {name: 'few', type: numberType, holds: number(0)},
    {name: 'price', type: numberType, holds: number(2)},
    {name: 'rate', type: numberType, holds: number(6), required: true},
    {name: 'hours', type: numberType, holds: {as: 'number', places: 2, most: 24}},
    {name: 'day', type: dateType, holds: {as: 'date'}, required: true},
    {name: 'due', type: dateType, holds: {as: 'date'}},
    {name: 'clock', type: timeType, holds: {as: 'time'}},
    {name: 'made', type: dateTimeType, holds: {as: 'date and time'}, required: true},
    {name: 'done', type: dateTimeType, holds: {as: 'date and time'}},
    {name: 'span', type: daysType, holds: {as: 'days duration'}},
    {name: 'term', type: monthsType, holds: {as: 'months duration'}},
    {name: 'level', type: level, holds: {as: 'text'}, required: true},
    {name: 'mood', type: level, holds: {as: 'text'}},
    {name: 'needs', type: listOf({kind: 'choice', words: skills}), holds: {as: 'words'}},
    {name: 'owner', type: to('Person'), holds: id},
    {name: 'maker', type: to('Person'), holds: id, required: true},
    {name: 'parent', type: to('Item'), holds: id},
  ],
}

/** Computed fields, which may use the ones before them. */
const computed: Readonly<Record<string, Readonly<Record<string, {type: Type; text: string}>>>> = {
  Item: {
    double: {type: numberType, text: 'whole * 2 + rate'},
    ratio: {type: numberType, text: 'price / few'},
    late: {type: booleanType, text: 'due < today() and not(maybe)'},
    boss: {type: to('Person'), text: 'owner.manager'},
    total: {type: numberType, text: 'sum(parts.price) + count(parts[flag])'},
    soonest: {type: dateType, text: 'min(parts.due)'},
    work: {type: numberType, text: 'working days(day, due, parts.day)'},
  },
  Person: {
    initial: {type: textType, text: 'upper case(substring(name, 1, 1))'},
    load: {type: numberType, text: 'sum(items.ratio)'},
  },
  Tag: {},
}

const lists: Readonly<Record<string, Readonly<Record<string, FieldTable & {kind: 'list' | 'many'}>>>> = {
  Item: {
    parts: {kind: 'list', entity: 'Item', by: 'parent'},
    tags: {kind: 'many', entity: 'Tag', table: 'item_tags', owner: 'item', target: 'tag'},
  },
  Person: {items: {kind: 'list', entity: 'Item', by: 'owner'}},
  Tag: {},
}

export const entities = Object.keys(stored)

function fieldsOf(entity: string): ReadonlyMap<string, FieldScope> {
  return new Map<string, FieldScope>([
    ['id', {type: textType}],
    ...(stored[entity] ?? []).map((field): [string, FieldScope] => [field.name, {type: field.type}]),
    ...Object.entries(computed[entity] ?? {}).map(([name, field]): [string, FieldScope] => [name, {type: field.type}]),
    ...Object.entries(lists[entity] ?? {}).map(([name, field]): [string, FieldScope] => [
      name,
      {type: listOf(to(field.entity)), relation: true},
    ]),
  ])
}

export const scope: Scope = {
  entities: new Map(entities.map(entity => [entity, fieldsOf(entity)])),
  entity: 'Item',
  me: 'Person',
  old: true,
  constants: new Map([
    ['LIMIT', {type: numberType, value: 20}],
    ['RATE', {type: numberType, value: '0.0825'}],
    ['WINDOW', {type: daysType, value: 'P14D'}],
  ]),
  inputs: new Map<string, Type>([
    ['given', numberType],
    ['words', textType],
    ['when', dateType],
    ['person', to('Person')],
  ]),
}

export function coreOf(text: string, entity = 'Item'): Core {
  const typed = type(text, {...scope, entity})
  if (!typed.ok) throw new Error(`${text}\n${JSON.stringify(typed.problems, null, 2)}`)
  return typed.core
}

export const computedCores: ReadonlyMap<string, Core> = new Map(
  entities.flatMap(entity =>
    Object.entries(computed[entity] ?? {}).map(([name, {text}]): [string, Core] => [
      `${entity}.${name}`,
      coreOf(text, entity),
    ]),
  ),
)

const tableName = (entity: string): string => entity.toLowerCase()

function entityTable(entity: string): EntityTable {
  return {
    table: tableName(entity),
    id: 'id',
    fields: new Map<string, FieldTable>([
      ...(stored[entity] ?? []).map((field): [string, FieldTable] => [
        field.name,
        {kind: 'column', column: field.name, holds: field.holds, required: field.required === true},
      ]),
      ...Object.keys(computed[entity] ?? {}).flatMap((name): [string, FieldTable][] => {
        const core = computedCores.get(`${entity}.${name}`)
        return core === undefined ? [] : [[name, {kind: 'computed', core}]]
      }),
      ...Object.entries(lists[entity] ?? {}),
    ]),
  }
}

export const tables: Tables = new Map(entities.map(entity => [entity, entityTable(entity)]))

const columnTypes: Record<DatabaseName, (holds: Representation) => string> = {
  sqlite: holds => (['boolean', 'number', 'days duration', 'months duration'].includes(holds.as) ? 'integer' : 'text'),
  postgres: holds => {
    switch (holds.as) {
      case 'number':
        return holds.places === 0 ? 'bigint' : `numeric(20, ${holds.places})`
      case 'date and time':
        return 'timestamptz(3)'
      case 'time':
        return 'time(0)'
      case 'days duration':
      case 'months duration':
        return 'bigint'
      case 'id':
        return 'uuid'
      case 'words':
        return 'jsonb'
      case 'text':
        return 'text collate "C"'
      default:
        return holds.as
    }
  },
}

export function createTables(name: DatabaseName): string {
  const typed = (field: StoredField): string =>
    `"${field.name}" ${columnTypes[name](field.holds)}${field.required === true ? ' not null' : ''}`
  const idType = name === 'sqlite' ? 'text' : 'uuid'
  return [
    ...entities.map(
      entity =>
        `create table "${tableName(entity)}" (id ${idType} primary key, ${(stored[entity] ?? []).map(typed).join(', ')});`,
    ),
    `create table item_tags (item ${idType} not null, tag ${idType} not null, primary key (item, tag));`,
  ].join('\n')
}
