/** References to records, one or several: how they are read, written and stored. Files are records, too. */
import type {Json} from '../../../feel/core.ts'
import {isList, isReference, type List, type Reference, type Value} from '../../../feel/value.ts'
import type {Behaviour} from '../define-type.ts'
import {accepted, invalid, type Locale, type ValidationResult} from '../field-type.ts'
import {referenceColumn, storedText} from './column.ts'

type OneAnswers =
  | 'type'
  | 'storage'
  | 'sort'
  | 'filter'
  | 'is'
  | 'fromText'
  | 'display'
  | 'fromJson'
  | 'fit'
  | 'toText'
  | 'toForm'
  | 'toCsv'
  | 'toJson'
  | 'toColumn'
  | 'fromColumn'

export function oneReference(entity: string): Pick<Behaviour<Reference>, OneAnswers> {
  return {
    type: {kind: 'reference', entity},
    storage: referenceColumn(entity),
    sort: {sort: 'name', entity},
    display: 'text',
    filter: {filter: 'record', entity},
    is: (value: Value): value is Reference => isReference(value),
    fromText: (text, locale) => find(entity, text, locale),
    fromJson: (json, locale) => (typeof json === 'string' ? find(entity, json, locale) : missing()),
    fit: value => (value.entity === entity ? accepted(value) : missing()),
    toText: (value, locale) => locale.nameOf(value),
    toForm: value => [value.id],
    toCsv: (value, locale) => locale.keyOf(value),
    toJson: value => value.id,
    toColumn: value => value.id,
    fromColumn: stored => ({entity, id: storedText(stored)}),
  }
}

function find(entity: string, text: string, locale: Locale): ValidationResult {
  const found = locale.find(entity, text.trim())
  return found === null ? missing({entity, value: text.trim()}) : accepted(found)
}

function missing(values: Readonly<Record<string, string>> = {}): ValidationResult {
  return invalid('NO_SUCH_RECORD', values)
}

type ManyAnswers = Exclude<OneAnswers, 'storage'> | 'empty' | 'fromForm' | 'fromCsv'

/** Bounds the number of records that one request can link. */
const mostLinks = 1000

export function manyReferences(entity: string): Pick<Behaviour<List>, ManyAnswers> {
  const findAll = (texts: readonly string[], locale: Locale) => allOf(texts, text => find(entity, text, locale))
  return {
    type: {kind: 'list', of: {kind: 'reference', entity}},
    empty: [],
    sort: {sort: 'none'},
    display: 'text',
    filter: {filter: 'record', entity},
    is: isList,
    fromText: (text, locale) => findAll([text], locale),
    fromForm: findAll,
    fromCsv: (text, locale) => findAll(splitKeys(text), locale),
    fromJson: (json, locale) => (isTexts(json) ? findAll(json, locale) : missing()),
    fit: value => (references(value).every(each => each.entity === entity) ? accepted(distinct(value)) : missing()),
    toText: (value, locale) =>
      references(value)
        .map(each => locale.nameOf(each))
        .join(', '),
    toForm: value => references(value).map(each => each.id),
    toCsv: (value, locale) => joinKeys(references(value).map(each => locale.keyOf(each))),
    toJson: value => references(value).map(each => each.id),
    toColumn: () => null,
    fromColumn: () => [],
  }
}

function allOf(texts: readonly string[], findOne: (text: string) => ValidationResult): ValidationResult {
  const given = texts.filter(text => text.trim() !== '')
  if (given.length > mostLinks) return invalid('TOO_MANY', {most: String(mostLinks)})
  const found: Value[] = []
  for (const text of given) {
    const one = findOne(text)
    if (!one.ok) return one
    found.push(one.value)
  }
  return accepted(distinct(found))
}

/** Ordered by id, as relations are read, without duplicates. */
function distinct(value: List): List {
  const byId = new Map(references(value).map(each => [each.id, each]))
  return [...byId.keys()].sort().flatMap(id => byId.get(id) ?? [])
}

function references(value: List): Reference[] {
  return value.filter(isReference)
}

function isTexts(json: Json): json is readonly string[] {
  return Array.isArray(json) && json.every(item => typeof item === 'string')
}

/** A semicolon inside a name is escaped. */
function joinKeys(keys: readonly string[]): string {
  return keys.map(key => key.replace(/[\\;]/g, '\\$&')).join('; ')
}

function splitKeys(text: string): string[] {
  const keys = text.match(/(?:\\.|[^\\;])+/gs) ?? []
  return keys.map(key => key.trim().replace(/\\(.)/gs, '$1'))
}

// Files are records of the built-in entity `file`, which a file field refers to.

/** In lower case, so that no entity of a document can have this name. */
export const fileEntity = 'file'

/** Where the content of a file is in the folder of uploaded files; it is named by its digest. */
export const contentPath = (content: string): string => `${content.slice(0, 2)}/${content}`

/** Image formats that browsers show and that cannot contain code. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif'
