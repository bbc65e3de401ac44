/**
 * Conditions said in the way that an index answers, where an expression says them otherwise: through references, and
 * by the year of a date. Only the truth of the condition is the same, so they serve where nothing else is asked.
 */
import {sql} from 'kysely'
import {CalendarDate} from '../calendar.ts'
import type {CompareCore, Comparison, Core, FieldCore} from '../core.ts'
import {dateType, numberType} from '../type.ts'
import type {Value} from '../value.ts'
import type {Compiler} from './compiler.ts'
import {literal} from './constant.ts'
import type {Sql} from './dialect.ts'
import {fieldOfRow, fromTable, idOf} from './records.ts'
import {mirrored, relate} from './relate.ts'
import type {Term} from './term.ts'

/**
 * `person.manager = me`: the people whose manager is me, then the records that name one of them, each found by its
 * index. Only where one side is known and the other a path through references.
 */
export function throughReference(core: CompareCore, at: Compiler): Sql | undefined {
  if (core.by === '!=' || core.words !== undefined) return undefined
  const path = pathAndKnown(core, at)
  if (path === undefined) return throughMine(core, at)
  const inner = {entity: path.field.entity, alias: at.alias()}
  const left = fieldOfRow(inner, path.field.field, at)
  const found = relate(path.by, left, at.value(path.known), {dialect: at.dialect, asked: 'only true'})
  const ids = sql`(select ${idOf(inner, at).sql} from ${fromTable(inner, at)} where ${found.sql})`
  return referenceIn(path.field.of, ids, at)
}

/** `person.team = me.team`: what I have is looked up once. Where that is nothing, no record has the same. */
function throughMine(core: CompareCore, at: Compiler): Sql | undefined {
  const {left, right} = core
  if (core.by !== '=') return undefined
  if (isMine(left) && isPath(right, at)) return throughMine({...core, left: right, right: left}, at)
  if (!isPath(left, at) || !isMine(right)) return undefined
  const inner = {entity: left.entity, alias: at.alias()}
  const held = fieldOfRow(inner, left.field, at)
  const found = sql`${held.sql} = ${at.value(right).sql}`
  return referenceIn(left.of, sql`(select ${idOf(inner, at).sql} from ${fromTable(inner, at)} where ${found})`, at)
}

/** A record that somebody has, so that the one is the other where their ids are the same. */
const isMine = (core: Core): boolean =>
  core.op === 'field' && core.type.kind === 'reference' && (core.of.op === 'me' || isMine(core.of))

function referenceIn(reference: Core, ids: Sql, at: Compiler): Sql {
  if (reference.op !== 'field' || at.rowOf(reference.of) !== undefined) {
    return sql`(${at.value(reference).sql} in ${ids})`
  }
  const inner = {entity: reference.entity, alias: at.alias()}
  const held = fieldOfRow(inner, reference.field, at)
  const found = sql`(select ${idOf(inner, at).sql} from ${fromTable(inner, at)} where ${held.sql} in ${ids})`
  return referenceIn(reference.of, found, at)
}

function pathAndKnown(core: CompareCore, at: Compiler): {field: FieldCore; known: Core; by: Comparison} | undefined {
  if (isPath(core.left, at) && isKnown(core.right, at)) return {field: core.left, known: core.right, by: core.by}
  if (isPath(core.right, at) && isKnown(core.left, at))
    return {field: core.right, known: core.left, by: mirrored[core.by]}
  return undefined
}

function isPath(core: Core, at: Compiler): core is FieldCore {
  if (core.op !== 'field' || core.field === 'id' || at.known(core) !== undefined) return false
  return at.rowOf(core.of) === undefined && leadsFromRow(core.of, at)
}

/** Fields all the way from a row of the statement. */
const leadsFromRow = (core: Core, at: Compiler): boolean =>
  core.op === 'field' && (at.rowOf(core.of) !== undefined || leadsFromRow(core.of, at))

/** Null would also find the records whose path leads nowhere, which no row of the other table stands for. */
function isKnown(core: Core, at: Compiler): boolean {
  const known = at.known(core)
  return known !== undefined && (!('value' in known) || known.value !== null)
}

/** `first_day.year = 2026`: the days from its first to its last. */
export function withinYear(core: CompareCore, at: Compiler): Sql | undefined {
  const {left, right} = core
  if (core.by !== '=') return undefined
  if (left.op !== 'property' && right.op === 'property') return withinYear({...core, left: right, right: left}, at)
  if (left.op !== 'property' || left.name !== 'year' || left.of.type.kind !== 'date') return undefined
  const known = at.known(right)
  if (known === undefined || at.known(left) !== undefined) return undefined
  const day = at.value(left.of)
  const ends = 'value' in known ? yearOf(known.value, at) : yearAtRun(right, at)
  const side = (by: Comparison, end: Term): Sql => relate(by, day, end, {dialect: at.dialect, asked: 'only true'}).sql
  return ends && sql`(${side('>=', ends.first)} and ${side('<=', ends.last)})`
}

interface Year {
  readonly first: Term
  readonly last: Term
}

function yearOf(year: Value, at: Compiler): Year | undefined {
  if (typeof year !== 'number' || year < 1 || year > 9999) return undefined
  return {first: dateTerm(new CalendarDate(year, 1, 1), at), last: dateTerm(new CalendarDate(year, 12, 31), at)}
}

/** The same for a year that is known when the statement is run. */
function yearAtRun(year: Core, at: Compiler): Year {
  const number = (value: number): Core => ({op: 'value', type: numberType, value})
  const day = (month: number, date: number): Term =>
    at.value({op: 'call', name: 'date', args: [year, number(month), number(date)], required: 3, type: dateType})
  return {first: day(1, 1), last: day(12, 31)}
}

function dateTerm(date: CalendarDate, at: Compiler): Term {
  const found = literal(date, {kind: 'date'}, at.dialect)
  if (found === undefined) throw new Error('A date is always a constant.')
  return found
}
