/** Paths of fields as screens name them, and the fields, types and entities that they lead to. */
import type {Kind} from '../../feel/type.ts'
import {entityReferredTo, fieldOf} from '../entities/lookup.ts'
import type {Entities, Field} from '../entities/model.ts'
import {canonicalName} from '../entities/names.ts'
import type {FieldPath} from './paths.ts'

/** `first day` or `booking.starts`, as written under Shows. */
export function fieldPath(written: string): FieldPath {
  return written.split('.').map(canonicalName)
}

export function fieldAtEnd({entities}: Pick<Entities, 'entities'>, entity: string, path: FieldPath): Field | null {
  const [name = '', ...rest] = path
  const declared = entities.get(entity)
  const field = declared ? fieldOf(declared, name) : null
  if (!field || rest.length === 0) return field
  const {type} = field.type
  return type.kind === 'reference' ? fieldAtEnd({entities}, type.entity, rest) : null
}

export function kindAt(entities: Entities, entity: string, path: FieldPath): Kind | null {
  return fieldAtEnd(entities, entity, path)?.type.type.kind ?? null
}

/** The entity of the record at the end of the path. */
export function targetAt(entities: Entities, entity: string, written: string): string | null {
  const field = fieldAtEnd(entities, entity, fieldPath(written))
  return field?.type.type.kind === 'reference' ? entityReferredTo(field) : null
}
