/** Opens a database for a document and applies its plan, or stops; and loads demonstration data for `--demo`. */

import {stat} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {sql} from 'kysely'
import {addressMails} from '../accounts/address-mails.ts'
import {operator} from '../engine/base/actor.ts'
import {outgoingCalls} from '../engine/calls/outgoing.ts'
import {type DemoReport, loadDemo} from '../engine/demo/demo.ts'
import {Engine} from '../engine/engine.ts'
import {openFolder} from '../engine/files/folder.ts'
import {fillSearch, type Searched, searchIndex} from '../engine/lists/search-index.ts'
import {documentGrants} from '../engine/permissions/grants.ts'
import {Statements} from '../engine/query/statement.ts'
import {functionsOf, missingRight} from '../engine/query/statement-functions.ts'
import {documentIndexes, documentSearchFields} from '../engine/required-indexes.ts'
import type {CallFunctions} from '../engine/transaction/context.ts'
import {documentRules} from '../engine/transaction/rules.ts'
import {postMail} from '../mail/account-mail.ts'
import {sqlTables} from '../points/entities/table-names.ts'
import type {Specification} from '../points/specification.ts'
import {kinds} from '../screens/kinds.ts'
import {jsonLog} from '../server/log.ts'
import {openStore, openToRead} from '../store/open.ts'
import {hasTable} from '../store/plan/applied.ts'
import {prepare} from '../store/plan/prepare.ts'
import {installPostgresZone, knowsZone} from '../store/postgres/postgres-functions.ts'
import type {Db} from '../store/sql.ts'
import type {Store} from '../store/store.ts'
import {StoreError} from '../store/store-error.ts'
import type {CollectorOptions} from '../webhooks/log-collector.ts'
import {CannotRun, type Io} from './command.ts'
import type {ServeOptions} from './options.ts'

/** How long people can undo an action, during which its effects wait, in milliseconds. */
const usualUndoWindow = 8000

interface OpenOptions {
  readonly db: string
  /** To PostgreSQL; undefined for the usual number. */
  readonly connections?: number | undefined
  /** The id of a plan that may lose data. */
  readonly accept: string | undefined
  /** The print of a database that this document is known to fit; `fitted` is called with the current one. */
  readonly fits?: string | undefined
  readonly fitted?: ((print: string) => void) | undefined
  /** For commands beside a running application: they never change the tables of another document. */
  readonly fitting?: boolean
  /** Whether mail is set up. */
  readonly mailsNotices?: boolean
  /** Whether mails are delivered by a mail server, so that they prove addresses. */
  readonly provesAddresses?: boolean
  /** Where the audit log is sent; without it, as the environment says. */
  readonly collector?: CollectorOptions | null
  /** Calls functions of own code, once they can be called. */
  readonly functions?: () => CallFunctions | null
  /** The public address, for links to records in outgoing calls. */
  readonly address?: () => string
  /** Milliseconds; tests of authors have their own. */
  readonly clock?: () => number
  readonly undoWindow?: number
}

/** Reads a database without its document; `table` is one that it must have. */
export async function readTable<T>(
  db: string,
  table: {readonly name: string; readonly missing: string},
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openToRead(db)
  if (!store) throw new CannotRun('This database does not exist.')
  return using(store, async () => {
    if (await store.read(found => hasTable(found, store.database, table.name))) return work(store)
    throw new CannotRun(table.missing)
  })
}

export async function changeStore<T>(db: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(db)
  return using(store, () => work(store))
}

async function using<T>(store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } finally {
    await store.close()
  }
}

export async function openEngine(specification: Specification, opening: OpenOptions, io: Io): Promise<Engine> {
  const store = await openStore(opening.db, {connections: opening.connections})
  try {
    return await engineOn(store, specification, {...opening, io})
  } catch (error) {
    await store.close()
    throw error
  }
}

