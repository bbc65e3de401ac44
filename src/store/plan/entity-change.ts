/** The changes of one entity that both documents have: its fields, and its table's columns. */

import {columnOf, type EntitySchema, type FieldSchema, type Schema, schemaTable} from '../schema.ts'
import {type ColumnChange, type Match, match} from './change.ts'
import {
  becomesRequired,
  type Changed,
  fieldAdded,
  fieldChange,
  getsField,
  mayBeEmpty,
  needsValues,
} from './field-change.ts'
import {calledNow, countedRecords, destructive, type PlanStep, safe, safeCounted} from './steps.ts'
import type {Target} from './target.ts'

export interface EntityPair {
  readonly earlier: Schema
  readonly from: EntitySchema
  readonly to: EntitySchema
  readonly renamedEntities: ReadonlyMap<string, string>
  /** New entities. */
  readonly made: readonly EntitySchema[]
}

export interface EntityChange {
  readonly columns: readonly ColumnChange[]
  readonly steps: readonly PlanStep[]
  /** Tables of pairs, by their names before and after. */
  readonly pairs: readonly Match<string>[]
}

export function entityChange(pair: EntityPair, target: Target): EntityChange {
  const {from, to} = pair
  const matches = match(from.fields, to.fields)
  const come = matches.flatMap(each => (each.from === null && each.to ? [each.to] : []))
  const changes = matches.map(each => changeOf({...pair, come}, each, target))
  const called = from.name === to.name ? [] : [safe(`${from.name} is called ${to.name} now; its records stay.`)]
  return {
    columns: changes.flatMap(({columns}) => columns),
    steps: [...called, ...changes.flatMap(({steps}) => steps)],
    pairs: changes.flatMap(({pairs}) => pairs),
  }
}

type FieldMatch = Match<FieldSchema>

interface Pair extends EntityPair {
  /** New fields. */
  readonly come: readonly FieldSchema[]
}

function changeOf(pair: Pair, found: FieldMatch, target: Target): EntityChange {
  const {from, to} = found
  if (from && to && bothIn(from, to, 'column')) return {...columnPair(pair, {from, to}, target), pairs: []}
  if (from && to && bothIn(from, to, 'pairs')) return pairsPair(pair, {from, to}, target)
  if (from && to && isLinkNow(pair, {from, to}, target)) return linked(pair, {from, to})
  const gone = from ? removed(pair, from, to !== null) : nothing
  const come = to ? added(pair, to, target) : nothing
  return {
    columns: [...gone.columns, ...come.columns],
    steps: [...gone.steps, ...come.steps],
    pairs: [...gone.pairs, ...come.pairs],
  }
}

/** A reference that becomes a list of references to the same entity. */
function isLinkNow({earlier, renamedEntities}: EntityPair, {from, to}: BothFields, target: Target): boolean {
  if (from.keeps.kind !== 'column' || to.keeps.kind !== 'pairs') return false
  const led = target.earlierUse(from.written, earlier.settings)?.storage
  const leads = target.later(to.written)?.storage
  if (led?.kind !== 'column' || led.references === null || leads?.kind !== 'pairs') return false
  return (renamedEntities.get(led.references) ?? led.references) === leads.entity
}

function linked(pair: Pair, {from, to}: BothFields): EntityChange {
  const {earlier, from: before, to: after} = pair
  const column = columnFor(earlier, before, from)
  const path = `${after.name}.${to.name}`
  const probe = {table: before.table, column}
  const step = safeCounted(
    `${path}: \`${from.written}\` becomes \`${to.written}\`.`,
    {probe: 'filled', ...probe},
    found => (found === 0 ? '' : `${countedRecords(found, 'value stays', 'values stay')}.`),
  )
  const required = to.required && !from.required ? [becomesRequired(path, {probe: 'empty', ...probe})] : []
  const table = tableOfPairs(to)
  return {
    columns: [{kind: 'removed', from: column, links: table}],
    steps: [step, ...required],
    pairs: [{from: null, to: table}],
  }
}

const nothing: EntityChange = {columns: [], steps: [], pairs: []}

const bothIn = (from: FieldSchema, to: FieldSchema, kind: string): boolean =>
  from.keeps.kind === kind && to.keeps.kind === kind

interface BothFields {
  readonly from: FieldSchema
  readonly to: FieldSchema
}

