/**
 * The chain of the audit log: entries get a number and a digest, which covers the entry and the digest before. The end
 * of the chain is in a row of its own, so that a log that was cut off is found out, too.
 */
import {createHash} from 'node:crypto'
import {sql} from 'kysely'
import {newId} from '../../store/ids.ts'
import {type Db, limitTo, queryRows} from '../../store/sql.ts'
import type {Store} from '../../store/store.ts'
import {engineItself} from '../base/actor.ts'
import {type AuditEntry, auditEntry, entryOfRow, insertEntry, lineOf} from './audit-entry.ts'

/** The last link: 0 and an empty digest before the first one. */
export interface ChainHead {
  readonly number: number
  readonly digest: string
  /** The number of the last entry that was handed to a log collector. */
  readonly sent: number
}

const beginning: ChainHead = {number: 0, digest: '', sent: 0}

export function digestOfEntry(previous: string, number: number, entry: AuditEntry): string {
  const {id, at, kind, outcome, actor, person, about, address, details} = entry
  const covered = [previous, number, id, at, kind, outcome, actor, person, about, address, details]
  return createHash('sha256').update(JSON.stringify(covered)).digest('base64url')
}

export async function readHead(db: Db): Promise<ChainHead> {
  const [row] = await queryRows(db)`select number, digest, sent from nonet_audit_head where name = ${'head'}`
  return row ? {number: Number(row[0]), digest: String(row[1]), sent: Number(row[2])} : beginning
}

async function writeHead(db: Db, {number, digest, sent}: ChainHead): Promise<void> {
  await sql`insert into nonet_audit_head (name, number, digest, sent) values ('head', ${number}, ${digest}, ${sent})
    on conflict (name) do update set number = ${number}, digest = ${digest}, sent = ${sent}`.execute(db)
}

/** Entries that get their places in one transaction. */
const atOnce = 500

/**
 * Milliseconds that a transaction takes at most between its entry and its commit: entries older than that beside the
 * last one of the chain are looked for only now and then.
 */
const longestTransaction = 3_600_000

/** Returns how many entries got their place. `all`: also looks for entries that were written long before the last one. */
export async function sealEntries(store: Store, {all = false} = {}): Promise<number> {
  let sealed = 0
  for (;;) {
    const before = await store.readOne(readHead)
    const entries = await store.readOne(db => waitingEntries(db, all ? null : before.number))
    if (entries.length === 0) return sealed
    // Another process may have sealed some of them.
    if (await store.transaction(db => sealThese(db, before, entries))) sealed += entries.length
  }
}

/** The entries are read outside of this transaction: it conflicts only with others that seal. */
async function sealThese(db: Db, before: ChainHead, entries: readonly AuditEntry[]): Promise<boolean> {
  const now = await readHead(db)
  if (now.number !== before.number) return false
  await append(db, now, entries)
  return true
}

async function append(db: Db, head: ChainHead, entries: readonly AuditEntry[]): Promise<ChainHead> {
  let {number, digest} = head
  const rows = entries.map(entry => {
    number += 1
    digest = digestOfEntry(digest, number, entry)
    return sql`(${number}, ${entry.id}, ${digest})`
  })
  await sql`insert into nonet_audit_seal (number, entry, digest) values ${sql.join(rows)}`.execute(db)
  const next = {...head, number, digest}
  await writeHead(db, next)
  return next
}

/** In the order of their ids, which is that of their times. */
async function waitingEntries(db: Db, last: number | null): Promise<AuditEntry[]> {
  const [row] = last ? await queryRows(db)`select entry from nonet_audit_seal where number = ${last}` : []
  const from = row ? earlierId(String(row[0]), longestTransaction) : null
  const since = from === null ? sql`` : sql` and a.id > ${from}`
  const {rows} = await sql<Record<keyof AuditEntry, unknown>>`select a.* from nonet_audit as a
    where not exists (select 1 from nonet_audit_seal as s where s.entry = a.id)${since}
    order by a.id ${limitTo(atOnce)}`.execute(db)
  return rows.map(entryOfRow)
}

/** The first id that could have been made this many milliseconds before another one. */
function earlierId(id: string, by: number): string {
  const time = Math.max(0, Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - by)
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** A link with its entry; null if the entry is gone. */
export interface ChainLink {
  readonly number: number
  readonly digest: string
  readonly entry: AuditEntry | null
}

/** In order, after this number. */
export async function linksAfter(db: Db, number: number, most: number): Promise<ChainLink[]> {
  const {rows} = await sql<Record<keyof AuditEntry | 'number' | 'digest', unknown>>`
    select s.number, s.digest, a.* from nonet_audit_seal as s left join nonet_audit as a on a.id = s.entry
    where s.number > ${number} order by s.number ${limitTo(most)}`.execute(db)
  return rows.map(row => ({
    number: Number(row.number),
    digest: String(row.digest),
    entry: row.id === null ? null : entryOfRow(row),
  }))
}

/* Retention: the oldest entries go, and an entry says up to which number, with the digest from which the chain goes on. */

/** What the entry about removed ones says: verified in `audit-verify.ts`. */
export interface Removal {
  readonly through: number
  readonly digest: string
}

/** Links that are removed in one transaction. */
const removedAtOnce = 5000

/** Removes entries that were written before this time. Returns how many. */
export async function removeOldEntries(store: Store, {before, now}: Record<'before' | 'now', number>): Promise<number> {
  await sealEntries(store, {all: true})
  const {number: last} = await store.readOne(readHead)
  let removed = 0
  for (;;) {
    const some = await store.transaction(db => removeSome(db, {before, now, last}))
    removed += some
    if (some === 0) return removed
  }
}

/** `last`: entries about the removal itself stay. */
async function removeSome(
  db: Db,
  {before, now, last: end}: Record<'before' | 'now' | 'last', number>,
): Promise<number> {
  const links = await linksAfter(db, 0, removedAtOnce)
  const kept = links.findIndex(({number, entry}) => number > end || (entry !== null && Date.parse(entry.at) >= before))
  const old = kept < 0 ? links : links.slice(0, kept)
  const last = old.at(-1)
  if (!last) return 0
  const details = {what: 'removed', through: String(last.number), digest: last.digest} as const
  const entry = auditEntry({kind: 'audit-log', by: engineItself, details}, {id: newId(), now, origin: null})
  await insertEntry(db, entry)
  await append(db, await readHead(db), [entry])
  await sql`delete from nonet_audit where id in (select entry from nonet_audit_seal where number <= ${last.number})`.execute(
    db,
  )
  await sql`delete from nonet_audit_seal where number <= ${last.number}`.execute(db)
  return old.length
}

/* A log collector. */

/** Takes lines, in order; rejects if they may not have been taken. */
export type Collector = (lines: string) => Promise<void>

const sentAtOnce = 500

/** Hands the entries of the chain to a collector, each at least once: what was sent is noted when it was taken. */
export async function sendEntries(store: Store, collector: Collector): Promise<number> {
  let sent = 0
  for (;;) {
    const head = await store.readOne(readHead)
    if (head.sent >= head.number) return sent
    const links = await store.readOne(db => linksAfter(db, head.sent, sentAtOnce))
    const last = links.at(-1)
    if (!last) return sent
    await collector(links.map(link => `${lineOf(link)}\n`).join(''))
    sent += links.length
    await store.transaction(db =>
      sql`update nonet_audit_head set sent = ${last.number} where sent < ${last.number}`.execute(db),
    )
  }
}
