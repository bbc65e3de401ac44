/** Looks up entities, fields and the targets of fields, declared and built in. */

import {type Finding, type FindingCode, finding} from '../../document/finding.ts'
import {suggestFor} from '../../document/near.ts'
import {sliceOf, type Text} from '../../document/raw.ts'
import type {Entities, Entity, Field} from './model.ts'
import {engineEntities, ownFieldsOf, userEntity} from './own-fields.ts'

export function fieldOf(entity: Pick<Entity, 'fields' | 'partOf'>, name: string): Field | null {
  return entity.fields.get(name) ?? ownFieldsOf(entity).get(name) ?? null
}

/** The entity that a field refers to, one record or many; null for other fields. */
export function targetOf({type}: Field): string | null {
  const {keeps} = type
  if (keeps.kind === 'column') return keeps.references
  if (keeps.kind !== 'nothing') return keeps.entity
  const shown = type.type
  return shown.kind === 'reference' ? shown.entity : null
}

export function isOneRecord({type}: Field): boolean {
  return type.type.kind === 'reference'
}

export function isKnownEntity({entities}: Entities, name: string): boolean {
  return entities.has(name) || engineEntities.has(name)
}

/** The field that says whose record it is: a person, at first the one who created it. Null where nobody owns such records. */
export function ownerOf({fields}: Entity): Field | null {
  const isOwner = ({type, default: byDefault}: Field) =>
    type.type.kind === 'reference' && type.type.entity === userEntity && byDefault?.core?.op === 'me'
  return [...fields.values()].find(isOwner) ?? null
}

/** The place of a name in a bullet that lists several. */
export function placeOfName(text: Text, name: string): Text {
  const spelled = name.split('_').join('[ _]+')
  const match = new RegExp(`(?<![\\w.])${spelled}(?!\\w)`).exec(text.text)
  return match ? sliceOf(text, match.index, match.index + match[0].length) : text
}

/** The same message in every point, so that a missing entity is reported once. */
export function unknownEntity(code: FindingCode, at: Text, {entities}: Entities): Finding {
  const names = [...entities.keys()]
  const declare = `Add it to point 3: \`### ${at.text}\`.`
  const near = suggestFor(at, names, declare)
  return finding(code, at, {message: `Unknown entity \`${at.text}\`.`, ...(near.fix ? near : {hint: declare})})
}
