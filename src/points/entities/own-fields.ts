/** What the engine declares itself: the fields of every record, those of `User`, and the entity of uploaded files. */

import {literalDefault} from './expression.ts'
import type {FieldUse} from './field-type.ts'
import type {Entity, Field} from './model.ts'
import {labelOfName} from './names.ts'
import {spokenField} from './spoken.ts'
import {anyOf} from './types/any-of.ts'
import {dateAndTime} from './types/date-and-time.ts'
import {email} from './types/email.ts'
import {id} from './types/id.ts'
import {number} from './types/number.ts'
import {reference} from './types/reference.ts'
import {text} from './types/text.ts'
import {yesNo} from './types/yes-no.ts'
import {fileEntity} from './values/files.ts'
import {judgePersonName} from './values/person-name.ts'
import type {Words} from './values/words.ts'

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

/** Every record has these; nobody fills them in. */
export const ownFields: ReadonlyMap<string, Field> = byName([
  own('id', id.use(null), {required: true, unique: true}),
  own('created', instant, {required: true}),
  own('created_by', person),
  own('updated', instant, {required: true}),
  own('updated_by', person),
  own('version', number.use({places: 0, least: 1, most: null}), {required: true}),
])

/** Where a part stands among those of its owner; the engine keeps it from the order in the owner's form. */
export const position: Field = own('position', number.use({places: 0, least: 1, most: null}), {required: true})

const partFields: ReadonlyMap<string, Field> = new Map([...ownFields, [position.name, position]])

/** Fields of an entity that no document declares: those of every record, and the position of a part. */
export function ownFieldsOf({partOf}: Pick<Entity, 'partOf'>): ReadonlyMap<string, Field> {
  return partOf === null ? ownFields : partFields
}

/** `roles` are those of point 6. */
export function userFields(roles: Words, language: string): ReadonlyMap<string, Field> {
  const active = yesNo.use(null)
  const fields = [
    own('name', text.use({least: 1, most: 120, accept: judgePersonName}), {required: true}),
    own('email', email.use(null), {required: true, unique: true}),
    own('roles', anyOf.use(roles)),
    own('active', active, {required: true, default: literalDefault(active, true), meaning: 'may sign in'}),
  ]
  return byName(fields.map(field => spokenField(field, language)))
}

/** An uploaded file: what expressions may ask about it. */
export const fileFields: ReadonlyMap<string, Field> = byName([
  own('name', text.use({least: 1, most: 250}), {required: true}),
  own('media_type', text.use({least: 1, most: 120}), {required: true}),
  own('size', number.use({places: 0, least: 0, most: null}), {required: true, meaning: 'bytes'}),
  own('content', text.use({least: 64, most: 64}), {
    required: true,
    meaning: 'SHA-256 of the bytes, by which they are kept',
  }),
])

/** Entities that no document declares, with their fields. */
export const engineEntities: ReadonlyMap<string, ReadonlyMap<string, Field>> = new Map([[fileEntity, fileFields]])
