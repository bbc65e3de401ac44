/** Which family turns which node into SQL: as a value, as a truth, as a failure, and as a list. */
import {sql} from 'kysely'
import type {Core} from '../core.ts'
import {arithmeticValue, negateValue} from './arithmetic.ts'
import {atValue} from './at.ts'
import {compareFails, compareHolds, compareValue} from './comparison.ts'
import type {Compiler, Rows} from './compiler.ts'
import type {Sql} from './dialect.ts'
import {callValue} from './functions.ts'
import {ifRows, listCall} from './list-functions.ts'
import {ifValue, logicFails, logicHolds, logicValue, notValue, quantifiedHolds, quantifiedValue} from './logic.ts'
import {inHolds, inValue} from './membership.ts'
import {propertyValue} from './properties.ts'
import {fieldTable, fieldValue, idOf} from './records.ts'
import {allRows, filterRows, knownRows, listRows, mapRows, relationRows, wordRows} from './rows.ts'
import type {Term} from './term.ts'

/** The value of a node that is not known yet. */
export function values(core: Core, at: Compiler): Term {
  switch (core.op) {
    case 'this':
    case 'me':
    case 'old':
    case 'variable':
      return referenceOrItem(core, at)
    case 'field':
      return fieldValue(core, at)
    case 'property':
      return propertyValue(core, at)
    case 'at':
      return atValue(core, at)
    case 'some':
    case 'every':
      return quantifiedValue(core, at)
    case 'if':
      return ifValue(core, at)
    case 'and':
    case 'or':
      return logicValue(core, at)
    case 'not':
      return notValue(core.of, at)
    case 'compare':
      return compareValue(core, at)
    case 'arithmetic':
      return arithmeticValue(core, at)
    case 'negate':
      return negateValue(core, at)
    case 'in':
      return inValue(core, at)
    case 'call':
      return callValue(core, at)
    default:
      return refuseListValue(at)
  }
}

function referenceOrItem(core: Core & {op: 'this' | 'me' | 'old' | 'variable'}, at: Compiler): Term {
  const row = at.rowOf(core)
  if (row !== undefined) return idOf(row, at)
  if (core.op === 'variable') return at.variable(core.name)
  throw new Error(`Nothing is bound to “${core.op}” here.`)
}

export const refuseListValue = (at: Compiler): never =>
  at.refuse({
    code: 'N091',
    message: 'The result is a list, and a single value is needed here.',
    hint: 'Use `count(…)`, `some … satisfies`, or one item of it.',
  })

/** True where the condition is true. */
export function truths(core: Core, at: Compiler): Sql {
  switch (core.op) {
    case 'and':
    case 'or':
      return logicHolds(core, at)
    case 'not':
      return at.fails(core.of)
    case 'compare':
      return compareHolds(core, at)
    case 'in':
      return inHolds(core, at)
    case 'some':
    case 'every':
      return quantifiedHolds(core, at)
    default:
      return at.value(core).sql
  }
}

/** True where the condition is false. */
export function failures(core: Core, at: Compiler): Sql {
  switch (core.op) {
    case 'and':
    case 'or':
      return logicFails(core, at)
    case 'not':
      return at.holds(core.of)
    case 'compare':
      return compareFails(core, at)
    default:
      return sql`(not ${at.value(core).sql})`
  }
}

export function listRowsOf(core: Core, at: Compiler): Rows {
  const known = at.known(core)
  if (known !== undefined && 'value' in known) return knownRows(known.value, core, at)
  switch (core.op) {
    case 'all':
      return allRows(core.entity, at)
    case 'relation':
      return relationRows(core, at)
    case 'filter':
      return filterRows(core, at)
    case 'map':
      return mapRows(core, at)
    case 'list':
      return listRows(core, at)
    case 'field':
      return fieldRows(core, at)
    case 'call':
      return callRows(core, at)
    case 'if':
      return ifRows(core, at)
    default:
      return refuseListValue(at)
  }
}

/** An `any of` field, or a computed list. */
function fieldRows(core: Core & {op: 'field'}, at: Compiler): Rows {
  const kept = fieldTable(core.entity, core.field, at)
  if (kept.kind === 'column') return wordRows(fieldValue(core, at), at)
  const row = at.rowOf(core.of)
  if (kept.kind === 'computed' && row !== undefined) return at.standingAt({alias: row.alias}).rows(kept.core)
  return refuseListValue(at)
}

function callRows(core: Core & {op: 'call'}, at: Compiler): Rows {
  const call = listCall(core.name)
  if (call === undefined) throw new Error(`There is no SQL for the function ${core.name}.`)
  return call(core, at)
}
