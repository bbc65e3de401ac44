/** Creates records of one entity: one, or many at once for imports. */

import type {Value} from '../../feel/value.ts'
import {entityReferredTo, isSerial} from '../../points/entities/lookup.ts'
import type {Entity, Field} from '../../points/entities/model.ts'
import {meOf} from '../base/actor.ts'
import type {ReadContext} from '../query/read-context.ts'
import type {FieldValues} from '../query/stored.ts'
import {abilities} from '../records/abilities.ts'
import {type ChangeRequest, passed, problem, refusedWrite, type WriteProblem} from '../transaction/change.ts'
import type {ChangeContext} from '../transaction/context.ts'
import {insertFiles} from '../transaction/file-records.ts'
import {type ChangePart, changeParts, placeLast} from '../transaction/parts.ts'
import {insertRow, insertRows, nextSerials, raiseCounter} from '../transaction/rows.ts'
import {takenUniques} from '../transaction/unique.ts'
import type {WriteOperation, Written} from './pipeline.ts'
import {uncovered} from './update.ts'
import {type ValidatedInput, validateInput} from './validate-input.ts'

export type NewRecord = Pick<ChangeRequest, 'fields' | 'id' | 'action' | 'parts' | 'order'>

interface ValidRecords {
  readonly entity: Entity
  readonly inputs: readonly ValidatedInput[]
}

export function create(
  name: string,
  records: readonly NewRecord[],
  changePart: ChangePart,
): WriteOperation<Entity, Entity, ValidRecords> {
  return {
    async find(context) {
      const entity = context.entities.entities.get(name)
      if (!entity) return refusedWrite(problem('NOT_FOUND'))
      return abilities(context, name).ever('create') ? passed(entity) : refusedWrite(problem('FORBIDDEN'))
    },

    async may(context, entity) {
      const fields = new Set(records.flatMap(record => [...record.fields.keys()]))
      const never = neverCreated(context, entity, [...fields])
      return never.length === 0 ? passed(entity) : refusedWrite(...never.map(field => problem('FORBIDDEN', field)))
    },

    async validate(context, entity) {
      const inputs: ValidatedInput[] = []
      const problems: WriteProblem[] = []
      for (const {fields} of records) {
        const input = await validateInput(context, entity, {fields, before: null})
        inputs.push(input)
        problems.push(...input.problems)
        // For many rows the database reports a conflict but not which row; the caller then retries them one by one.
        if (records.length === 1)
          problems.push(...(await takenUniques(context, entity, {values: input.values, id: null})))
      }
      return problems.length === 0 ? passed({entity, inputs}) : refusedWrite(...problems)
    },

    async change(context, {entity, inputs}) {
      const rows = inputs.map(({values}, index) => withOwnFields(context, values, records[index]?.id))
      for (const {files} of inputs) await insertFiles(context, files)
      for (const field of entity.fields.values()) if (isSerial(field)) await number(context, entity, {field, rows})
      for (const values of rows) await placeLast(context, entity, values)
      if (!(await insertAll(context, entity, rows))) return refusedWrite(problem('NOT_UNIQUE'))
      const written: Written[] = []
      for (const [index, record] of records.entries()) {
        const made = await completed(context, entity, {record, values: rows[index] ?? new Map()})
        if (!made.ok) return made
        written.push(made.value)
      }
      return passed(written)
    },
  }

  /** After the insert: checks that the actor may create such a record, then writes its line items. */
  async function completed(
    context: ChangeContext,
    entity: Entity,
    {record, values}: {readonly record: NewRecord; readonly values: FieldValues},
  ) {
    const id = String(values.get('id'))
    const covered = await abilities(context, entity.name).on(id, 'create')
    const forbidden = uncovered(covered, [...record.fields.keys()])
    if (forbidden.length > 0) return refusedWrite(...forbidden)
    const parts = await changeParts(context, entity, {id, request: record, change: changePart})
    if (!parts.ok) return parts
    return passed<Written>({
      record: {entity: name, id, version: 1, values},
      change: {
        kind: 'create',
        entity,
        id,
        version: 1,
        before: null,
        after: values,
        action: record.action ?? null,
        ordered: parts.value.ordered,
      },
    })
  }
}

/** Checked before any lookup, so that an actor who may not write a value cannot find out whether it is taken. */
export function neverCreated(context: ReadContext, entity: Entity, fields: readonly string[]): string[] {
  const may = abilities(context, entity.name)
  return fields.filter(name => entity.fields.has(name) && !may.ever('create', name))
}

/** Adds the engine's own fields. Values given by an operator take precedence. */
export function withOwnFields(
  {actor, moment, newId}: Pick<ReadContext, 'actor' | 'moment' | 'newId'>,
  given: FieldValues,
  id: string = newId(),
): Map<string, Value> {
  const me = meOf(actor)
  const own: [string, Value][] = [
    ['id', id],
    ['created', moment.now],
    ['created_by', me],
    ['updated', moment.now],
    ['updated_by', me],
    ['version', 1],
  ]
  return new Map([...own, ...given])
}

/**
 * Assigns numbers as if the records were created one after the other: a given number raises the counter, a missing one
 * takes the next.
 */
async function number(
  context: ChangeContext,
  entity: Entity,
  {field, rows}: {readonly field: Field; readonly rows: readonly Map<string, Value>[]},
): Promise<void> {
  for (const some of runsOf(rows, values => typeof values.get(field.name) === 'number')) {
    const given = some.flatMap(values => numberIn(values, field))
    if (given.length > 0) await raiseCounter(context, entity, {field, past: Math.max(...given)})
    else {
      const next = await nextSerials(context, entity, {field, count: some.length})
      for (const [at, values] of some.entries()) values.set(field.name, next[at] ?? null)
    }
  }
}

function numberIn(values: FieldValues, {name}: Field): number[] {
  const value = values.get(name)
  return typeof value === 'number' ? [value] : []
}

/** Groups consecutive items of the same kind. */
function runsOf<T>(items: readonly T[], isAlike: (item: T) => boolean): T[][] {
  const found: T[][] = []
  for (const item of items) {
    const last = found.at(-1)
    const [first] = last ?? []
    if (last && first !== undefined && isAlike(first) === isAlike(item)) last.push(item)
    else found.push([item])
  }
  return found
}

async function insertAll(context: ChangeContext, entity: Entity, rows: readonly FieldValues[]): Promise<boolean> {
  const [first, ...others] = rows
  if (!first || others.length > 0) return insertRows(context, entity, rows)
  await insertRow(context, entity, first)
  return true
}

/**
 * True if the actor may create any such record with any field, and no rule, owner or reference connects the records.
 */
export function mayCreateMany(context: ReadContext, entity: Entity): boolean {
  const {specification} = context
  const apart =
    entity.partOf === null && ![...entity.fields.values()].some(field => entityReferredTo(field) === entity.name)
  const tells = (specification.actions.tells.get(entity.name)?.create.length ?? 0) > 0
  return (
    abilities(context, entity.name).wholly('create') &&
    apart &&
    !tells &&
    !specification.rules.rules.some(rule => rule.entity === entity.name)
  )
}

/** Databases accept about 32,000 parameters per statement. */
const mostValues = 30_000

export function mostRowsAtOnce({fields}: Entity): number {
  return Math.max(1, Math.min(100, Math.floor(mostValues / (fields.size + 10))))
}
