/** What must occur once and is there already. Asked inside the transaction, so that the answer holds until it ends. */
import type {Core} from '../feel/core.ts'
import type {Value} from '../feel/value.ts'
import {fieldOf} from '../points/entities/lookup.ts'
import type {Entity, Field} from '../points/entities/model.ts'
import {isEmpty} from '../points/entities/run.ts'
import {type ChangeProblem, problem} from './change.ts'
import {both, compared, fieldCore, thisCore, valueCore} from './core-build.ts'
import {select} from './select.ts'
import type {Values} from './stored.ts'
import {allSeeing, type Writing} from './writing.ts'

export async function takenUniques(
  writing: Writing,
  entity: Entity,
  record: {values: Values; id: string | null},
): Promise<Omit<ChangeProblem, 'at'>[]> {
  const problems: Omit<ChangeProblem, 'at'>[] = []
  for (const names of uniquesOf(entity)) {
    const fields = names.flatMap(name => fieldOf(entity, name) ?? [])
    if (fields.every(field => isEmpty(record.values.get(field.name) ?? null))) continue
    if (await isTaken(writing, entity, {fields, ...record})) problems.push(problem('NOT_UNIQUE', names.at(-1) ?? null))
  }
  return problems
}

function uniquesOf({fields, unique}: Entity): (readonly string[])[] {
  const single = [...fields.values()].filter(field => field.unique || isCounter(field)).map(field => [field.name])
  return [...single, ...unique]
}

function isCounter({type}: Field): boolean {
  return type.keeps.kind === 'column' && type.keeps.counter !== null
}

interface Sought {
  readonly fields: readonly Field[]
  readonly values: Values
  readonly id: string | null
}

async function isTaken(writing: Writing, entity: Entity, {fields, values, id}: Sought): Promise<boolean> {
  const same = fields.map(field => equals(entity.name, field, values.get(field.name) ?? null))
  const text = {kind: 'text'} as const
  const own = fieldCore(thisCore(entity.name), entity.name, {name: 'id', type: text})
  const other = id === null ? [] : [compared(own, '!=', valueCore(text, id))]
  const rows = await select(writing, {
    from: allSeeing(writing).records(entity.name),
    where: [both([...same, ...other])],
    columns: [own],
    limit: 1,
  })
  return rows.length > 0
}

function equals(entity: string, {name, type}: Field, value: Value): Core {
  return compared(fieldCore(thisCore(entity), entity, {name, type: type.type}), '=', valueCore(type.type, value))
}
