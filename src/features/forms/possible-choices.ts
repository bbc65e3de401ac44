/**
 * Which records a form offers for a reference: those with which the person could create the record, or save it.
 * Follows from the grants of point 6 and the rules of point 5, as far as they depend on the chosen record alone. What is
 * accepted is decided when the record is written.
 */

import {conjunction, either, isYes, parameterCore, partsChanged, thisCore, yes} from '../../engine/base/core-build.ts'
import type {Narrowing} from '../../engine/lists/list-plan.ts'
import type {ReadContext} from '../../engine/query/read-context.ts'
import {abilities} from '../../engine/records/abilities.ts'
import type {Core, FieldCore} from '../../feel/core.ts'
import type {Value} from '../../feel/value.ts'
import type {Entity, Field} from '../../points/entities/model.ts'

export interface RecordToWrite {
  readonly entity: Entity
  /** What the person fills in; every other field of a new record has its default. */
  readonly fields: readonly Field[]
  /** Performed with creating it. */
  readonly actions: readonly string[]
  /** Of an existing record: the other fields that the person sees. */
  readonly stored?: ReadonlyMap<string, Value>
}

/** Empty if any record of the entity may be chosen. */
export function possibleChoices(reader: ReadContext, record: RecordToWrite, chosen: Field): readonly Narrowing[] {
  const {entity, fields, stored} = record
  const where = conjunction(
    [...rulesOf(reader, record), grantsOf(reader, record)].map(core => aboutChoice(core, record, chosen)),
  )
  if (isYes(where)) return []
  const filledIn = fields.map(({name}) => name).join()
  const known = [...(stored?.keys() ?? [])].join()
  return [
    {
      shape: `possible ${entity.name}.${chosen.name} with ${filledIn} ${record.actions.join()} stored ${known}`,
      where,
      parameters: new Map([...(stored ?? [])].map(([name, value]) => [parameterOf(name), value])),
    },
  ]
}

const parameterOf = (field: string): string => `stored ${field}`

function rulesOf({specification}: ReadContext, {entity, actions, stored}: RecordToWrite): Core[] {
  return specification.rules.rules
    .filter(({entity: name, on, when}) => {
      const applies = on === null || (on.kind === 'create' ? !stored : actions.includes(on.action))
      return name === entity.name && when === null && applies
    })
    .map(({must}) => must.core)
}

function grantsOf(reader: ReadContext, {entity, stored}: RecordToWrite): Core {
  // What may be changed depends on the record, which can be found.
  if (stored) return yes
  return abilities(reader, entity.name).where('create')
}

/** What a condition requires of the chosen record, as a condition on that record; `yes` if it requires nothing. */
function aboutChoice(core: Core, record: RecordToWrite, chosen: Field): Core {
  const whole = onChoice(core, record, chosen)
  if (whole) return whole
  if (core.op === 'and') return conjunction(core.items.map(item => aboutChoice(item, record, chosen)))
  if (core.op === 'or') return either(core.items.map(item => aboutChoice(item, record, chosen)))
  return yes
}

/** Null if it depends on anything else that the form or the engine fills in, or not on the chosen record at all. */
function onChoice(core: Core, record: RecordToWrite, chosen: Field): Core | null {
  const target = chosen.type.control.entity ?? ''
  let isAboutChoice = false
  let isKnown = true
  const rewrite = (part: Core): Core => {
    if (part.op === 'field' && part.of.op === 'this') {
      if (part.field === chosen.name) {
        isAboutChoice = true
        return thisCore(target)
      }
      const settled = settledIn(record, part)
      if (settled) return settled
    }
    if (part.op === 'this' || part.op === 'old' || part.op === 'input') isKnown = false
    // Rules count the record itself among the others, which it is not yet.
    if (listedIn(part) === record.entity.name) isKnown = false
    return partsChanged(part, rewrite)
  }
  const condition = rewrite(core)
  return isKnown && isAboutChoice ? condition : null
}

/** The entity whose records it lists. */
function listedIn(core: Core): string | null {
  if (core.op === 'all') return core.entity
  if (core.op !== 'relation' || core.type.kind !== 'list') return null
  return core.type.of.kind === 'reference' ? core.type.of.entity : null
}

/** What a field contains that is not on the form; null if that is not known here. */
function settledIn({entity, fields, stored}: RecordToWrite, {field, type}: FieldCore): Core | null {
  if (fields.some(({name}) => name === field)) return null
  if (stored) return stored.has(field) ? parameterCore(parameterOf(field), type) : null
  const settled = entity.fields.get(field)?.default?.core
  // The acting person, or a plain value.
  return settled?.op === 'me' || settled?.op === 'value' ? settled : null
}
