/**
 * The effects of an action: their context, the implementation of each kind, and the runner. A new kind of effect is a
 * function and a case in `runEffect`.
 */

import {type Core, partsOf} from '../../feel/core.ts'
import type {Environment} from '../../feel/environment.ts'
import {evaluate} from '../../feel/index.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {isList, isReference, type Reference, type Value} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {fitValue} from '../../points/entities/run.ts'
import {type Effect, singleEffects, type Transition} from '../../points/states/model.ts'
import {meOf, personOf} from '../base/actor.ts'
import {compared, fieldCore, thisCore, valueCore} from '../base/core-build.ts'
import {callKind, effectKind} from '../outbox/outbox.ts'
import {valueAt} from '../query/record-values.ts'
import {select} from '../query/select.ts'
import {type Input, rejected} from '../transaction/change.ts'
import type {ChangeContext} from '../transaction/context.ts'
import {changeRecord} from './change-record.ts'
import type {PendingRecord} from './pending-record.ts'

/* The context of effects while an action is performed, used to evaluate their expressions. */

interface Acting {
  /** As the engine, on behalf of the actor. */
  readonly context: ChangeContext
  readonly record: PendingRecord
  readonly action: string
  /** Identifies everything caused by this performance of the action. */
  readonly event: string
  /** The names of the action's inputs. */
  readonly asked: ReadonlySet<string>
  /** Their values, and the item of an enclosing `for each`. */
  readonly inputs: ReadonlyMap<string, Value>
  /** People who have been notified already. */
  readonly told: Set<string>
  /** The action's text about the record, with fields in braces. */
  readonly says: string | null
}

type RunEffect<Kind extends Effect['kind']> = (effect: Extract<Effect, {kind: Kind}>, acting: Acting) => Promise<void>

/** Evaluates an expression over all records, with the record as the previous effects left it. */
async function evaluated(core: Core, acting: Acting): Promise<Value> {
  if (isAtHand(core, acting)) return evaluate(core, effectEnvironment(acting))
  const {record, context, inputs} = acting
  if (looksAtRecords(core, record.entity.name, context.tables)) await record.flush()
  return valueAt(context, record.wouldBe(readsOld(core)), core, {owner: core, name: 'effect', inputs})
}

function readsOld(core: Core): boolean {
  return core.op === 'old' || partsOf(core).some(readsOld)
}

/** True for expressions that need no query: a value, the actor, the clock, a field of the record itself. */
function isAtHand(core: Core, {record, context}: Acting): boolean {
  if (core.op === 'value' || core.op === 'me') return true
  if (core.op === 'call') return core.args.length === 0 && (core.name === 'now' || core.name === 'today')
  if (core.op !== 'field' || core.of.op !== 'this') return false
  return context.tables.get(record.entity.name)?.fields.get(core.field)?.kind === 'column'
}

function effectEnvironment({record, context, inputs}: Acting): Environment {
  const {actor, moment} = context
  const {now, zone, workingWeek} = moment
  const world = {all: () => [], field: (_: Reference, name: string) => record.stored().get(name) ?? null}
  const self = {entity: record.entity.name, id: record.id}
  return {world, this: self, me: meOf(actor), old: null, inputs, now, zone, workingWeek}
}

/** The records of a list, in order. */
async function recordsOf(core: Core, acting: Acting): Promise<Reference[]> {
  const list = await evaluated(core, acting)
  return list !== null && isList(list) ? list.filter(isReference) : []
}

/** True if the expression queries data that the record's pending changes could affect. */
function looksAtRecords(core: Core, entity: string, tables: Tables, depth = 0): boolean {
  if (core.op === 'all' || core.op === 'relation' || depth > 50) return true
  if (core.op === 'field') {
    if (core.entity === entity && core.of.op !== 'this') return true
    const kept = tables.get(core.entity)?.fields.get(core.field)
    // A computed field of another record may read any data.
    if (kept?.kind === 'computed' && (core.of.op !== 'this' || looksAtRecords(kept.core, entity, tables, depth + 1)))
      return true
  }
  return partsOf(core).some(part => looksAtRecords(part, entity, tables, depth))
}

/*
 * Effects that leave the application: `notify`, `call` and `run`. They are written at the end of the change, with the final
 * values of the record.
 */

/**
 * `notify person`: a notification in the application, and an email if mail is set up. People know what they did
 * themselves; a sentence to one person is a confirmation, which they get for their own actions, too.
 */
const notify: RunEffect<'notify'> = async ({people, text}, acting) => {
  const sentence = text?.text ?? null
  const actor = personOf(acting.context.actor)?.id
  if (people.type.kind === 'list') {
    for (const {id} of await recordsOf(people, acting)) if (id !== actor) tellPerson(id, sentence, acting)
  } else {
    const person = await evaluated(people, acting)
    if (person === null || !isReference(person)) return
    if (person.id !== actor || sentence !== null) tellPerson(person.id, sentence, acting)
  }
}

function tellPerson(person: string, text: string | null, {context, record, action, event, told, says}: Acting): void {
  if (told.has(person)) return
  told.add(person)
  const about = {event, entity: record.entity.name, record: record.id, action}
  const notification = {...about, person, name: null, text, says}
  context.unit.outgoing.push({kind: 'notification', notification})
}

