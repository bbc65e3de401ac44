/**
 * Which records a form for a new record offers for a reference: those with which the person could create the record.
 * Follows from the grants of point 6 and the rules of point 5, as far as they depend on the chosen record alone. What is
 * accepted is decided when the record is written.
 */
import type {Core} from '../../../feel/core.ts'
import type {Entity, Field} from '../../../points/entities/model.ts'
import {both, either, isYes, partsChanged, thisCore, yes} from '../../core-build.ts'
import type {Narrowing} from '../../query/list-plan.ts'
import type {ReadContext} from '../../read-context.ts'

export interface RecordToCreate {
  readonly entity: Entity
  /** What the person fills in; every other field has its default. */
  readonly fields: readonly Field[]
  /** Performed with creating it. */
  readonly actions: readonly string[]
}

/** Empty if any record of the entity may be chosen. */
export function possibleChoices(reader: ReadContext, record: RecordToCreate, chosen: Field): readonly Narrowing[] {
  const {entity, fields} = record
  const where = both(
    [...rulesOf(reader, record), grantsOf(reader, record)].map(core => aboutChoice(core, record, chosen)),
  )
  if (isYes(where)) return []
  const filledIn = fields.map(({name}) => name).join()
  return [{shape: `possible ${entity.name}.${chosen.name} with ${filledIn} ${record.actions.join()}`, where}]
}

function rulesOf({specification}: ReadContext, {entity, actions}: RecordToCreate): Core[] {
  return specification.rules.rules
    .filter(({entity: name, on, when}) => {
      const applies = on === null || on.kind === 'create' || actions.includes(on.action)
      return name === entity.name && when === null && applies
    })
    .map(({must}) => must.core)
}

function grantsOf({visibility}: ReadContext, {entity}: RecordToCreate): Core {
  return either(visibility.granted('create', entity.name).map(({where}) => where ?? yes))
}

/** What a condition requires of the chosen record, as a condition on that record; `yes` if it requires nothing. */
function aboutChoice(core: Core, record: RecordToCreate, chosen: Field): Core {
  const whole = onChoice(core, record, chosen)
  if (whole) return whole
  if (core.op === 'and') return both(core.items.map(item => aboutChoice(item, record, chosen)))
  if (core.op === 'or') return either(core.items.map(item => aboutChoice(item, record, chosen)))
  return yes
}

/** Null if it depends on anything else that the form or the engine fills in, or not on the chosen record at all. */
function onChoice(core: Core, {entity, fields}: RecordToCreate, chosen: Field): Core | null {
  const target = chosen.type.control.entity ?? ''
  let isAboutChoice = false
  let isKnown = true
  const rewrite = (part: Core): Core => {
    if (part.op === 'field' && part.of.op === 'this') {
      if (part.field === chosen.name) {
        isAboutChoice = true
        return thisCore(target)
      }
      const settled = fields.some(({name}) => name === part.field) ? null : entity.fields.get(part.field)?.default?.core
      // The acting person, or a plain value.
      if (settled?.op === 'me' || settled?.op === 'value') return settled
    }
    if (part.op === 'this' || part.op === 'old' || part.op === 'input') isKnown = false
    return partsChanged(part, rewrite)
  }
  const condition = rewrite(core)
  return isKnown && isAboutChoice ? condition : null
}
