/**
 * Random edits of a document and, independent of the store, their expected effect on the records: the oracle of the
 * property test. Names come from small pools, so that old ones occur again.
 */
import type {Json} from '../../src/feel/core.ts'
import {entity} from './store-document.ts'

export interface DraftField {
  readonly name: string
  readonly was: string | null
  readonly type: string
  readonly required: boolean
  readonly unique: boolean
  readonly default: string | null
}

export interface DraftEntity {
  readonly name: string
  readonly was: string | null
  readonly fields: readonly DraftField[]
}

export interface Draft {
  readonly entities: readonly DraftEntity[]
  /** Written as one file, or as a folder with one file per entity. */
  readonly folder: boolean
}

export interface Edit {
  readonly op: number
  readonly a: number
  readonly b: number
  readonly c: number
}

export const firstDraft: Draft = {
  folder: false,
  entities: [{name: 'Alpha', was: null, fields: [plainField('one', 'text 0..20'), plainField('two', 'number')]}],
}

function plainField(name: string, type: string): DraftField {
  return {name, was: null, type, required: false, unique: false, default: null}
}

const entityNames = ['Alpha', 'Beta', 'Gamma', 'Delta']
const fieldNames = ['one', 'two', 'three', 'four', 'five', 'six']
const types = [
  'text 0..20',
  'text 0..3',
  'text',
  'long text',
  'number',
  'number 0..100',
  'decimal 1',
  'decimal 2',
  'yes/no',
  'date',
  'time',
  'date and time',
  'duration',
  'email',
  'one of low, mid, high',
  'any of red, green',
  'User',
  'many User',
  'serial from 5',
]

export const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)]

type Editor = (draft: Draft, edit: Edit) => Draft

const editors: readonly Editor[] = [
  (draft, {a, b, c}) => changeEntity(draft, a, entity => addField(entity, b, c)),
  (draft, {a, b, c}) => changeEntity(draft, a, entity => addField(entity, b, c)),
  (draft, {a, b, c}) => changeField(draft, {a, b}, field => renamedTo(field, pick(fieldNames, c))),
  (draft, {a, b, c}) => changeField(draft, {a, b}, field => retyped(field, pick(types, c) ?? 'text')),
  (draft, {a, b, c}) => changeField(draft, {a, b}, field => retyped(field, nearType(field.type, c))),
  (draft, {a, b}) => changeField(draft, {a, b}, field => ({...field, required: !field.required})),
  (draft, {a, b}) => changeField(draft, {a, b}, field => ({...field, unique: !field.unique})),
  (draft, {a, b, c}) => changeField(draft, {a, b}, field => changeWord(field, c)),
  (draft, {a, b}) => changeEntity(draft, a, entity => without(entity, b)),
  (draft, {a, b}) => changeEntity(draft, a, entity => renamedTo(entity, pick(entityNames, b))),
  (draft, {a}) => addEntity(draft, pick(entityNames, a) ?? 'Alpha'),
  (draft, {a}) => ({...draft, entities: draft.entities.filter((_, index) => index !== a % 4)}),
  draft => ({...draft, folder: !draft.folder}),
  draft => ({...draft, entities: draft.entities.map(each => withoutNotes(each))}),
  (draft, {a, b}) => changeField(draft, {a, b}, field => ({...field, default: defaultOf(field)})),
  draft => ({
    ...draft,
    entities: draft.entities.toReversed().map(each => ({...each, fields: each.fields.toReversed()})),
  }),
]

export function edited(draft: Draft, edit: Edit): Draft {
  return pick(editors, edit.op)?.(draft, edit) ?? draft
}

function changeEntity(draft: Draft, at: number, change: (entity: DraftEntity) => DraftEntity): Draft {
  const chosen = pick(draft.entities, at)
  return {...draft, entities: draft.entities.map(each => (each === chosen ? change(each) : each))}
}

function changeField(draft: Draft, at: {a: number; b: number}, change: (field: DraftField) => DraftField): Draft {
  return changeEntity(draft, at.a, entity => {
    const chosen = pick(entity.fields, at.b)
    return {...entity, fields: entity.fields.map(each => (each === chosen ? change(each) : each))}
  })
}

