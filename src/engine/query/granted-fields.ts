/** The fields an actor may read, change or set, checked on the record before and after a change. */
import type {Core} from '../../feel/core.ts'
import type {Grant} from '../../points/roles/run.ts'
import {yes} from '../base/core-build.ts'
import type {GrantedAct} from '../permissions/grants.ts'
import type {ReadContext} from './read-context.ts'
import {holdsFor} from './select.ts'
import {holdsAs, type WouldBe} from './would-be.ts'

export interface GrantedFields {
  /** True if at least one grant covers the record. */
  readonly any: boolean
  /** True if a grant that applies covers all fields. */
  readonly all: boolean
  readonly covers: (field: string) => boolean
}

/** Evaluates the actor's grants for a stored record, and combines the fields they cover. */
export async function grantedFields(
  reader: ReadContext,
  act: GrantedAct,
  record: {entity: string; id: string},
): Promise<GrantedFields> {
  const {visibility} = reader
  const grants = visibility.granted(act, record.entity)
  const open = isOpen(grants)
  const held = open
    ? []
    : await holdsFor(reader, record, conditionsOf(grants), {owner: visibility, name: `covered by ${act}`})
  return covering(grants.filter((_, index) => open || held[index]))
}

const isOpen = (grants: readonly Grant[]): boolean =>
  grants.some(grant => grant.where === null && grant.fields === null)

function covering(holding: readonly Grant[]): GrantedFields {
  const all = holding.some(({fields}) => fields === null)
  return {
    any: holding.length > 0,
    all,
    covers: field => holding.some(({fields}) => fields === null || fields.has(field)),
  }
}

/** Evaluates the grants for a record that is not written yet, using the values it would have. */
export async function grantedFieldsAs(reading: ReadContext, act: GrantedAct, record: WouldBe): Promise<GrantedFields> {
  const {visibility} = reading
  const grants = visibility.granted(act, record.entity.name)
  const open = isOpen(grants)
  const held = open
    ? []
    : await holdsAs(reading, record, conditionsOf(grants), {owner: visibility, name: `covered by ${act}`})
  return covering(grants.filter((_, index) => open || held[index]))
}

const conditionsOf = (grants: readonly Grant[]): readonly Core[] => grants.map(grant => grant.where ?? yes)
