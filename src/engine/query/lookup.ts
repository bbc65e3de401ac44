/** Finds the records that texts in some input refer to, by id or by a unique field, with one query for all of them. */
import type {Core} from '../../feel/core.ts'
import {type Type, textType} from '../../feel/type.ts'
import type {Reference} from '../../feel/value.ts'
import type {Locale} from '../../points/entities/field-type.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {readId} from '../../points/entities/values/id.ts'
import {compared, conjunction, either, fieldCore, onlyIf, parameterCore, thisCore} from '../base/core-build.ts'
import type {RequestTime} from '../base/request-time.ts'
import type {Visibility} from '../permissions/visibility.ts'
import {type QueryContext, select} from './select.ts'

export interface LookupQuery {
  readonly entity: string
  readonly text: string
}

/** Records the lookups and pretends they succeed, so that the whole input is parsed. */
export function listening(moment: RequestTime): {locale: Locale; wanted: LookupQuery[]} {
  const wanted: LookupQuery[] = []
  const find = (entity: string, text: string) => {
    wanted.push({entity, text})
    return {entity, id: text}
  }
  return {locale: {...localeOf(moment), find}, wanted}
}

export function localeOf({language, zone, currency, local}: RequestTime): Locale {
  return {
    language,
    zone,
    year: local.date.year,
    currency,
    nameOf: reference => reference.id,
    keyOf: reference => reference.id,
    find: () => null,
  }
}

/** Resolves the lookups. A text that matches several records matches none. */
export async function findAll(
  reading: QueryContext,
  visibility: Visibility,
  wanted: readonly LookupQuery[],
): Promise<Locale['find']> {
  const found = new Map<string, Reference | null>()
  const byEntity = Map.groupBy(wanted, each => each.entity)
  for (const [name, texts] of byEntity) {
    const entity = visibility.entity(name)
    // Texts that a database cannot store match no record.
    const different = [...new Set(texts.map(each => each.text))].filter(isClean)
    if (entity) await findIn(reading, visibility, {entity, texts: different, found})
  }
  return (entity, text) => {
    const names = [text, readId(text), /^\d{1,15}$/.test(text) ? String(Number(text)) : null]
    const known = names.find(name => name !== null && found.has(`${entity} ${name}`))
    return found.get(`${entity} ${known}`) ?? null
  }
}

const isClean = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

interface FindIn {
  readonly entity: Entity
  readonly texts: readonly string[]
  readonly found: Map<string, Reference | null>
}

const atOnce = 200
const few = 5
const mostFound = 5000

async function findIn(reading: QueryContext, visibility: Visibility, {entity, texts, found}: FindIn): Promise<void> {
  const keys = keyFields(entity)
  for (let start = 0; start < texts.length; start += atOnce) {
    const some = texts.slice(start, start + atOnce)
    const meant = some.flatMap((text, index) => meanings({entity: entity.name, keys}, text, index))
    if (meant.length === 0) continue
    const columns = [
      idCore(entity.name),
      ...keys.map(field => onlyIf(visibility.seesField(entity.name, field.name), keyCore(entity.name, field))),
    ]
    const rows = await select(reading, {
      from: visibility.records(entity.name),
      where: [either(meant.map(each => meaningCore(visibility, entity.name, each)))],
      columns,
      limit: mostFound,
      parameters: new Map(meant.map(({parameter, value}) => [parameter, value])),
      // Rows of an import and the values of a form look up one text, or a few.
      ...(some.length <= few ? {held: {owner: visibility, name: `find ${meant.map(({parameter}) => parameter)}`}} : {}),
    })
    for (const [id, ...values] of rows) {
      const reference = {entity: entity.name, id: String(id)}
      const names = new Set([String(id), ...values.filter(value => value !== null).map(String)])
      for (const name of names) note(found, `${entity.name} ${name}`, reference)
    }
  }
}

/** The keys of an entity's records that the actor may see; a sample if there are very many. */
export async function keyTexts(reading: QueryContext, visibility: Visibility, name: string): Promise<string[]> {
  const entity = visibility.entity(name)
  const keys = entity ? keyFields(entity) : []
  if (keys.length === 0) return []
  const columns = keys.map(field => onlyIf(visibility.seesField(name, field.name), keyCore(name, field)))
  const rows = await select(reading, {from: visibility.records(name), where: [], columns, limit: mostFound})
  return rows.flatMap(row => row.filter(value => value !== null).map(String))
}

function note(found: Map<string, Reference | null>, key: string, reference: Reference): void {
  const earlier = found.get(key)
  found.set(key, earlier === undefined || earlier?.id === reference.id ? reference : null)
}

/** Unique texts and numbers, and the one field that names a record. */
export function keyFields({fields, namedBy}: Entity): Field[] {
  const [only, ...more] = namedBy.parts
  const naming = only?.kind === 'path' && only.path.length === 1 && more.length === 0 ? only.path[0] : null
  return [...fields.values()].filter(field => {
    const {kind} = field.type.type
    if (field.computed !== null || field.type.storage.kind !== 'column') return false
    return (kind === 'text' || kind === 'number') && (field.unique || field.name === naming)
  })
}

/** One meaning of a text: an id, or the value of a key. */
interface Meaning {
  readonly field: Pick<Field, 'name'>
  readonly core: Core
  readonly type: Type
  readonly parameter: string
  readonly value: string | number
}

function meanings({entity, keys}: {entity: string; keys: readonly Field[]}, text: string, index: number): Meaning[] {
  const id = readId(text)
  const byKey = keys.flatMap((field): Meaning[] => {
    const {type} = field.type
    const value = type.kind === 'text' ? text : /^\d{1,15}$/.test(text) ? Number(text) : null
    if (value === null) return []
    return [{field, core: keyCore(entity, field), type, parameter: `${field.name} ${index}`, value}]
  })
  if (id === null) return byKey
  return [{field: idField, core: idCore(entity), type: textType, parameter: `id ${index}`, value: id}, ...byKey]
}

const idField = {name: 'id'}

/** By a key only if the actor may see it, so that nobody can find out by guessing whether a value is taken. */
function meaningCore(visibility: Visibility, entity: string, {field, core, type, parameter}: Meaning): Core {
  const same = compared(core, '=', parameterCore(parameter, type))
  return field === idField ? same : conjunction([visibility.seesField(entity, field.name), same])
}

function idCore(entity: string): Core {
  return fieldCore(thisCore(entity), entity, {name: 'id', type: {kind: 'text'}})
}

function keyCore(entity: string, field: Field): Core {
  return fieldCore(thisCore(entity), entity, {name: field.name, type: field.type.type})
}
