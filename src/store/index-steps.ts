/** What people are told about uniques, indexes and references of a table that is changed. */
import type {ChangedTable, ColumnChange} from './change.ts'
import type {Index} from './schema.ts'
import {checked, count, type KeyPart, type Step, safe, technical} from './step.ts'

export function indexSteps(change: ChangedTable, entity: string): Step[] {
  const {dropped, added} = change
  const more = added.indexes.flatMap(index =>
    index.unique ? uniqueStep(change, index, entity) : [plainStep(index, entity)],
  )
  const less = dropped.indexes.filter(index => !isStill(change, index)).map(index => goneStep(index, entity))
  return [...more, ...less]
}

const listed = ({columns}: Index): string => columns.map(({name}) => name).join(', ')

const plainStep = (index: Index, entity: string): Step => technical(`${entity} gets an index by ${listed(index)}.`)

function goneStep(index: Index, entity: string): Step {
  if (!index.unique) return technical(`${entity} loses the index by ${listed(index)}.`)
  return safe(`${entity} may have the same ${listed(index)} more than once now.`)
}

/** Whether an index over the same columns comes back, in a slightly other form. */
function isStill({to, columns}: ChangedTable, dropped: Index): boolean {
  const names = dropped.columns.map(({name}) => laterName(columns, name))
  return to.indexes.some(({unique, columns}) => unique === dropped.unique && sameNames(columns, names))
}

function laterName(columns: readonly ColumnChange[], earlier: string): string | null {
  const change = columns.find(each => each.kind !== 'added' && each.from.name === earlier)
  return change && change.kind !== 'removed' && change.kind !== 'added' ? change.to.name : null
}

function sameNames(columns: readonly {readonly name: string}[], names: readonly (string | null)[]): boolean {
  return columns.length === names.length && columns.every(({name}, position) => name === names[position])
}

function uniqueStep(change: ChangedTable, index: Index, entity: string): Step[] {
  const columns = index.columns.map(({name}) => changeTo(change, name))
  const numbered = columns.some(each => each.kind === 'added' && each.fill.kind === 'numbers')
  if (numbered || wasUnique(change, index, columns)) return []
  const rewritten = columns.some(each => each.kind === 'converted' || (each.kind === 'kept' && each.rewrite !== null))
  const sentence = rewritten && hadUnique(change, index) ? 'still occurs only once' : 'may occur only once'
  return [
    checked(
      `In ${entity}, ${listed(index)} ${sentence}.`,
      {probe: 'duplicates', table: change.from.name, parts: columns.map(keyPart)},
      {
        counted: found =>
          found === 0 ? 'It does.' : `${count(found, 'record has', 'records have')} what another one has.`,
        advice: 'Change these records first, or leave the rule out.',
      },
    ),
  ]
}

function changeTo({columns}: ChangedTable, name: string): ColumnChange {
  const found = columns.find(each => each.kind !== 'removed' && each.to.name === name)
  if (!found) throw new Error(`Nothing leads to the column ${name}.`)
  return found
}

function wasUnique(change: ChangedTable, index: Index, columns: readonly ColumnChange[]): boolean {
  return columns.every(each => each.kind === 'kept' && each.rewrite === null) && hadUnique(change, index)
}

function hadUnique({from, columns}: ChangedTable, index: Index): boolean {
  const names = index.columns.map(({name}) => name)
  return from.indexes.some(
    each =>
      each.unique &&
      sameNames(
        each.columns.map(({name}) => ({name: laterName(columns, name) ?? ''})),
        names,
      ),
  )
}

function keyPart(change: ColumnChange): KeyPart {
  if (change.kind === 'added') return {kind: 'constant', filled: change.fill.kind === 'value'}
  const rewrite = change.kind === 'removed' ? null : change.rewrite
  return {kind: 'column', column: change.from.name, rewrite}
}

export function otherSteps({added, dropped, raised}: ChangedTable, entity: string): Step[] {
  const steps = raised.map(({column, from}) => safe(`${entity}.${column} goes on from ${from} at least.`))
  const again = added.foreignKeys.filter(({column}) => dropped.foreignKeys.some(key => key.column === column))
  steps.push(
    ...again.map(({column, whenDeleted}) =>
      safe(
        whenDeleted === 'delete'
          ? `A record of ${entity} is deleted together with its ${column} now.`
          : `A record of ${entity} is not deleted together with its ${column} any more.`,
      ),
    ),
  )
  return steps
}
