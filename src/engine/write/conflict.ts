/** Two people changed one record: what is there now, beside what was to be written. Nothing is overwritten. */
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {localeOf} from '../lookup.ts'
import {coveredBy} from '../may.ts'
import type {ReadContext} from '../read-context.ts'
import type {Values} from '../stored.ts'
import type {ChangeRequest, Conflict, Input} from './change.ts'

/** Of fields that the actor may not read nothing is shown. */
export async function conflictOf(
  writing: ReadContext,
  entity: Entity,
  {fields, id = ''}: ChangeRequest,
  now: Values,
): Promise<Conflict> {
  const {covers} = await coveredBy(writing, 'read', {entity: entity.name, id})
  const locale = localeOf(writing.moment)
  const differing = [...fields].flatMap(([name, input]) => {
    const field = fieldOf(entity, name)
    if (!field || field.computed !== null || !covers(name)) return []
    const value = now.get(name) ?? null
    const current = value === null ? '' : field.type.toForm(value, locale).join(', ')
    const yours = writtenOf(input)
    return current === yours ? [] : [{field: name, now: current, yours}]
  })
  return {version: Number(now.get('version')), fields: differing}
}

function writtenOf(input: Input): string {
  if ('files' in input) return input.files.add.map(({name}) => name).join(', ')
  if ('form' in input) return input.form.join(', ')
  if ('csv' in input) return input.csv
  if ('json' in input) return typeof input.json === 'string' ? input.json : JSON.stringify(input.json)
  return String(('place' in input ? input.place : input.value) ?? '')
}
