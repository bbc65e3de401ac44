/** People whose role requires a second factor: they have some days to set one up, and can do nothing else afterwards. */
import {sql} from 'kysely'
import type {PersonActor} from '../../engine/base/actor.ts'
import {hasSecondFactor} from '../../engine/transaction/proof.ts'
import {type Db, queryRows} from '../../store/sql.ts'
import {readHash} from '../account-rows.ts'
import {type Accounts, day, instantAt, millisOf} from '../accounts.ts'
import {noteUse} from '../sessions.ts'

/** `none`: nothing is asked of this person; `had`: they have what is asked. */
export type FactorDue =
  | {readonly kind: 'none' | 'had' | 'now'}
  /** Milliseconds until it has to be set up. */
  | {readonly kind: 'later'; readonly until: number}

export function requiresFactor(accounts: Accounts, {roles}: PersonActor): boolean {
  const required = accounts.engine().specification.roles.secondFactor
  return required?.roles.some(role => roles.includes(role)) ?? false
}

/** Providers ask for a second factor themselves, and demonstration people have nothing to protect. */
export async function factorDue(accounts: Accounts, self: PersonActor, session: string | null): Promise<FactorDue> {
  const engine = accounts.engine()
  const required = engine.specification.roles.secondFactor
  if (required === null || !requiresFactor(accounts, self)) return {kind: 'none'}
  const {isExempt, hasOne, since} = await engine.store.readOne(async db => ({
    isExempt: (await isByProvider(db, session)) || (await readHash(db, self.id)) === null,
    hasOne: await hasSecondFactor(db, self.id),
    since: await dueSince(db, self.id),
  }))
  if (hasOne) return {kind: 'had'}
  if (isExempt) return {kind: 'none'}
  const now = accounts.now()
  if (since === null)
    await noteUse(engine, db =>
      sql`insert into nonet_factor_due (person, since) values (${self.id}, ${instantAt(now)}) on conflict do nothing`.execute(
        db,
      ),
    )
  const until = (since ?? now) + required.days * day
  return until > now ? {kind: 'later', until} : {kind: 'now'}
}

async function isByProvider(db: Db, session: string | null): Promise<boolean> {
  if (session === null) return false
  return (await queryRows(db)`select token from nonet_provider_session where token = ${session}`).length > 0
}

async function dueSince(db: Db, person: string): Promise<number | null> {
  const [row] = await queryRows(db)`select since from nonet_factor_due where person = ${person}`
  return row ? millisOf(row[0]) : null
}
