/**
 * Databases that are prepared for a document once instead of for every test, which takes longer than most tests. A
 * SQLite file is copied from a prepared one. A database that a test has finished with is emptied and kept for the next
 * test of the same document, together with its open store: connecting, and preparing large statements again, takes as
 * long as many tests. The rows written by preparing it are restored. If any of that fails, or a test has changed the
 * tables, the database is dropped.
 */
import {createHash} from 'node:crypto'
import {existsSync} from 'node:fs'
import {copyFile, mkdtemp, rename, rm} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {onTestFinished} from 'vitest'
import type {Specification} from '../../src/points/specification.ts'
import {openStore} from '../../src/store/open.ts'
import type {Schema} from '../../src/store/schema.ts'
import type {DatabaseName} from '../../src/store/sql.ts'
import {openForWriting} from '../../src/store/sqlite/sqlite-file.ts'
import type {Store} from '../../src/store/store.ts'
import {kept, newDatabase} from './kept.ts'
import {databaseOn, dropDatabase, onServer} from './postgres-template.ts'

const keyOf = (document: string): string => createHash('sha256').update(document).digest('hex').slice(0, 16)

/** A database for one document. */
interface PooledDatabase {
  readonly database: DatabaseName
  readonly document: string
  readonly address: string
  /** Opened in this process when a test first asks for it. */
  store: Store | null
  /** The schemas of the documents that the database is prepared for. */
  readonly schemas: WeakMap<Specification, Schema>
  isLent: boolean
}

/** The databases of the running test, by address, and the clean ones of this process with open stores, oldest first. */
const inUse = new Map<string, PooledDatabase>()
const free: PooledDatabase[] = []
const mostFree = 4

/** After the test, the next test of the document gets the address, or it is deleted. */
export async function pooledDatabase(database: DatabaseName, document: string): Promise<string> {
  const key = keyOf(document)
  const at = free.findIndex(each => each.database === database && each.document === key)
  const [known] = at < 0 ? [] : free.splice(at, 1)
  const address = known?.address ?? (database === 'sqlite' ? await newFile(key) : await newOnServer(key))
  const pooled = known ?? {database, document: key, address, store: null, schemas: new WeakMap(), isLent: false}
  inUse.set(address, pooled)
  onTestFinished(async () => {
    inUse.delete(address)
    await giveBack(pooled)
  })
  return address
}

/** The open store of a pooled database, for the first engine of a test; null for others. */
export async function lentStore(address: string): Promise<(Pick<PooledDatabase, 'schemas'> & {store: Store}) | null> {
  const pooled = inUse.get(address)
  if (!pooled || pooled.isLent) return null
  pooled.isLent = true
  pooled.store ??= await openStore(address)
  const store = new LentStore(pooled.store)
  onTestFinished(() => store.close())
  return {store, schemas: pooled.schemas}
}

/** A store that is closed with its test, while the underlying store stays open for the next. */
class LentStore implements Store {
  readonly database: DatabaseName
  readonly address: string
  readonly #store: Store
  readonly #listening = new Set<() => void>()
  #isClosed = false

  constructor(store: Store) {
    this.database = store.database
    this.address = store.address
    this.#store = store
  }

  get #open(): Store {
    if (this.#isClosed) throw new Error('the store is closed')
    return this.#store
  }

  read: Store['read'] = async (work, options) => this.#open.read(work, options)
  readOne: Store['readOne'] = async work => this.#open.readOne(work)
  transaction: Store['transaction'] = async (work, options) => this.#open.transaction(work, options)
  exclusive: Store['exclusive'] = async work => this.#open.exclusive(work)
  define: Store['define'] = async functions => this.#open.define(functions)
  compareFunctions: Store['compareFunctions'] = async functions => this.#open.compareFunctions(functions)
  describeRows: Store['describeRows'] = (table, rows) => this.#open.describeRows(table, rows)
  noteReads: Store['noteReads'] = async work => this.#open.noteReads(work)
  oneRead: Store['oneRead'] = async work => this.#open.oneRead(work)
  countStatements: Store['countStatements'] = async work => this.#open.countStatements(work)

  onCommit: Store['onCommit'] = listener => {
    const leave = this.#open.onCommit(listener)
    this.#listening.add(leave)
    return leave
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const leave of this.#listening) leave()
  }
}

async function giveBack(pooled: PooledDatabase): Promise<void> {
  const {address, store} = pooled
  const isPrepared = !unprepared.delete(address)
  if (!isPrepared || !(await isCleaned(pooled))) return await discard(pooled, dropped)
  if (!store) return await discard(pooled, left)
  pooled.isLent = false
  free.push(pooled)
  const oldest = free.length > mostFree ? free.shift() : undefined
  if (oldest) await discard(oldest, left)
}

