/** An entry of the audit log: who did what to accounts and permissions, from where, and with which outcome. */
import {sql} from 'kysely'
import {type Db, instantAt, instantIn} from '../../store/sql.ts'
import type {Actor} from '../base/actor.ts'

/** In the order in which the page offers them. Each has a text in every language. */
export const auditKinds = [
  'sign-in',
  'sign-out',
  'sessions',
  'second-factor',
  'passkey',
  'confirmation',
  'password',
  'address',
  'provider',
  'person',
  'roles',
  'access',
  'key',
  'feed',
  'invitation',
  'export',
  'import',
  'settings',
  'plan',
  'view-as',
  'call',
  'directory',
  'audit-log',
] as const
export type AuditKind = (typeof auditKinds)[number]

/** `refused`: not allowed, or wrong credentials; `failed`: allowed, but it did not work. */
export const auditOutcomes = ['done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof auditOutcomes)[number]

/** What was done, with what someone got in, and why they did not: pages have a text for each. */
export type AuditWord =
  | 'added'
  | 'removed'
  | 'all removed'
  | 'changed'
  | 'chosen'
  | 'sent'
  | 'applied'
  | 'ended'
  | 'restored'
  | 'password'
  | 'link'
  | 'provider'
  | 'sign-up'
  | 'set-up'
  | 'demo'
  | 'second factor'
  | 'passkey'
  | 'factor'
  | 'role'
  | 'person'
  | 'too many attempts'
  | 'ended others'
  | 'ended all'
  | 'ended one'
  | 'unknown token'
  | 'app added'
  | 'app removed'
  | 'recovery codes created'
  | 'recovery code used'
  | 'code'
  | 'no access'
  | 'not verified'
  | 'inactive'
  | 'someone else'
  | 'connect first'
  | 'incomplete'
  | 'denied'
  | 'failed'

/** Short texts. Never a password, a token, a secret, or what someone has typed in place of one. */
export interface AuditDetails {
  readonly what?: AuditWord
  readonly with?: AuditWord
  readonly why?: AuditWord
  readonly [name: string]: string
}

export interface AuditEvent {
  readonly kind: AuditKind
  /** Without it: done. */
  readonly outcome?: AuditOutcome
  readonly by: Actor
  /** The id of the person that it is about, if it is another one. */
  readonly about?: string | null
  /** `what` says it in a word, such as `added`. */
  readonly details?: AuditDetails
}

/** Where a request comes from. */
export interface AuditOrigin {
  /** The address in the network. */
  readonly address: string | null
  /** What acts instead of a person, such as the directory of a company. */
  readonly through?: string
}

export interface AuditEntry {
  readonly id: string
  /** As ISO text. */
  readonly at: string
  readonly kind: string
  readonly outcome: string
  /** `person`, `key`, `visitor`, `engine`, `operator`, or what acted instead of one. */
  readonly actor: string
  readonly person: string | null
  readonly about: string | null
  readonly address: string | null
  /** As JSON. */
  readonly details: string
}

const mostDetails = 12
const longestDetail = 300

export function auditEntry(
  {kind, outcome = 'done', by, about = null, details = {}}: AuditEvent,
  {id, now, origin}: {readonly id: string; readonly now: number; readonly origin: AuditOrigin | null},
): AuditEntry {
  const person = by.kind === 'person' ? by.id : null
  return {
    id,
    at: instantAt(now),
    kind,
    outcome,
    actor: actorName(by, origin),
    person,
    about: about === person ? null : about,
    address: origin?.address ?? null,
    details: JSON.stringify(
      Object.fromEntries(
        Object.entries(details)
          .slice(0, mostDetails)
          .map(([name, text]) => [name, plainLine(text)]),
      ),
    ),
  }
}

function actorName(by: Actor, origin: AuditOrigin | null): string {
  if (by.kind === 'person') return by.byKey ? 'key' : 'person'
  if (by.kind === 'nobody') return 'visitor'
  return by.kind === 'engine' ? (origin?.through ?? 'engine') : by.kind
}

/** One line without control characters and without half of a pair, which databases do not store. */
function plainLine(text: string): string {
  return text
    .slice(0, longestDetail)
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
}

const columns = sql`id, at, kind, outcome, actor, person, about, address, details`

export async function insertEntry(db: Db, entry: AuditEntry): Promise<void> {
  const {id, at, kind, outcome, actor, person, about, address, details} = entry
  await sql`insert into nonet_audit (${columns})
    values (${id}, ${at}, ${kind}, ${outcome}, ${actor}, ${person}, ${about}, ${address}, ${details})`.execute(db)
}

type EntryRow = Record<keyof AuditEntry, unknown>

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

export function entryOfRow(row: EntryRow): AuditEntry {
  return {
    id: String(row.id),
    at: instantIn(row.at),
    kind: String(row.kind),
    outcome: String(row.outcome),
    actor: String(row.actor),
    person: textOrNull(row.person),
    about: textOrNull(row.about),
    address: textOrNull(row.address),
    details: String(row.details),
  }
}

/** The details of an entry; an entry that was tampered with may have anything. */
export function readDetails(text: string): AuditDetails {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}

/** An entry with its place in the chain; without one shortly after it was written. */
export interface PlacedEntry {
  readonly number: number | null
  readonly digest: string | null
  /** Null if it is gone, though the chain has a place for it. */
  readonly entry: AuditEntry | null
}

/** As JSON in one line, for programs. */
export function lineOf({number, digest, entry}: PlacedEntry): string {
  if (!entry) return JSON.stringify({audit: number, digest, missing: true})
  const {at, id, kind, outcome, actor, person, about, address, details} = entry
  const said = readDetails(details)
  return JSON.stringify({
    time: at,
    audit: number,
    kind,
    outcome,
    actor,
    person,
    about,
    address,
    details: said,
    id,
    digest,
  })
}
