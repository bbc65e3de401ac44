/**
 * Sensitive steps: people prove again that it is them, unless they did so in this session a moment ago. Decided where
 * the step is written or read, so that no page and no call leads around it. API keys go on working: they were made by
 * someone who had proved it.
 */
import {toMillis} from '../../feel/calendar.ts'
import {userEntity} from '../../points/entities/own-fields.ts'
import type {SensitiveStep} from '../../points/roles/model.ts'
import {type Db, instantAt, millisOf, queryRows} from '../../store/sql.ts'
import type {PersonActor} from '../base/actor.ts'
import type {ReadContext} from '../query/read-context.ts'
import {wayInOf} from './addresses.ts'
import {hasSameRoles} from './audited-people.ts'
import type {ChangeContext, UnitOfWork} from './context.ts'

/** Thrown before anything of the step is written. */
export class ProofRequired extends Error {
  constructor() {
    super('the person has to prove that it is them')
  }
}

export type ProvingContext = Pick<ReadContext, 'db' | 'actor' | 'moment' | 'specification'>

/** Without a bullet in point 6, it is asked of those who have a second factor. */
export async function requireProof({db, actor, moment, specification}: ProvingContext, step: SensitiveStep) {
  const {askAgain} = specification.roles
  if (actor.kind !== 'person' || actor.byKey || askAgain?.includes(step) === false) return
  if (await isConfirmed(db, actor.session ?? null, toMillis(moment.now))) return
  const canProve = askAgain === null ? hasSecondFactor : hasProof
  if (await canProve(db, actor.id)) throw new ProofRequired()
}

/** What a change does that is sensitive. A rehearsal, for a preview, does nothing. */
export async function requireProofOfChange(context: ChangeContext): Promise<void> {
  const {unit, actor, provisional, db, moment} = context
  if (actor.kind !== 'person' || provisional !== null) return
  const moved = movedPeople(unit)
  const othersMove = moved.some(person => person !== actor.id)
  if (othersMove || unit.history.some(event => !hasSameRoles(event))) await requireProof(context, 'roles')
  // Whatever point 6 says, as people with a password are asked for it.
  if (moved.includes(actor.id) && (await wayInOf(db, actor.id)) === 'other')
    if (await isUnproved(db, actor, toMillis(moment.now))) throw new ProofRequired()
  if (unit.forgotten.some(({entity}) => entity.personal.length > 0)) await requireProof(context, 'erasing')
}

/** People whose address changes, or has to be proved before it does: who reads their mail can sign in as them. */
function movedPeople({history, outgoing}: UnitOfWork): string[] {
  const now = history.filter(
    ({entity, before, after}) =>
      entity.name === userEntity && before && after && before.get('email') !== after.get('email'),
  )
  const later = outgoing.flatMap(each => (each.kind === 'address' && each.news.kind === 'asked' ? [each.news] : []))
  return [...now.map(({id}) => id), ...later.map(({person}) => person)]
}

/** Milliseconds for which proof counts. */
const freshFor = 10 * 60_000

/**
 * `session`: its digest. Signing in is proof, too; but with a provider, which may not have asked for anything, it is less
 * than the second factor of those who have one.
 */
export async function isConfirmed(db: Db, session: string | null, now: number): Promise<boolean> {
  if (session === null) return false
  const since = instantAt(now - freshFor)
  const [row] = await queryRows(db)`select person, confirmed from nonet_session
    where token = ${session} and (made > ${since} or confirmed > ${since})`
  if (!row) return false
  const [person, confirmed] = row
  if (confirmed !== null && millisOf(confirmed) > now - freshFor) return true
  const byProvider = await queryRows(db)`select token from nonet_provider_session where token = ${session}`
  return byProvider.length === 0 || !(await hasSecondFactor(db, String(person)))
}

/** Whether signing in with a password takes more: an app or a passkey. */
export async function hasSecondFactor(db: Db, person: string): Promise<boolean> {
  const rows = await queryRows(db)`select person from nonet_totp where person = ${person} and since is not null
    union all select person from nonet_passkey where person = ${person} limit 1`
  return rows.length > 0
}

/** People of a demonstration have nothing to prove it with, and nothing to protect. */
async function hasProof(db: Db, person: string): Promise<boolean> {
  return (await wayInOf(db, person)) !== null
}

/** Whether they have to prove it, and have not: for steps of one's own account, whatever point 6 says. */
export async function isUnproved(db: Db, {id, session}: PersonActor, now: number): Promise<boolean> {
  return (await hasProof(db, id)) && !(await isConfirmed(db, session ?? null, now))
}