function addField(entity: DraftEntity, b: number, c: number): DraftEntity {
  const name = pick(fieldNames, b) ?? 'one'
  if (entity.fields.some(field => field.name === name)) return entity
  const field = plainField(name, pick(types, c) ?? 'text')
  const required = Math.floor(c / types.length) % 2 === 1
  return {...entity, fields: [...entity.fields, {...field, required, default: required ? defaultOf(field) : null}]}
}

function renamedTo<T extends {name: string; was: string | null}>(named: T, name: string | undefined): T {
  return name === undefined || name === named.name ? named : {...named, name, was: named.name}
}

function retyped(field: DraftField, type: string): DraftField {
  return {...field, type, default: null}
}

/** A type that most values fit. */
function nearType(type: string, at: number): string {
  const families = [
    ['text 0..20', 'text 0..3', 'text', 'long text', 'one of low, mid, high', 'email'],
    ['number', 'number 0..100', 'decimal 1', 'decimal 2', 'text 0..20'],
  ]
  const family = families.find(each => each.includes(type)) ?? types
  return pick(family, at) ?? type
}

/** Adds, renames or removes a word of a choice. */
function changeWord(field: DraftField, at: number): DraftField {
  const [, head, list] = /^(one of|any of) (.*)$/.exec(field.type) ?? []
  if (head === undefined || list === undefined) return field
  const words = list.split(', ').map(word => word.replace(/ \(was .*\)/, ''))
  const chosen = pick(words, at) ?? ''
  const free = ['low', 'mid', 'high', 'red', 'green', 'blue'].find(word => !words.includes(word)) ?? 'white'
  const changed = [
    [...words, free],
    words.map(word => (word === chosen ? `${free} (was ${word})` : word)),
    words.length > 1 ? words.filter(word => word !== chosen) : words,
  ]
  return {...field, type: `${head} ${(pick(changed, Math.floor(at / 7)) ?? words).join(', ')}`, default: null}
}

function without(entity: DraftEntity, at: number): DraftEntity {
  const gone = pick(entity.fields, at)
  return {...entity, fields: entity.fields.filter(field => field !== gone)}
}

function addEntity(draft: Draft, name: string): Draft {
  if (draft.entities.some(each => each.name === name)) return draft
  return {...draft, entities: [...draft.entities, {name, was: null, fields: [plainField('one', 'text')]}]}
}

function withoutNotes(entity: DraftEntity): DraftEntity {
  return {
    ...entity,
    was: null,
    fields: entity.fields.map(field => ({...field, was: null, type: plainType(field.type)})),
  }
}

const plainType = (type: string): string => type.replace(/ \(was [^)]*\)/g, '')

export function wordsOf(type: string): string[] | null {
  const list = /^(?:one|any) of (.*)$/.exec(plainType(type))?.[1]
  return list?.split(', ') ?? null
}

function defaultOf({type}: DraftField): string | null {
  const known: Record<string, string> = {number: '7', 'number 0..100': '7', 'decimal 1': '1.5', 'yes/no': 'no'}
  if (/^text|^long text/.test(type)) return '"abc"'
  return known[type] ?? (type.startsWith('one of') ? (wordsOf(type)?.[0] ?? null) : null)
}

/** The default as JSON. */
export function defaultValue({default: text}: DraftField): Json {
  if (text === null) return null
  if (/^[\d.]+$/.test(text)) return Number(text)
  return text === 'no' ? false : text.replaceAll('"', '')
}

export function writtenAs(draft: Draft): Record<string, string> {
  const heading = '## 3. Entities\n\n'
  const texts = draft.entities.map(each => entity(noted(each), each.fields.map(rowOf)))
  if (!draft.folder || texts.length < 2) return {'app.md': `# Test\n\n${heading}${texts.join('\n')}`}
  return Object.fromEntries(texts.map((text, index) => [`${index}.md`, `# Test\n\n${heading}${text}`]))
}

const noted = ({name, was}: {name: string; was: string | null}): string =>
  was === null ? name : `${name} (was ${was})`

function rowOf(field: DraftField): string {
  const yes = (is: boolean) => (is ? 'yes' : '')
  return [noted(field), field.type, yes(field.required), field.default ?? '', yes(field.unique)].join(' | ')
}
