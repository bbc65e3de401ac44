/** What effects work on while an action is performed, and how the expressions in them are evaluated. */
import {sql} from 'kysely'
import {type Core, partsOf} from '../../../feel/core.ts'
import type {Environment} from '../../../feel/environment.ts'
import {evaluate} from '../../../feel/index.ts'
import type {Tables} from '../../../feel/sql/tables.ts'
import {toList, toValue} from '../../../feel/sql/to-sql.ts'
import {isReference, type List, type Reference, type Value} from '../../../feel/value.ts'
import type {Effect} from '../../../points/states/model.ts'
import {meOf} from '../../actor.ts'
import {contextOf} from '../../query/select.ts'
import type {PendingRecord} from '../actions/pending-record.ts'
import type {ChangeContext} from '../context.ts'

export interface Acting {
  /** As the engine, on behalf of the actor. */
  readonly context: ChangeContext
  readonly record: PendingRecord
  readonly action: string
  /** One for everything that this performance of the action causes. */
  readonly event: string
  /** The names of the inputs that the action asked for. */
  readonly asked: ReadonlySet<string>
  /** Their values, and the item of a `for each` around. */
  readonly inputs: ReadonlyMap<string, Value>
  /** People who are notified already. */
  readonly told: Set<string>
  /** What the action says of the record, with fields in braces. */
  readonly says: string | null
}

export type RunEffect<Kind extends Effect['kind']> = (
  effect: Extract<Effect, {kind: Kind}>,
  acting: Acting,
  run: (effect: Effect, acting: Acting) => Promise<void>,
) => Promise<void>

/** The value of an expression, for the record as the effects before have left it, over all records. */
export async function evaluated(core: Core, acting: Acting): Promise<Value> {
  if (isAtHand(core, acting)) return evaluate(core, environmentOf(acting))
  if (core.type.kind === 'list') return listOf(core, acting)
  const value = toValue(core, await contextFor(core, acting))
  const {rows} = await sql<{c0: unknown}>`select ${value.sql} as c0`.execute(acting.context.db)
  return value.read(rows[0]?.c0)
}

/** What needs no query: a value, who acts, the clock, a field of the record itself. */
function isAtHand(core: Core, {record, context}: Acting): boolean {
  if (core.op === 'value' || core.op === 'me') return true
  if (core.op === 'call') return core.args.length === 0 && (core.name === 'now' || core.name === 'today')
  if (core.op !== 'field' || core.of.op !== 'this') return false
  return context.tables.get(record.entity.name)?.fields.get(core.field)?.kind === 'column'
}

function environmentOf({record, context, inputs}: Acting): Environment {
  const {actor, moment} = context
  const {now, zone, workingWeek} = moment
  const world = {all: () => [], field: (_: Reference, name: string) => record.stored().get(name) ?? null}
  const self = {entity: record.entity.name, id: record.id}
  return {world, this: self, me: meOf(actor), old: null, inputs, now, zone, workingWeek}
}

/** The items of a list, in its order. */
async function listOf(core: Core, acting: Acting): Promise<List> {
  const list = toList(core, await contextFor(core, acting))
  const {rows} = await sql<{x: unknown}>`${list.sql}`.execute(acting.context.db)
  return rows.map(row => list.read(row))
}

/** The records of a list, in its order. */
export async function recordsOf(core: Core, acting: Acting): Promise<Reference[]> {
  return (await listOf(core, acting)).filter(isReference)
}

async function contextFor(core: Core, {record, context, inputs}: Acting) {
  if (looksAtRecords(core, record.entity.name, context.tables)) await record.flush()
  return {...contextOf(context, {this: record.binding()}), inputs}
}

/** Whether the database is asked for something that the record's unwritten changes could be part of. */
function looksAtRecords(core: Core, entity: string, tables: Tables, depth = 0): boolean {
  if (core.op === 'all' || core.op === 'relation' || depth > 50) return true
  if (core.op === 'field') {
    if (core.entity === entity && core.of.op !== 'this') return true
    const kept = tables.get(core.entity)?.fields.get(core.field)
    // A computed field of another record may read anything from there.
    if (kept?.kind === 'computed' && (core.of.op !== 'this' || looksAtRecords(kept.core, entity, tables, depth + 1)))
      return true
  }
  return partsOf(core).some(part => looksAtRecords(part, entity, tables, depth))
}
