/**
 * The effects of an action: what they work on, what each kind does, and how they are run. A new kind of effect is a function and an entry of the list at
 * the end.
 */

import {sql} from 'kysely'
import {type Core, partsOf} from '../../feel/core.ts'
import type {Environment} from '../../feel/environment.ts'
import {evaluate} from '../../feel/index.ts'
import type {Tables} from '../../feel/sql/tables.ts'
import {type Binding, toList, toValue} from '../../feel/sql/to-sql.ts'
import {isReference, type List, type Reference, type Value} from '../../feel/value.ts'
import {fieldOf} from '../../points/entities/lookup.ts'
import type {Entity} from '../../points/entities/model.ts'
import {fitValue} from '../../points/entities/run.ts'
import type {Effect} from '../../points/states/model.ts'
import {meOf} from '../actor.ts'
import {compared, fieldCore, thisCore, valueCore} from '../core-build.ts'
import {contextOf, select} from '../query/select.ts'
import type {FieldValues} from '../query/stored.ts'
import {type Input, rejected} from './change.ts'
import {changeRecord} from './change-record.ts'
import type {ChangeContext} from './context.ts'

/*
 * The record that an action changes: its state, the fields it asks for and those it sets are gathered and written at once, as one version; sooner only
 * where an effect looks at records in the database.
 */

export class PendingRecord {
  readonly entity: Entity
  readonly id: string
  private readonly action: string
  private readonly context: ChangeContext
  private values: Map<string, Value>
  /** As it is stored, without what is not written yet. */
  private known: FieldValues
  private changes = new Map<string, Value>()
  private readonly before: FieldValues

  constructor(context: ChangeContext, at: {entity: Entity; id: string; action: string; values: FieldValues}) {
    this.context = context
    this.entity = at.entity
    this.id = at.id
    this.action = at.action
    this.values = new Map(at.values)
    this.known = at.values
    this.before = at.values
  }

  get version(): number {
    return Number(this.values.get('version'))
  }

  set(field: string, value: Value): void {
    this.values.set(field, value)
    this.changes.set(field, value)
  }

  /** As expressions know it: with what is not written yet. */
  binding(): Binding {
    return {entity: this.entity.name, id: this.id, fields: this.values}
  }

  stored(): FieldValues {
    return this.values
  }

  async flush(): Promise<void> {
    if (this.changes.size === 0) return
    const fields = new Map<string, Input>([...this.changes].map(([name, value]) => [name, {value}]))
    const {entity, id, action, version, known} = this
    const request = {kind: 'update', entity: entity.name, id, version, action, fields} as const
    const step = await changeRecord(this.context, request, {known, partOfAction: true})
    if (!step.ok) throw rejected(step.problems)
    this.changes = new Map()
    // What effects set may have been rounded to what its field takes.
    this.known = step.value.values ?? known
    this.values = new Map(this.known)
  }

  /** One entry of history for the action, also where it changed nothing of the record itself. */
  async finish(): Promise<void> {
    await this.flush()
    const {entity, id, action, version, before, known: after, context} = this
    context.unit.history.push({entry: context.newId(), entity, id, action, version, before, after})
  }

  /** What its personal fields held is forgotten at the end. */
  forgets(): void {
    this.context.unit.forgotten.push({entity: this.entity, id: this.id})
  }
}

/* What effects work on while an action is performed, and how the expressions in them are evaluated. */

interface Acting {
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

type RunEffect<Kind extends Effect['kind']> = (
  effect: Extract<Effect, {kind: Kind}>,
  acting: Acting,
  run: (effect: Effect, acting: Acting) => Promise<void>,
) => Promise<void>

/** The value of an expression, for the record as the effects before have left it, over all records. */
async function evaluated(core: Core, acting: Acting): Promise<Value> {
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
async function recordsOf(core: Core, acting: Acting): Promise<Reference[]> {
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

/* Effects that leave the application: `notify` and `call`. They are written at the end of the change, with the record as it is then. */

/** `notify person`: a notification in the application, and where mail is set up a mail. */
const notify: RunEffect<'notify'> = async ({people, text}, acting) => {
  const sentence = text?.text ?? null
  if (people.type.kind === 'list') for (const {id} of await recordsOf(people, acting)) tell(id, sentence, acting)
  else {
    const person = await evaluated(people, acting)
    if (person !== null && isReference(person)) tell(person.id, sentence, acting)
  }
}

function tell(person: string, text: string | null, {context, record, action, event, told, says}: Acting): void {
  if (told.has(person)) return
  told.add(person)
  const about = {event, entity: record.entity.name, record: record.id, action}
  const notification = {...about, person, name: null, text, says}
  context.unit.outgoing.push({kind: 'notification', notification})
}

/** `call name`: a row of the outbox, which is delivered when the change is durable. */
const call: RunEffect<'call'> = async ({name}, {context, record, action, event, says}) => {
  const about = {event, entity: record.entity.name, record: record.id, action}
  context.unit.outgoing.push({kind: 'call', call: {name, ...about, says}})
}

/* Effects that change records: `set`, `create` and `erase`. */

/** `set field = value` */
const set: RunEffect<'set'> = async ({field: name, value}, acting) => {
  const field = fieldOf(acting.record.entity, name)
  if (!field) return
  const result = fitValue(field, await evaluated(value, acting))
  if (!result.ok) throw rejected(result.problems.map(each => ({...each, field: name})))
  acting.record.set(name, result.value)
}

/** `create Entity(field: value, …)` */
const create: RunEffect<'create'> = async ({entity, values}, acting) => {
  const fields = new Map<string, Input>()
  for (const {field, value} of values) fields.set(field, {value: await evaluated(value, acting)})
  const step = await changeRecord(acting.context, {kind: 'create', entity, fields})
  if (step.ok) return
  // A problem with a value that was typed into an input of the action is shown at that input.
  const inputOf = (field: string | null) => {
    const given = values.find(each => each.field === field)?.value
    return given?.op === 'input' && acting.asked.has(given.name) ? given.name : null
  }
  throw rejected(step.problems.map(each => ({...each, field: inputOf(each.field)})))
}

/**
 * `erase`: empties the personal fields of the record and of its parts, and forgets what they held. Required fields keep what the effects before have set them
 * to; a part that cannot do without its personal data is deleted.
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
  const at = (name: string) => fieldCore(thisCore(part.name), part.name, {name, type: {kind: 'text'}})
  const owner = fieldCore(thisCore(part.name), part.name, {name: by.name, type: by.type.type})
  const where = [compared(owner, '=', valueCore(by.type.type, {entity: record.entity.name, id: record.id}))]
  const rows = await select(context, {from: context.visibility.records(part.name), where, columns: [at('id')]})
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

/** `for each k in list: effect`: the list is what it is before the first of them. */
const forEach: RunEffect<'for each'> = async ({variable, list, effect}, acting, run) => {
  for (const item of await recordsOf(list, acting))
    await run(effect, {...acting, inputs: new Map([...acting.inputs, [variable, item]])})
}

type Runners = {readonly [Kind in Effect['kind']]: RunEffect<Kind>}

const runners: Runners = {set, create, notify, call, erase, 'for each': forEach}

/** The table pairs every kind with the runner of that very kind; TypeScript cannot follow the pairing. */
export async function runEffect(effect: Effect, acting: Acting): Promise<void> {
  await (runners[effect.kind] as RunEffect<Effect['kind']>)(effect as never, acting, runEffect)
}
