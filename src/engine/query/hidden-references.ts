/** References to records that an actor may not read. They look empty, and stay when the actor saves what is shown. */
import {isList, isReference, type Reference, type Value} from '../../feel/value.ts'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import {isYes} from '../base/core-build.ts'
import type {ReadContext} from './read-context.ts'
import {holdsForAll} from './row-questions.ts'
import type {FieldValues} from './stored.ts'

/** Keyed by the name of the field; fields without a hidden reference are left out. */
export async function hiddenReferences(
  reading: ReadContext,
  fields: readonly Field[],
  stored: FieldValues,
): Promise<ReadonlyMap<string, readonly Reference[]>> {
  const {visibility} = reading
  const hidden = new Map<string, readonly Reference[]>()
  for (const field of fields) {
    const entity = entityReferredTo(field)
    const references = referencesIn(stored.get(field.name) ?? null)
    if (entity === null || entity === fileEntity || references.length === 0) continue
    const {where} = visibility.records(entity)
    if (isYes(where)) continue
    const seen = await holdsForAll(reading, {
      entity,
      ids: references.map(({id}) => id),
      conditions: [where],
      held: {owner: visibility, name: 'reference seen'},
    })
    const others = references.filter(({id}) => seen.get(id)?.[0] !== true)
    if (others.length > 0) hidden.set(field.name, others)
  }
  return hidden
}

/** A value without the references that are hidden. */
export function withoutHidden(value: Value, hidden: readonly Reference[] = []): Value {
  if (hidden.length === 0) return value
  const isHidden = (item: Value) => item !== null && isReference(item) && hidden.some(({id}) => id === item.id)
  return isList(value) ? value.filter(item => !isHidden(item)) : isHidden(value) ? null : value
}

const referencesIn = (value: Value): readonly Reference[] => (isList(value) ? value : [value]).filter(isReference)