function columnPair(pair: EntityPair, {from, to}: BothFields, target: Target): Changed {
  const {earlier, renamedEntities} = pair
  return fieldChange(
    {
      entity: pair.to,
      table: pair.from.table,
      from: {field: from, column: columnFor(earlier, pair.from, from)},
      to: {field: to, column: columnFor(target.schema, pair.to, to)},
      settings: earlier.settings,
      renamedEntities,
    },
    target,
  )
}

function columnFor(schema: Schema, entity: EntitySchema, {keeps}: FieldSchema) {
  if (keeps.kind !== 'column') throw new Error('Only a field with a column has one.')
  return columnOf(schemaTable(schema, entity.table), keeps.column)
}

function pairsPair(pair: Pair, {from, to}: BothFields, target: Target): EntityChange {
  const earlier = target.earlierUse(from.written, pair.earlier.settings)
  const change = earlier ? target.use(pair.to.name, to.name).changeFrom(earlier, pair.renamedEntities) : null
  const tables = [{from: tableOfPairs(from), to: tableOfPairs(to)}]
  const called = `${pair.to.name}.${from.name} is called ${to.name} now; its records stay.`
  if (change?.kind === 'same') {
    const steps = [...(from.name === to.name ? [] : [safe(called)]), ...requiredPairs(pair, from, to)]
    return {columns: [], steps, pairs: tables}
  }
  const gone = removed(pair, from, true)
  const come = added(pair, to, target)
  return {columns: [], steps: [...gone.steps, ...come.steps], pairs: [...gone.pairs, ...come.pairs]}
}

function requiredPairs({from: {table}, to: entity}: EntityPair, from: FieldSchema, to: FieldSchema): PlanStep[] {
  if (from.required === to.required) return []
  const path = `${entity.name}.${to.name}`
  return [to.required ? becomesRequired(path, {probe: 'unlinked', table, pairs: tableOfPairs(from)}) : mayBeEmpty(path)]
}

function tableOfPairs({keeps}: FieldSchema): string {
  return keeps.kind === 'pairs' ? keeps.table : ''
}

function removed(pair: Pair, field: FieldSchema, replaced: boolean): EntityChange {
  const {from, earlier} = pair
  const path = `${from.name}.${field.name}`
  const sentence = replaced ? `${path} is kept in another way now; its earlier values go.` : `${path} is removed.`
  const advice = replaced ? '' : whereTo(pair, field)
  if (field.keeps.kind === 'pairs') {
    const {table} = field.keeps
    const step = destructive(sentence, {probe: 'rows', table}, lost('link'), advice)
    return {columns: [], steps: [step], pairs: [{from: table, to: null}]}
  }
  if (field.keeps.kind === 'nothing') return nothing
  const column = columnFor(earlier, from, field)
  const step = destructive(sentence, {probe: 'filled', table: from.table, column}, lost('value'), advice)
  return {columns: [{kind: 'removed', from: column}], steps: [step], pairs: []}
}

/**
 * A new field of the same type may be the old one renamed; a field of a new entity may be the destination of its
 * values.
 */
function whereTo({come, made}: Pair, {name, written}: FieldSchema): string {
  const other = come.find(field => field.written === written)
  if (other) return calledNow(other.name, name, 'its values stay')
  const split = made.find(({fields}) => fields.some(field => field.name === name && field.written === written))
  return split
    ? `If its values move to ${split.name}, keep the field in this version and let a row for \`system\` create the records of ${split.name}; remove the field in the next version.`
    : ''
}

const lost =
  (what: string) =>
  (found: number): string =>
    found === 0 ? `It holds no ${what}s.` : `${countedRecords(found, `${what} is`, `${what}s are`)} lost.`

function added(pair: EntityPair, field: FieldSchema, target: Target): EntityChange {
  const {keeps} = field
  const {to, from} = pair
  if (keeps.kind === 'column') {
    const column = columnFor(target.schema, to, field)
    return {...fieldAdded({entity: to, table: from.table, field, column}, target), pairs: []}
  }
  if (keeps.kind === 'nothing') return nothing
  const step = field.required ? needsValues({entity: to, field, table: from.table}) : safe(getsField(to, field))
  return {columns: [], steps: [step], pairs: [{from: null, to: keeps.table}]}
}
