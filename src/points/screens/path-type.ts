/** What a path of fields leads to. */
import type {Type} from '../../feel/type.ts'
import {fieldOf} from '../entities/lookup.ts'
import type {Entities, Entity} from '../entities/model.ts'
import type {Path} from './model.ts'

export function pathType({entities}: Entities, entity: Entity, [name = '', ...rest]: Path): Type | null {
  const type = fieldOf(entity, name)?.type.type
  if (!type || rest.length === 0) return type ?? null
  const next = type.kind === 'reference' ? entities.get(type.entity) : undefined
  return next ? pathType({entities}, next, rest) : null
}
