/**
 * Built-in declarations: the fields of every record, those of `User`, the entity of uploaded files, and reserved names.
 */

import type {RawPoint} from '../../document/raw.ts'
import {keywords} from '../../feel/syntax/parse.ts'
import {literalDefault} from './expression.ts'
import {accepted, type FieldUse, invalid, type ValidationResult} from './field-type.ts'
import type {Entity, Field} from './model.ts'
import {labelOfName, splitWas, spokenField} from './names.ts'
import {anyOf, yesNo} from './types/choice.ts'
import {email} from './types/contact.ts'
import {dateAndTime} from './types/date.ts'
import {number} from './types/number.ts'
import {id, reference} from './types/reference.ts'
import {text} from './types/text.ts'
import type {ChoiceWords} from './values/choices.ts'
import {fileEntity} from './values/references.ts'

export const nowhere = {file: '', line: 1, column: 1}
export const userEntity = 'User'

type Own = Partial<Pick<Field, 'required' | 'unique' | 'default' | 'meaning'>>

function own(name: string, type: FieldUse, said: Own = {}): Field {
  return {
    name,
    label: labelOfName(name),
    was: null,
    type,
    required: false,
    unique: false,
    default: null,
    offers: null,
    computed: null,
    state: false,
    setByEngine: false,
    meaning: '',
    source: null,
    ...nowhere,
    ...said,
  }
}

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  return new Map(fields.map(field => [field.name, field]))
}

const instant = dateAndTime.use(null)
const person = reference.use(userEntity)

/** Every record has these fields; people cannot fill them in. */
export const ownFields: ReadonlyMap<string, Field> = byName([
  own('id', id.use(null), {required: true, unique: true}),
  own('created', instant, {required: true}),
  own('created_by', person),
  own('updated', instant, {required: true}),
  own('updated_by', person),
  own('version', number.use({places: 0, least: 1, most: null}), {required: true}),
])

/** The position of a part among the parts of its owner, from the order in the owner's form. */
export const position: Field = own('position', number.use({places: 0, least: 1, most: null}), {required: true})

const partFields: ReadonlyMap<string, Field> = new Map([...ownFields, [position.name, position]])

/** Built-in fields of an entity: those of every record, and the position of a part. */
export function ownFieldsOf({partOf}: Pick<Entity, 'partOf'>): ReadonlyMap<string, Field> {
  return partOf === null ? ownFields : partFields
}

/** `roles`: the roles of point 6. */
export function userFields(roles: ChoiceWords, language: string): ReadonlyMap<string, Field> {
  const active = yesNo.use(null)
  const fields = [
    own('name', text.use({least: 1, most: 120, accept: validatePersonName}), {required: true}),
    own('email', email.use(null), {required: true, unique: true}),
    own('roles', anyOf.use(roles)),
    own('active', active, {required: true, default: literalDefault(active, true), meaning: 'can sign in'}),
  ]
  return byName(fields.map(field => spokenField(field, language)))
}

/** The fields of an uploaded file that expressions can use. */
export const fileFields: ReadonlyMap<string, Field> = byName([
  own('name', text.use({least: 1, most: 250}), {required: true}),
  own('media_type', text.use({least: 1, most: 120}), {required: true}),
  own('size', number.use({places: 0, least: 0, most: null}), {required: true, meaning: 'bytes'}),
  own('content', text.use({least: 64, most: 64}), {
    required: true,
    meaning: 'SHA-256 of the bytes, by which they are kept',
  }),
])

/** Built-in entities with their fields. */
export const engineEntities: ReadonlyMap<string, ReadonlyMap<string, Field>> = new Map([[fileEntity, fileFields]])

// Names of people: a word that mixes similar alphabets (a Cyrillic `а` in a Latin name) could imitate another name.

const alike = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(name => new RegExp(`\\p{Script=${name}}`, 'u'))

function validatePersonName(text: string): ValidationResult {
  const mixed = text.split(/[\s\p{P}]+/u).some(word => alike.filter(script => script.test(word)).length > 1)
  return mixed ? invalid('MIXED_ALPHABETS') : accepted(text)
}

// The role names of point 6, as the choices of `User.roles`.

/** While point 6 is empty there is one role. */
export function roleWords(point: RawPoint): ChoiceWords {
  const words = new Set<string>()
  const renamed = new Map<string, string>()
  for (const cell of roleCells(point)) {
    for (const part of cell.split(',')) {
      const named = splitWas(part.trim())
      if (named === null || named.name === '') continue
      words.add(named.name)
      if (named.was !== null) renamed.set(named.was, named.name)
    }
  }
  return words.size === 0 ? {words: ['Member'], renamed} : {words: [...words], renamed}
}

function roleCells(point: RawPoint): string[] {
  const tables = point.sections.flatMap(section => section.blocks).filter(block => block.kind === 'table')
  return tables.flatMap(table => {
    const column = table.header.cells.findIndex(cell => cell.text.toLowerCase() === 'role')
    return column < 0 ? [] : table.rows.map(row => row.cells[column]?.text ?? '')
  })
}

// Reserved names that fields cannot have.

/** Words of the expression language; an expression could not name such a field. */
const words = new Set([...keywords, 'this', 'me', 'old', 'item', 'external'])

export function whyReserved(name: string): string | null {
  if (ownFields.has(name)) return `Every record has the built-in field \`${name}\`.`
  return words.has(name) ? `\`${name}\` is reserved: it is a word of expressions.` : null
}
