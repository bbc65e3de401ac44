/**
 * Conditions on what a record refers to, rewritten so that an index can be used. Only the truth of a condition is
 * preserved, so this is used only if just the truth matters.
 */

import {sql} from 'kysely'
import {type CompareCore, type Comparison, type Core, type FieldCore, type InCore, namesMe, partsOf} from '../core.ts'
import type {SqlCompiler} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {fieldOfRow, fromReferenced, idOf, itemTerm, selectFrom} from './records.ts'
import {mirrored, relate} from './relate.ts'

/**
 * `person.manager = me`: the people whose manager is me, then the records that refer to one of them, each by index.
 * Only if one side is known and the other is a path through references.
 */
export function throughReference(core: CompareCore, at: SqlCompiler): Sql | undefined {
  if (core.by === '!=' || core.words !== undefined) return undefined
  const path = pathAndKnown(core, at)
  if (path === undefined) return throughMine(core, at)
  const inner = {entity: path.field.entity, alias: at.alias()}
  const left = fieldOfRow(inner, path.field.field, at)
  const found = relate(path.by, left, at.value(path.known), {dialect: at.dialect, asked: 'only true'})
  const ids = sql`(select ${idOf(inner, at).sql} from ${fromReferenced(inner, at)} where ${found.sql})`
  return referenceIn(path.field.of, ids, at)
}

/** `person.team = me.team`: my value is looked up once. If it is null, no record matches. */
function throughMine(core: CompareCore, at: SqlCompiler): Sql | undefined {
  const {left, right} = core
  if (core.by !== '=') return undefined
  if (isMine(left) && isPath(right, at)) return throughMine({...core, left: right, right: left}, at)
  if (!isPath(left, at) || !isMine(right)) return undefined
  const inner = {entity: left.entity, alias: at.alias()}
  const held = fieldOfRow(inner, left.field, at)
  const found = sql`${held.sql} = ${at.value(right).sql}`
  return referenceIn(left.of, sql`(select ${idOf(inner, at).sql} from ${fromReferenced(inner, at)} where ${found})`, at)
}

/** A reference of the person, which can be compared by id. */
const isMine = (core: Core): boolean =>
  core.op === 'field' && core.type.kind === 'reference' && (core.of.op === 'me' || isMine(core.of))

/**
 * `person.manager in Deputy[deputy = me].person`: the records of the list, then the people they belong to, then the
 * records that refer to one of those, each by index. Only if the list is the same for every record.
 */
export function throughMember({value, tests}: InCore, at: SqlCompiler): Sql | undefined {
  const [test] = tests
  if (tests.length !== 1 || test?.test !== 'member' || namesMe(value) || !isIndependent(test.of)) return undefined
  if (value.op !== 'field' || value.type.kind !== 'reference' || at.known(value) !== undefined) return undefined
  if (at.rowOf(value.of) === undefined && !isPath(value, at)) return undefined
  const rows = at.rows(test.of)
  const item = itemTerm(rows.item, at)
  // Null would also match records whose path ends early.
  return item.nullable || item.form.as !== 'id' || rows.absent
    ? undefined
    : referenceIn(value, selectFrom(rows, item.sql, at), at)
}

/** True if it uses no record of the statement, but its own variables. */
function isIndependent(core: Core, bound: readonly string[] = []): boolean {
  if (core.op === 'this' || core.op === 'old') return false
  if (core.op === 'variable') return bound.includes(core.name)
  const inside = 'variable' in core ? [...bound, core.variable] : bound
  return partsOf(core).every(part => isIndependent(part, inside))
}

function referenceIn(reference: Core, ids: Sql, at: SqlCompiler): Sql {
  if (reference.op !== 'field' || at.rowOf(reference.of) !== undefined) {
    return sql`(${at.value(reference).sql} in ${ids})`
  }
  const inner = {entity: reference.entity, alias: at.alias()}
  const held = fieldOfRow(inner, reference.field, at)
  const found = sql`(select ${idOf(inner, at).sql} from ${fromReferenced(inner, at)} where ${held.sql} in ${ids})`
  return referenceIn(reference.of, found, at)
}

function pathAndKnown(core: CompareCore, at: SqlCompiler): {field: FieldCore; known: Core; by: Comparison} | undefined {
  if (isPath(core.left, at) && isKnown(core.right, at)) return {field: core.left, known: core.right, by: core.by}
  if (isPath(core.right, at) && isKnown(core.left, at))
    return {field: core.right, known: core.left, by: mirrored[core.by]}
  return undefined
}

function isPath(core: Core, at: SqlCompiler): core is FieldCore {
  if (core.op !== 'field' || core.field === 'id' || at.known(core) !== undefined) return false
  return at.rowOf(core.of) === undefined && leadsFromRow(core.of, at)
}

/** A path of fields that starts at a row of the statement. */
const leadsFromRow = (core: Core, at: SqlCompiler): boolean =>
  core.op === 'field' && (at.rowOf(core.of) !== undefined || leadsFromRow(core.of, at))

/** Null would also match records whose path ends early, which no row of the other table represents. */
function isKnown(core: Core, at: SqlCompiler): boolean {
  const known = at.known(core)
  return known !== undefined && (!('value' in known) || known.value !== null)
}
