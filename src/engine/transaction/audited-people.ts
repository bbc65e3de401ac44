/**
 * What a change of people leaves in the audit log: who was added and removed, which roles were given and taken, whose
 * access ended. Written with the change, by whatever way it came.
 */
import {isList} from '../../feel/value.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {AuditDetails, AuditEvent} from '../audit/audit-entry.ts'
import type {FieldValues} from '../query/stored.ts'
import type {ChangeContext, HistoryEvent} from './context.ts'

export async function auditPeople({audit, db, actor, unit}: ChangeContext): Promise<void> {
  if (!audit) return
  for (const event of unit.history)
    if (event.entity.name === userEntity)
      for (const each of eventsOf(event)) await audit.note(db, {...each, by: actor, about: event.id})
}

type AboutPerson = Pick<AuditEvent, 'kind' | 'details'>

/** Whether a change leaves everyone's roles as they were. */
export function hasSameRoles({entity, before, after}: Pick<HistoryEvent, 'entity' | 'before' | 'after'>): boolean {
  if (entity.name !== userEntity) return true
  const [had, has] = [rolesIn(before), rolesIn(after)]
  return had.length === has.length && has.every(role => had.includes(role))
}

function eventsOf({before, after}: HistoryEvent): AboutPerson[] {
  const [had, has] = [rolesIn(before), rolesIn(after)]
  if (before === null) return [{kind: 'person', details: {what: 'added', ...named('given', has)}}]
  if (after === null) return [{kind: 'person', details: {what: 'removed', ...named('taken', had)}}]
  const [given, taken] = [has.filter(role => !had.includes(role)), had.filter(role => !has.includes(role))]
  const events: AboutPerson[] = []
  if (given.length > 0 || taken.length > 0)
    events.push({kind: 'roles', details: {...named('given', given), ...named('taken', taken)}})
  if (before.get('active') !== after.get('active'))
    events.push({kind: 'access', details: {what: after.get('active') === true ? 'restored' : 'ended'}})
  if (before.get('email') !== after.get('email')) events.push({kind: 'address', details: {what: 'changed'}})
  return events
}

const named = (name: 'given' | 'taken', roles: readonly string[]): AuditDetails =>
  roles.length === 0 ? {} : {[name]: roles.join(', ')}

function rolesIn(values: FieldValues | null): string[] {
  const roles = values?.get('roles') ?? null
  return roles !== null && isList(roles) ? roles.map(String) : []
}
