/** Which parts of a record are a conversation: one text somebody writes, and who it was. They are said, not edited. */
import type {Entity, Field} from '../../points/entities/model.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {isEditable} from './form-fields.ts'

export interface Talk {
  readonly text: Field
  /** Who said it; null where only the engine knows. */
  readonly by: Field | null
}

/** `by`: the field that leads to the record that is talked about. */
export function talkOf(entity: Entity, by: string): Talk | null {
  if (entity.partOf?.field !== by) return null
  const fields = [...entity.fields.values()].filter(field => field.name !== by && isEditable(field))
  const [text, ...texts] = fields.filter(({type}) => type.control.control === 'area')
  const people = [...entity.fields.values()].filter(
    field =>
      field.name !== by && field.type.control.entity === userEntity && (field.setByEngine || fields.includes(field)),
  )
  const others = fields.filter(field => field !== text && !people.includes(field) && field.required && !field.default)
  if (!text || texts.length > 0 || people.length > 1 || others.length > 0) return null
  return {text, by: people[0] ?? null}
}

/** A field that says who acts is not asked for. */
export function isMine(field: Field): boolean {
  return field.default?.core?.op === 'me'
}