/** `call name`: a row of the outbox, delivered after the commit. */
const call: RunEffect<'call'> = async ({name}, {context, record, action, event, says}) => {
  const about = {event, entity: record.entity.name, record: record.id, action}
  context.unit.outgoing.push({kind: 'call', call: {kind: callKind, name, ...about, says}})
}

/** `run name`: the same for an effect of own code. */
const run: RunEffect<'run'> = async ({name}, {context, record, action, event, says}) => {
  const about = {event, entity: record.entity.name, record: record.id, action}
  context.unit.outgoing.push({kind: 'call', call: {kind: effectKind, name, ...about, says}})
}

/* Effects that change records: `set`, `create`, `change` and `erase`. */

/** `set field = value` */
const set: RunEffect<'set'> = async ({field: name, value}, acting) => {
  const field = fieldOf(acting.record.entity, name)
  if (!field) return
  const result = fitValue(field, await evaluated(value, acting))
  if (!result.ok) throw rejected(result.problems.map(each => ({...each, field: name})))
  acting.record.set(name, result.value)
}

/** `create Entity(field: value, …)` */
const createEffect: RunEffect<'create'> = async ({entity, values}, acting) => {
  const fields = new Map<string, Input>()
  for (const {field, value} of values) fields.set(field, {value: await evaluated(value, acting)})
  const step = await changeRecord(acting.context, {kind: 'create', entity, fields})
  if (step.ok) return
  // A problem with a value that came from an input of the action is shown at that input.
  const inputOf = (field: string | null) => {
    const given = values.find(each => each.field === field)?.value
    return given?.op === 'input' && acting.asked.has(given.name) ? given.name : null
  }
  throw rejected(step.problems.map(each => ({...each, field: inputOf(each.field)})))
}

/** `change b(field: value, …)`: as the engine. The action says who is notified. */
const change: RunEffect<'change'> = async ({entity, variable, values}, acting) => {
  const record = acting.inputs.get(variable) ?? null
  if (record === null || !isReference(record)) return
  const fields = new Map<string, Input>()
  for (const {field, value} of values) fields.set(field, {value: await evaluated(value, acting)})
  const step = await changeRecord(acting.context, {kind: 'update', entity, id: record.id, fields})
  if (!step.ok) throw rejected(step.problems.map(each => ({...each, field: null})))
}

/**
 * `erase`: clears the personal fields of the record and its line items, and erases their previous values. Required
 * fields keep the values set by earlier effects; a line item that requires its personal data is deleted.
 */
const erase: RunEffect<'erase'> = async (_, acting) => {
  const {record, context} = acting
  for (const name of record.entity.personal) {
    const field = record.entity.fields.get(name)
    if (field && !field.required) record.set(name, field.type.empty)
  }
  record.forgets()
  for (const part of context.entities.entities.values())
    if (part.partOf?.entity === record.entity.name && part.personal.length > 0) await eraseParts(part, acting)
}

async function eraseParts(part: Entity, {record, context}: Acting): Promise<void> {
  const by = part.fields.get(part.partOf?.field ?? '')
  if (!by) return
  const own = fieldCore(thisCore(part.name), part.name, {name: 'id', type: {kind: 'text'}})
  const owner = fieldCore(thisCore(part.name), part.name, {name: by.name, type: by.type.type})
  const where = [compared(owner, '=', valueCore(by.type.type, {entity: record.entity.name, id: record.id}))]
  const rows = await select(context, {from: context.visibility.records(part.name), where, columns: [own]})
  const needed = part.personal.some(name => part.fields.get(name)?.required === true)
  for (const [id] of rows) {
    const emptied = part.personal.map((name): [string, Input] => [
      name,
      {value: part.fields.get(name)?.type.empty ?? null},
    ])
    const request = {entity: part.name, id: String(id), action: 'erase'} as const
    const step = needed
      ? await changeRecord(context, {...request, kind: 'delete', fields: new Map()})
      : await changeRecord(context, {...request, kind: 'update', fields: new Map(emptied)})
    if (!step.ok) throw rejected(step.problems.map(each => ({...each, field: null})))
    context.unit.forgotten.push({entity: part, id: String(id)})
  }
}

/** `for each k in list: effect`: the list is evaluated once, before the first effect. */
const forEach: RunEffect<'for each'> = async ({variable, list, effect}, acting) => {
  for (const item of await recordsOf(list, acting))
    await runEffect(effect, {...acting, inputs: new Map([...acting.inputs, [variable, item]])})
}

/** Whether notifications are all that the effects do. */
export function onlyNotify(row: Pick<Transition, 'effects'>): boolean {
  return singleEffects(row).every(({kind}) => kind === 'notify')
}

export function runEffect(effect: Effect, acting: Acting): Promise<void> {
  switch (effect.kind) {
    case 'set':
      return set(effect, acting)
    case 'create':
      return createEffect(effect, acting)
    case 'change':
      return change(effect, acting)
    case 'notify':
      return notify(effect, acting)
    case 'call':
      return call(effect, acting)
    case 'run':
      return run(effect, acting)
    case 'erase':
      return erase(effect, acting)
    case 'for each':
      return forEach(effect, acting)
  }
}
