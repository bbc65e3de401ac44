/**
 * Databases that are prepared for a document once instead of for every test, which takes longer than most tests. SQLite
 * files are copied. A PostgreSQL database that a test has finished with is emptied and kept for the next test of the
 * same document; the rows written by preparing it are kept in a separate schema. If any of that fails, or a test has
 * changed the tables, the database is dropped.
 */
import {createHash} from 'node:crypto'
import {existsSync} from 'node:fs'
import {copyFile, rename} from 'node:fs/promises'
import {join} from 'node:path'
import {DatabaseSync} from 'node:sqlite'
import {onTestFinished} from 'vitest'
import {kept, newDatabase} from './kept.ts'
import {databaseOn, dropDatabase, onServer} from './postgres-template.ts'

/** Addresses of databases that were created for a test and are not prepared yet. */
const unprepared = new Set<string>()

const keyOf = (document: string): string => createHash('sha256').update(document).digest('hex').slice(0, 16)

export async function pooledDatabase(document: string): Promise<string> {
  const key = keyOf(document)
  const server = await kept('postgres')
  const free = await kept(`pool/${key}`)
  const name = free === '' ? (await newDatabase()).name : free
  const url = databaseOn(server, name)
  if (free === '') unprepared.add(url)
  onTestFinished(async () => {
    const clean = !unprepared.delete(url) && (await isCleaned(url))
    await (clean ? kept(`pool/${key}/${name}`) : dropDatabase(server, name))
  })
  return url
}

/** SQLite files that were created for a test, and the destination for a copy of each. */
const unpreparedFiles = new Map<string, string>()

/** Copies nothing if no test has prepared a file for this document yet. */
export async function copyPrepared(document: string, file: string): Promise<void> {
  const prepared = join(await kept('sqlite-files'), `${keyOf(document)}.sqlite`)
  if (existsSync(prepared)) await copyFile(prepared, file)
  else unpreparedFiles.set(`sqlite:${file}`, prepared)
}

/** Called when a database has been prepared for its document, before anything is written to it. */
export async function savePrepared(address: string): Promise<void> {
  if (unprepared.delete(address)) await onServer(address, save)
  const prepared = unpreparedFiles.get(address)
  if (prepared === undefined) return
  unpreparedFiles.delete(address)
  const own = `${prepared}-${process.pid}`
  const database = new DatabaseSync(address.slice('sqlite:'.length), {readOnly: true})
  database.exec(`vacuum into '${own}'`)
  database.close()
  await rename(own, prepared)
}

async function isCleaned(url: string): Promise<boolean> {
  try {
    await onServer(url, clean)
    return true
  } catch {
    return false
  }
}

/** From the catalogue itself: the standard's views take longer than the rest of the cleanup. */
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
