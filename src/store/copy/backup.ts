/**
 * Backups: a folder with the records as a SQLite file, the uploaded files, and a manifest of their digests. It gets its
 * name only when it is complete and on disk.
 */
import {createHash} from 'node:crypto'
import {createReadStream, existsSync} from 'node:fs'
import {chmod, copyFile, mkdir, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises'
import {dirname, join, relative, sep} from 'node:path'
import {sql} from 'kysely'
import {columnName, tableName} from '../../points/entities/table-names.ts'
import {contentPath, fileEntity} from '../../points/entities/values/references.ts'
import {databaseAddress, openStore} from '../open.ts'
import {hasTable} from '../plan/applied.ts'
import {copySqliteFile, toDisk} from '../sqlite/sqlite-file.ts'
import {openSqliteToRead} from '../sqlite/sqlite-store.ts'
import type {Store} from '../store.ts'
import {StoreError} from '../store-error.ts'
import {appliedIn, compareCopies, copied, copyStore, type Sums, sumTable} from './copy-store.ts'

// Uploaded files: a folder copied file by file, each with its digest.

/** Maps paths inside the folder to digests. */
type Digests = Readonly<Record<string, string>>

async function digestsOf(folder: string): Promise<Digests> {
  if (!existsSync(folder)) return {}
  const entries = await readdir(folder, {recursive: true, withFileTypes: true})
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const digests: [string, string][] = []
  for (const file of files.toSorted()) digests.push([relative(folder, file).split(sep).join('/'), await digestOf(file)])
  return Object.fromEntries(digests)
}

/** Uploaded files are written once and never changed, so copying while the application runs is safe. */
export async function copyTree(from: string, to: string): Promise<Digests> {
  await mkdir(to, {recursive: true, mode: 0o700})
  const digests: [string, string][] = []
  for (const [path, digest] of Object.entries(await digestsOf(from))) {
    const target = join(to, path)
    await mkdir(dirname(target), {recursive: true, mode: 0o700})
    await copyFile(join(from, path), target)
    await chmod(target, 0o600)
    if ((await digestOf(target)) !== digest) throw new StoreError('MISMATCH', {detail: `(file ${path})`})
    await toDisk(target)
    digests.push([path, digest])
  }
  return Object.fromEntries(digests)
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

/** The uploaded files that records have: paths inside the folder, with the names that people gave them. */
export async function attachedFiles(store: Store): Promise<ReadonlyMap<string, string>> {
  const table = tableName(fileEntity)
  return await store.read(async db => {
    if (!(await hasTable(db, store.database, table))) return new Map()
    const {rows} = await sql<Record<'content' | 'name', unknown>>`
      select ${sql.ref(columnName('content'))} as content, ${sql.ref(columnName('name'))} as name
      from ${sql.table(table)} order by 2`.execute(db)
    return new Map(rows.map(({content, name}) => [contentPath(String(content)), String(name)]))
  })
}

// Backup and restore.

interface Manifest {
  readonly format: 1
  readonly made: string
  readonly tables: Sums
  readonly files: Digests
}

interface BackupOptions {
  /** The folder of uploaded files. */
  readonly files?: string | undefined
  readonly now?: Date
}

const recordsFile = 'records.sqlite'

export async function backUp(store: Store, target: string, options: BackupOptions = {}): Promise<Manifest> {
  if (existsSync(target)) throw new StoreError('NOT_EMPTY', {detail: `${target} already exists.`})
  const part = `${target}.part`
  await rm(part, {recursive: true, force: true})
  try {
    const manifest = await writeBackup(store, part, options)
    await rename(part, target)
    await toDisk(dirname(target))
    return manifest
  } catch (error) {
    // Half a backup takes room, perhaps the last of a full disk, and is of no use.
    await rm(part, {recursive: true, force: true})
    throw error
  }
}

async function writeBackup(store: Store, part: string, options: BackupOptions): Promise<Manifest> {
  await mkdir(part, {recursive: true, mode: 0o700})
  // The records first: every file that they refer to exists already.
  const tables = await copyRecords(store, join(part, recordsFile))
  const files = options.files === undefined ? {} : await copyTree(options.files, join(part, 'files'))
  const manifest: Manifest = {format: 1, made: (options.now ?? new Date()).toISOString(), tables, files}
  await writeFile(join(part, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {flush: true, mode: 0o600})
  await toDisk(part)
  return manifest
}

async function copyRecords(store: Store, file: string): Promise<Sums> {
  const address = databaseAddress(store.address)
  if (address.database === 'sqlite') await copySqliteFile(address.file, file)
  else await copyAcross(store, file)
  return await withFile(file, sumsOf)
}

/** Through a second file: one written as a live database cannot be read from a read-only disk. */
async function copyAcross(store: Store, file: string): Promise<void> {
  const beside = `${file}.copy`
  const target = await openStore(`sqlite:${beside}`)
  try {
    await copyStore(store, target)
  } finally {
    await target.close()
  }
  await copySqliteFile(beside, file)
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

/** Into an empty store, and a folder that contains none of these files yet. */
export async function restore(source: string, store: Store, options: BackupOptions = {}): Promise<Manifest> {
  const manifest = await readBackupManifest(source)
  const sums = await withFile(join(source, recordsFile), sumsOf)
  for (const [name, sum] of Object.entries(manifest.tables))
    compareCopies({name}, sum, sums[name] ?? {rows: 0, checksum: ''})
  await checkFiles(source, manifest)
  if (options.files !== undefined) await copyTree(join(source, 'files'), options.files)
  await withFile(join(source, recordsFile), backup => copyStore(backup, store))
  return manifest
}

export async function readBackupManifest(source: string): Promise<Manifest> {
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
