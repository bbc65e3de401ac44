/** From a question to its answer: which lines have a say, and whether they hold for the record and the person at hand. */
import {suggest} from '../document/near.ts'
import {operator} from '../engine/actor.ts'
import type {Engine} from '../engine/engine.ts'
import {actionReasons} from '../engine/explain/action-reasons.ts'
import {grantReasons, type Roles} from '../engine/explain/grant-reasons.ts'
import {judgeReasons, type Subject} from '../engine/explain/judge-reasons.ts'
import {allOf, anyOf, type Holds, type JudgedReason} from '../engine/explain/reason.ts'
import {screenReasons} from '../engine/explain/screen-reasons.ts'
import {findAll} from '../engine/lookup.ts'
import {readStored} from '../engine/stored.ts'
import {isReference} from '../feel/value.ts'
import type {Entity} from '../points/entities/model.ts'
import {canonicalName} from '../points/entities/names.ts'
import {type Act, acts} from '../points/roles/model.ts'
import type {Specification} from '../points/specification.ts'
import {CannotRun, WrongUsage} from './command.ts'
import type {Section} from './explain-text.ts'

export interface Who {
  readonly roles: Roles
  readonly person: Subject['person']
  readonly name: string
}

export interface Explaining {
  readonly specification: Specification
  readonly engine: Engine | null
  readonly who: Who
}

export async function explain(at: Explaining, {what, on}: {what: string; on: string}): Promise<Section[]> {
  const {specification, who} = at
  if (what === 'open') {
    const reasons = await judgeReasons(screenReasons(specification, who.roles, on), null)
    return [section(`${who.name} may open ${on}`, reasons, {none: `No screen of point 2 answers at ${on}.`})]
  }
  const [name = '', ...rest] = on.split('/')
  const entity = entityNamed(specification, name)
  const record = rest.length === 0 ? null : await recordOf(at, entity, rest.join('/'))
  const act = acts.find(each => each === what)
  return act ? [await granted(at, {entity, act, record, on})] : acted(at, {entity, action: what, record, on})
}

interface Asked {
  readonly entity: Entity
  readonly record: Subject['record']
  readonly on: string
}

async function granted(at: Explaining, {entity, act, record, on}: Asked & {act: Act}): Promise<Section> {
  const {specification, who} = at
  const title = `${who.name} may ${act} ${on}`
  if (specification.roles.open) {
    const note = 'Point 6 is open: everybody who has signed in is a Member and may do all.'
    return {title, holds: who.roles !== null, reasons: [], otherwise: [], note}
  }
  const {reasons, whole, otherwise} = grantReasons(specification, who.roles, {act, entity})
  const there = whole && record ? await wholeOf(at, record, whole) : record
  const judged = await judgeReasons(reasons, subjectOf(at, there))
  const note = whole
    ? `${entity.name} has no line of its own and is part of ${whole.entity}: to ${act} it is to ${whole.act} that.`
    : null
  return {
    ...section(title, judged, {none: 'No line of point 6 grants it, and what is not granted is refused.', note}),
    otherwise: judged.length > 0 ? [] : otherwise,
  }
}

async function acted(at: Explaining, {entity, action, record, on}: Asked & {action: string}): Promise<Section[]> {
  const {specification, who} = at
  const name = canonicalName(action)
  const reasons = actionReasons(specification, who.roles, {entity, action: name})
  if (reasons === null) {
    const known = [...acts, 'open', ...(specification.actions.actions.get(entity.name)?.keys() ?? [])]
    throw new WrongUsage(`${entity.name} has no action "${action}". ${suggest(action, known)}`.trim())
  }
  const judged = await judgeReasons(reasons, subjectOf(at, record))
  const rows = section(`${who.name} may ${action} ${on}`, judged, {none: 'No row of point 4 names them.'})
  const reading = await granted(at, {entity, act: 'read', record, on})
  const holds = allOf([rows.holds, reading.holds])
  return [{...rows, holds, note: 'Actions are for people who may read the record: see below.'}, reading]
}

function subjectOf({engine, who}: Explaining, record: Subject['record']): Subject | null {
  return engine && {engine, person: who.person, record}
}

function section(
  title: string,
  reasons: readonly JudgedReason[],
  {none, note = null}: {none: string; note?: string | null},
): Section {
  const holds: Holds = anyOf(reasons.map(reason => reason.holds))
  return {
    title,
    holds,
    reasons,
    otherwise: [],
    note: reasons.length === 0 ? [note, none].filter(Boolean).join(' ') : note,
  }
}

function entityNamed({entities}: Specification, name: string): Entity {
  const entity = entities.entities.get(name)
  if (entity) return entity
  throw new CannotRun(`The document has no entity ${name}. ${suggest(name, [...entities.entities.keys()])}`.trim())
}

async function recordOf({engine}: Explaining, {name}: Entity, text: string): Promise<{entity: string; id: string}> {
  const found = await engine?.read(operator, async reader =>
    (await findAll(reader, reader.sight, [{entity: name, text}]))(name, text),
  )
  if (!found) throw new CannotRun(`There is no ${name} ${text}.`)
  return found
}

async function wholeOf(
  {engine}: Explaining,
  record: {readonly entity: string; readonly id: string},
  {field}: {readonly field: string},
): Promise<Subject['record']> {
  const values = await engine?.read(operator, reader => {
    const entity = reader.sight.entity(record.entity)
    return entity ? readStored(reader, entity, record.id, reader.sight.records(record.entity)) : Promise.resolve(null)
  })
  const value = values?.get(field) ?? null
  return value !== null && isReference(value) ? value : null
}