export async function engineOn(
  store: Store,
  specification: Specification,
  {
    accept,
    fits,
    fitted,
    fitting = false,
    io,
    mailsNotices = false,
    provesAddresses = false,
    collector,
    functions = () => null,
    address = () => '',
    clock = Date.now,
    undoWindow = usualUndoWindow,
  }: OpenOptions & {io: Io},
): Promise<Engine> {
  const searched = documentSearchFields(specification, kinds)
  const prepared = await prepare(store, specification, {
    accept,
    fits,
    fitting,
    wishes: () => documentIndexes(specification, kinds),
    searched,
    fillSearch: db => refillSearch({db, database: store.database, specification}, searched),
  })
  if (prepared.kind === 'stopped') throw new CannotRun(prepared.text)
  fitted?.(prepared.print)
  if (prepared.backup !== null) io.err(`A backup was taken first: ${prepared.backup}\n`)
  if (prepared.notes.length > 0) io.err(`${prepared.notes.join('\n')}\n`)
  const engine: Engine = new Engine({
    store,
    specification,
    schema: prepared.schema,
    grants: documentGrants(specification),
    rules: documentRules(specification),
    search: searchIndex(searched),
    functions,
    outgoing: outgoingCalls(address),
    mailsNotices,
    provesAddresses,
    mailsAddresses: addressMails({
      post: (db, mail, journal) => postMail(db, mail, {now: clock(), journal}),
      origin: address,
    }),
    undoWindow,
    failed: cause => jsonLog(io.out, () => new Date()).failure('system', cause),
    clock,
    // Commands beside a running application write entries for its log collector.
    audits: collector === undefined ? Boolean(io.env['NONET_AUDIT_TO']) : collector !== null,
  })
  if (prepared.changed) await engine.audit?.report({kind: 'plan', by: operator, details: {what: 'applied'}})
  await installZone(store, specification.limits.settings.TIME_ZONE)
  const lacking = fitting || store.database === 'sqlite' ? null : await missingRight(store, functionsOf(specification))
  if (lacking !== null) io.err(`${lacking}\n`)
  return engine
}

/** PostgreSQL's history of a zone may differ from ours; then ours is installed. */
async function installZone(store: Store, zone: string): Promise<void> {
  if (store.database !== 'postgres' || (await store.read(db => knowsZone(db, zone)))) return
  await store.exclusive(db => installPostgresZone(db, zone))
}

interface Refilled {
  readonly db: Db
  readonly database: Store['database']
  readonly specification: Specification
}

async function refillSearch({db, database, specification}: Refilled, searched: Searched): Promise<void> {
  const reading = {db, database, tables: sqlTables(specification.entities), statements: new Statements()}
  // Also of entities that were renamed, removed or are no longer searched.
  await sql`delete from nonet_search`.execute(db)
  for (const [entity, fields] of searched) await fillSearch(reading, entity, fields)
}

// `--demo`: demonstration people and data, loaded once into an empty database.

type Demonstrated = Pick<ServeOptions, 'path' | 'demo'> & Partial<Pick<ServeOptions, 'files'>>

export async function loadDemoData(
  engine: Engine,
  {path, demo, files}: Demonstrated,
  io: Pick<Io, 'err'>,
): Promise<void> {
  if (!demo) return
  const folder = join((await isFolder(path)) ? path : dirname(path), 'demo')
  if (!(await isFolder(folder))) {
    io.err(`No demo data: ${folder} is not a folder.\n`)
    return
  }
  // Without a folder for uploads, the server does not start, and says so.
  const store = files === undefined ? null : await openFolder(files).catch(() => null)
  const report = await loadDemo(engine, folder, engine.moment(), store)
  if (!report.loaded) return
  io.err(`Loaded ${report.records} demo records${leftOutText(report) || '.'}\n`)
}

const mostShown = 5

/** Lists the rows and the reasons: most are mistakes in the files, not caused by the date. */
function leftOutText({leftOut, problems, total}: DemoReport): string {
  if (leftOut === 0) return ''
  const lines = problems.slice(0, mostShown).map(({line, column, value, code, message}) => {
    const [file = '', field] = (column ?? '').split(' ')
    const place = [`demo/${file}:${line}:`, ...(field === undefined ? [] : [`${field}:`])].join(' ')
    return `  ${place} ${value ? `“${value}” ` : ''}${code} ${message}`
  })
  const more = total - lines.length
  return `; ${leftOut === 1 ? '1 row was' : `${leftOut} rows were`} left out:\n${lines.join('\n')}${more > 0 ? `\n  … and ${more} more` : ''}`
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}

/** Opens a database only to read: that changes nothing, not even a database without tables. */
export async function engineToRead(specification: Specification, db: string, io: Io): Promise<Engine> {
  const store = await openToRead(db)
  if (store === null) throw new CannotRun(`There is no database ${db}.`)
  try {
    return await engineOn(store, specification, {db, accept: undefined, fitting: true, io})
  } catch (error) {
    await store.close()
    // An empty database.
    if (error instanceof StoreError && error.code === 'READ_ONLY')
      throw new CannotRun(
        'This document has not been applied to this database yet; `nonet plan` shows what it would change.',
      )
    throw error
  }
}
