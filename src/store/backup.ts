/**
 * A backup is a folder: the records as a SQLite file whatever database they come from, the uploaded files, and a
 * manifest with what must be in them. It appears under its name only when it is complete and on disk.
 */
import {existsSync} from 'node:fs'
import {mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {appliedIn, compare, copied, copyStore, type Sums, sumTable} from './copy.ts'
import {copyTree, type Digests, digestsOf} from './file-tree.ts'
import {openStore, readAddress} from './open.ts'
import {copyFile, toDisk} from './sqlite-copy.ts'
import {openSqliteToRead} from './sqlite-store.ts'
import type {Store} from './store.ts'
import {StoreError} from './store-error.ts'

export interface Manifest {
  readonly format: 1
  readonly made: string
  readonly tables: Sums
  readonly files: Digests
}

export interface BackupOptions {
  /** The folder of uploaded files. */
  readonly files?: string | undefined
  readonly now?: Date
}

const recordsFile = 'records.sqlite'

export async function backUp(store: Store, target: string, options: BackupOptions = {}): Promise<Manifest> {
  if (existsSync(target)) throw new StoreError('NOT_EMPTY', {detail: `There is ${target} already.`})
  const part = `${target}.part`
  await rm(part, {recursive: true, force: true})
  await mkdir(part, {recursive: true, mode: 0o700})
  // The records first: every file that they name is there already.
  const tables = await copyRecords(store, join(part, recordsFile))
  const files = options.files === undefined ? {} : await copyTree(options.files, join(part, 'files'))
  const manifest: Manifest = {format: 1, made: (options.now ?? new Date()).toISOString(), tables, files}
  await writeFile(join(part, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {flush: true, mode: 0o600})
  await toDisk(part)
  await rename(part, target)
  await toDisk(dirname(target))
  return manifest
}

async function copyRecords(store: Store, file: string): Promise<Sums> {
  const address = readAddress(store.address)
  if (address.database === 'sqlite') await copyFile(address.file, file)
  else await copyAcross(store, file)
  return await withFile(file, sumsOf)
}

/** By way of a second file: one that was written as a running database could not be read from a disk without writing. */
async function copyAcross(store: Store, file: string): Promise<void> {
  const beside = `${file}.copy`
  const target = await openStore(`sqlite:${beside}`)
  try {
    await copyStore(store, target)
  } finally {
    await target.close()
  }
  await copyFile(beside, file)
  for (const end of ['', '-wal', '-shm']) await rm(`${beside}${end}`, {force: true})
}

async function withFile<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openSqliteToRead(file)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function sumsOf(store: Store): Promise<Sums> {
  return await store.read(async db => {
    const side = {db, database: store.database}
    const {schema} = await appliedIn(side)
    const sums: [string, Sums[string]][] = []
    for (const table of copied(schema.tables)) sums.push([table.name, await sumTable(side, table)])
    return Object.fromEntries(sums)
  })
}

/** Into an empty store, and a folder for files that holds none of these yet. */
export async function restore(source: string, store: Store, options: BackupOptions = {}): Promise<Manifest> {
  const manifest = await readManifest(source)
  const sums = await withFile(join(source, recordsFile), sumsOf)
  for (const [name, sum] of Object.entries(manifest.tables)) compare({name}, sum, sums[name] ?? {rows: 0, checksum: ''})
  await checkFiles(source, manifest)
  if (options.files !== undefined) await copyTree(join(source, 'files'), options.files)
  await withFile(join(source, recordsFile), backup => copyStore(backup, store))
  return manifest
}

async function readManifest(source: string): Promise<Manifest> {
  try {
    const manifest = JSON.parse(await readFile(join(source, 'manifest.json'), 'utf8')) as Manifest
    if (manifest.format === 1) return manifest
  } catch (cause) {
    throw new StoreError('BAD_BACKUP', {cause, detail: `(${source})`})
  }
  throw new StoreError('BAD_BACKUP', {detail: 'It was made by a newer version.'})
}

async function checkFiles(source: string, {files}: Manifest): Promise<void> {
  const there = await digestsOf(join(source, 'files'))
  const wrong = Object.keys(files).find(path => there[path] !== files[path])
  if (wrong !== undefined) throw new StoreError('BAD_BACKUP', {detail: `(file ${wrong})`})
}
