/**
 * The address with which a person signs in. It takes effect when it is proved, by the link that is mailed to it, and by
 * the person's password or by someone who could give the person's roles to any address. Every way to change a record
 * passes here.
 */

import {sql} from 'kysely'
import {toMillis} from '../../feel/calendar.ts'
import {isList} from '../../feel/value.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import {type Db, instantAt, queryRows} from '../../store/sql.ts'
import type {ReadContext} from '../query/read-context.ts'
import type {FieldValues} from '../query/stored.ts'
import {abilities, RoleAbilities} from '../records/abilities.ts'
import type {ChangeContext} from './context.ts'
import {nothing, type SideEffect} from './journal.ts'

export type AddressChange =
  /** Takes effect with this change. `proves`: it counts as proved. */
  | {readonly kind: 'now'; readonly proves: boolean}
  /** Takes effect when its link is opened. `asksPassword`: and the person's password is typed there. */
  | {readonly kind: 'later'; readonly asksPassword: boolean}
  | {readonly kind: 'refused'; readonly code: 'FORBIDDEN' | 'EMAIL_OF_ACCOUNT'}

export async function addressChange(
  context: ReadContext,
  {id, before}: {readonly id: string; readonly before: FieldValues},
): Promise<AddressChange> {
  const {actor, address, db, provesAddresses} = context
  if (actor.kind === 'operator' || address === 'proved') return {kind: 'now', proves: true}
  // As it cannot set a password: both open the whole account, whatever roles the key has.
  if (actor.kind === 'person' && actor.byKey) return {kind: 'refused', code: 'FORBIDDEN'}
  const wayIn = await wayInOf(db, id)
  if (wayIn === null || (wayIn === 'other' && actor.kind === 'engine'))
    return (await mayGiveRoles(context, id, before))
      ? {kind: 'now', proves: false}
      : {kind: 'refused', code: 'FORBIDDEN'}
  const isOwn = actor.kind === 'person' && actor.id === id
  // Who has no password proves it otherwise, with the change (`requireProofOfChange`).
  const isSure = isOwn ? address === 'password' || wayIn === 'other' : await mayChangeRoles(context, id)
  if (wayIn === 'other' && !isSure) return {kind: 'refused', code: 'EMAIL_OF_ACCOUNT'}
  if (provesAddresses) return {kind: 'later', asksPassword: !isSure}
  // Nothing can be proved. A session may rename its own sign-in, which opens nothing: no link is sent there.
  return isSure || isOwn ? {kind: 'now', proves: isSure} : {kind: 'refused', code: 'EMAIL_OF_ACCOUNT'}
}

/** Whether the actor could let any address have these roles, by creating a person or by giving them. */
export async function mayGiveRoles(context: ReadContext, id: string, person: FieldValues): Promise<boolean> {
  const {actor, permissions, specification} = context
  if (actor.kind === 'engine' || actor.kind === 'operator') return true
  if (new RoleAbilities(permissions.of(actor), userEntity).always('create', 'roles')) return true
  const own = actor.kind === 'person' ? actor.roles : []
  const roles = person.get('roles') ?? null
  const isOpen = (role: string) => own.includes(role) || specification.roles.roles.get(role)?.joinsBy === 'sign-up'
  return roles === null || (isList(roles) && roles.map(String).every(isOpen)) || mayChangeRoles(context, id)
}

/** Decided by the actor's own grants, also within an effect. */
async function mayChangeRoles(context: ReadContext, id: string): Promise<boolean> {
  const {actor, permissions} = context
  if (actor.kind !== 'person' && actor.kind !== 'nobody') return false
  const reader = {...context, visibility: permissions.of(actor)}
  return abilities(reader, userEntity).can(id, {act: 'update', fields: ['roles']})
}

/** How a person signs in: with a password, or with a provider or a passkey alone. Null: not at all. */
export async function wayInOf(db: Db, person: string): Promise<'password' | 'other' | null> {
  const rows = await queryRows(db)`select 1 from nonet_account where person = ${person}
    union all select 2 from nonet_identity where person = ${person}
    union all select 2 from nonet_passkey where person = ${person}`
  if (rows.some(([kind]) => Number(kind) === 1)) return 'password'
  return rows.length > 0 ? 'other' : null
}

export function askForAddress(
  {unit, askedAddresses}: ChangeContext,
  {person, from, to, asksPassword}: {person: string; from: string; to: string; asksPassword: boolean},
): void {
  unit.outgoing.push({kind: 'address', news: {kind: 'asked', person, from, to, asksPassword}})
  askedAddresses.push(to)
}

interface NewAddress {
  readonly person: string
  readonly from: string
  readonly to: string
  readonly proves: boolean
  readonly action: string | undefined
}

/** After the record has its new address: earlier sessions and links end, and the person is told. */
export async function noteNewAddress(
  {db, journal, unit, moment}: ChangeContext,
  {person, from, to, proves, action}: NewAddress,
): Promise<void> {
  if ((await wayInOf(db, person)) === null) {
    const invited = await queryRows(db)`select token from nonet_token
      where kind = 'invitation' and person = ${person} and until > ${instantAt(toMillis(moment.now))}`
    // Undo restores the invitation that had ended.
    if (invited.length > 0 && action !== 'undo') unit.outgoing.push({kind: 'address', news: {kind: 'invited', person}})
    return
  }
  // Accounts of earlier versions do not say which address was proved: it was the one that ends now.
  const [[stored] = []] = await queryRows(db)`select proved from nonet_account where person = ${person}`
  const noted = stored === null || stored === undefined ? null : String(stored)
  const proved = noted ?? from
  journal.add({kind: 'proved', person, email: noted})
  await sql`update nonet_account set proved = ${proves ? to : proved} where person = ${person}`.execute(db)
  // An address that was never proved may belong to a stranger.
  if (proved !== '' && proved !== to)
    unit.outgoing.push({kind: 'address', news: {kind: 'moved', person, from: proved, to}})
}

/** A former address comes back as what it was: undoing a change proves nothing. */
export const provedAddresses: SideEffect<'proved'> = {
  async undo({db}, entries) {
    for (const {person, email} of entries)
      await sql`update nonet_account set proved = ${email} where person = ${person}`.execute(db)
  },
  complete: nothing,
}
