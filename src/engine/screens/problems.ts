/** What a refused change says to people: the words of the catalogue, placeholders filled, each at its field. */

import type {Problem} from '../../contract/page.ts'
import type {Entity} from '../../points/entities/model.ts'
import {entryOf, fill} from '../../points/errors/run.ts'
import type {Specification} from '../../points/specification.ts'
import type {Outcome} from '../change.ts'

export function problemsFor(
  {errors, entities}: Specification,
  entity: Entity,
  outcome: Extract<Outcome, {ok: false}>,
): {problems: Problem[]; status: number} {
  const entry = (code: string) => entryOf(errors, code) ?? {status: 422, message: code}
  const said = outcome.problems.length > 0 ? outcome.problems : [{field: null, code: outcome.code, values: {}}]
  const problems = said.map(({field, code, values}) => {
    const message = fill(entry(code).message, values)
    const label = field === null ? undefined : labelOf(entities.entities, entity, field)
    // The document's own messages are whole sentences; ours are short and stand at their field.
    return label === undefined || errors.declared.has(code) ? {field, message} : {field, label, message}
  })
  return {problems, status: entry(outcome.code).status}
}

/** `lines.0.quantity` is a field of a part. */
function labelOf(entities: ReadonlyMap<string, Entity>, entity: Entity, field: string): string | undefined {
  const [name = '', , part = ''] = field.split('.')
  const declared = entity.fields.get(name)
  if (part === '') return declared?.label
  const keeps = declared?.type.keeps
  return keeps?.kind === 'other side' ? entities.get(keeps.entity)?.fields.get(part)?.label : undefined
}
