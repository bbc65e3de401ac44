/**
 * Many new records of one entity at once, for whoever brings in thousands of them: the steps of the gate in their order, each of them
 * taken for all records together. Only where what becomes of a record does not depend on those that come with it.
 */
import type {Value} from '../../feel/value.ts'
import {targetOf} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {insertFiles} from '../files/record.ts'
import type {ReadContext} from '../read-context.ts'
import type {Values} from '../stored.ts'
import type {ChangedRecord, Input} from './change.ts'
import {filledIn, withOwnFields} from './change-record.ts'
import type {WriteContext} from './context.ts'
import {writeHistory} from './history.ts'
import {insertRows, nextNumbers, raiseCounter} from './rows.ts'
import {validateInput} from './validate-input.ts'

/** Whether the actor may create any such record, with any field, and no rule, owner or reference leads from one to another. */
export function mayCreateMany({sight, specification}: ReadContext, entity: Entity): boolean {
  const any = sight.granted('create', entity.name).some(({where, fields}) => where === null && fields === null)
  const apart = entity.partOf === null && ![...entity.fields.values()].some(field => targetOf(field) === entity.name)
  const tells = (specification.actions.tells.get(entity.name)?.create.length ?? 0) > 0
  return any && apart && !tells && !specification.rules.rules.some(rule => rule.entity === entity.name)
}

/** Databases take some 32,000 values in one statement. */
const mostValues = 30_000

export function mostAtOnce({fields}: Entity): number {
  return Math.max(1, Math.min(100, Math.floor(mostValues / (fields.size + 10))))
}

/** Null where something is wrong with one of them: then none of them is there, and one at a time tells what it is. */
export async function createMany(
  writing: WriteContext,
  entity: Entity,
  inputs: readonly ReadonlyMap<string, Input>[],
): Promise<readonly ChangedRecord[] | null> {
  const records: Map<string, Value>[] = []
  for (const fields of inputs) {
    const {values, problems, files} = await validateInput(writing, entity, {fields, before: null})
    if (problems.length > 0) return null
    await insertFiles(writing, files)
    records.push(withOwnFields(writing, values))
  }
  for (const field of entity.fields.values()) if (isCounter(field)) await number(writing, entity, {field, records})
  if (!(await insertRows(writing, entity, records))) return null
  const made = records.map(values => ({entity, id: String(values.get('id')), before: null, values}))
  await writing.search(writing, made)
  const events = made.map(({id, values}) => ({entity, id, before: null, after: filledIn(values)}))
  await writeHistory(
    writing,
    events.map(event => ({...event, action: 'create', version: 1})),
  )
  return made.map(({id}) => ({entity: entity.name, id, version: 1}))
}

function isCounter({type}: Field): boolean {
  return type.keeps.kind === 'column' && type.keeps.counter !== null
}

/** As one after the other: who brings a number moves those behind, who brings none gets the next. */
async function number(
  writing: WriteContext,
  entity: Entity,
  {field, records}: {field: Field; records: readonly Map<string, Value>[]},
): Promise<void> {
  for (const some of stretches(records, values => typeof values.get(field.name) === 'number')) {
    const told = some.flatMap(values => numberIn(values, field))
    if (told.length > 0) await raiseCounter(writing, entity, {field, past: Math.max(...told)})
    else {
      const next = await nextNumbers(writing, entity, {field, count: some.length})
      for (const [at, values] of some.entries()) values.set(field.name, next[at] ?? null)
    }
  }
}

function numberIn(values: Values, {name}: Field): number[] {
  const value = values.get(name)
  return typeof value === 'number' ? [value] : []
}

/** Neighbours that are alike, together. */
function stretches<T>(items: readonly T[], alike: (item: T) => boolean): T[][] {
  const found: T[][] = []
  for (const item of items) {
    const last = found.at(-1)
    const [first] = last ?? []
    if (last && first !== undefined && alike(first) === alike(item)) last.push(item)
    else found.push([item])
  }
  return found
}