async function discard(pooled: PooledDatabase, end: (pooled: PooledDatabase) => Promise<unknown>): Promise<void> {
  await pooled.store?.close()
  await end(pooled)
}

const nameOf = (address: string): string => new URL(address).pathname.slice(1)
const fileOf = (address: string): string => address.slice('sqlite:'.length)

async function dropped({database, address}: PooledDatabase): Promise<void> {
  if (database === 'postgres') await dropDatabase(await kept('postgres'), nameOf(address))
  else await rm(dirname(fileOf(address)), {recursive: true, force: true})
}

/** For the other processes of the run; a SQLite file is not worth passing on. */
async function left(pooled: PooledDatabase): Promise<void> {
  if (pooled.database === 'postgres') await kept(`pool/${pooled.document}/${nameOf(pooled.address)}`)
  else await dropped(pooled)
}

async function newOnServer(key: string): Promise<string> {
  const name = await kept(`pool/${key}`)
  if (name !== '') return databaseOn(await kept('postgres'), name)
  const {url} = await newDatabase()
  unprepared.set(url, '')
  return url
}

async function newFile(key: string): Promise<string> {
  const file = join(await mkdtemp(join(await kept('sqlite-files'), 'open-')), 'records.sqlite')
  await copyPreparedFor(key, file)
  return `sqlite:${file}`
}

const preparedFile = async (key: string): Promise<string> => join(await kept('sqlite-files'), `${key}.sqlite`)

/** Addresses of databases that are not prepared yet; for SQLite, with the destination for a copy. */
const unprepared = new Map<string, string>()

/** Copies nothing if no test has prepared a file for this document yet. */
export const copyPrepared = (document: string, file: string): Promise<void> => copyPreparedFor(keyOf(document), file)

async function copyPreparedFor(key: string, file: string): Promise<void> {
  const prepared = await preparedFile(key)
  if (existsSync(prepared)) await copyFile(prepared, file)
  else unprepared.set(`sqlite:${file}`, prepared)
}

/** Called when a database has been prepared for its document, before anything is written to it. */
export async function savePrepared(address: string): Promise<void> {
  const prepared = unprepared.get(address)
  if (prepared === undefined) return
  unprepared.delete(address)
  if (prepared === '') return void (await onServer(address, save))
  const own = `${prepared}-${process.pid}`
  const database = new DatabaseSync(fileOf(address), {readOnly: true})
  database.exec(`vacuum into '${own}'`)
  database.close()
  await rename(own, prepared)
}

async function isCleaned({database, document, address}: PooledDatabase): Promise<boolean> {
  try {
    if (database === 'postgres') await onServer(address, clean)
    else await cleanFile(fileOf(address), await preparedFile(document))
    return true
  } catch {
    return false
  }
}

async function cleanFile(file: string, prepared: string): Promise<void> {
  const database = await openForWriting(file, {references: false})
  try {
    database.exec(`attach '${prepared}' as prepared`)
    const all = (schema: string) =>
      database.prepare(`select name, sql from ${schema}.sqlite_schema order by name`).all()
    const tables = all('main')
    if (JSON.stringify(tables) !== JSON.stringify(all('prepared'))) throw new Error('the tables have changed')
    const names = tables.flatMap(({name, sql}) => (/^create table/i.test(String(sql)) ? [`"${name}"`] : []))
    const filled = names.filter(name => database.prepare(`select 1 from prepared.${name} limit 1`).get())
    const texts = [
      ...names.map(name => `delete from main.${name}`),
      ...filled.map(name => `insert into main.${name} select * from prepared.${name}`),
    ]
    database.exec(`begin immediate; ${texts.join('; ')}; commit`)
  } finally {
    database.close()
  }
}

/** From the catalogue itself: the views of the standard take longer than the rest of the cleaning. */
const shape = `(select md5(string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum))
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0)
  || (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'i')
  || (select count(*) from pg_constraint)`

const save = `do $$
declare t text; filled boolean;
begin
  create schema prepared;
  for t in select tablename from pg_tables where schemaname = 'public' loop
    execute format('select exists (select from public.%I)', t) into filled;
    if filled then execute format('create table prepared.%I as select * from public.%I', t, t); end if;
  end loop;
  create table prepared.shape as select ${shape} as shape;
end $$`

const clean = `do $$
declare t text;
begin
  set local lock_timeout = '2s';
  set local session_replication_role = replica;
  if (select shape from prepared.shape) <> ${shape} then raise 'the tables have changed'; end if;
  for t in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from public.%I', t);
  end loop;
  for t in select tablename from pg_tables where schemaname = 'prepared' and tablename <> 'shape' loop
    execute format('insert into public.%I select * from prepared.%I', t, t);
  end loop;
  for t in select sequencename from pg_sequences where schemaname = 'public' loop
    execute format('alter sequence public.%I restart', t);
  end loop;
end $$`
