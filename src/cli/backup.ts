/** `nonet backup`, `nonet restore` and `nonet move`: copies of records and uploaded files. */

import {existsSync} from 'node:fs'
import {plainLanguage} from '../messages/language.ts'
import {attachedFiles, backUp, copyTree, readBackupManifest, restore as restoreBackup} from '../store/copy/backup.ts'
import {copyStore} from '../store/copy/copy-store.ts'
import {openStore, openToRead} from '../store/open.ts'
import type {Store} from '../store/store.ts'
import {CannotRun, type Command, exit, type Io, onePath, parseOptions, WrongUsage} from './command.ts'
import {filesText, neededDatabase, recordsText} from './options.ts'

// `nonet backup`: a snapshot of the records, and the uploaded files, as a folder; while the application runs.

const backupHelp = `nonet backup FOLDER --db ADDRESS [--files FOLDER]

Writes a new folder with a consistent snapshot of all records (as a SQLite file, whatever the database), the uploaded
files, and a manifest of its contents. The application can keep running. The folder appears when it is complete.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --files   the folder of uploaded files (also NONET_FILES); needed if records have any
`

async function backupCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {db: {type: 'string'}, files: {type: 'string'}}, io.env)
  const target = onePath(options.paths, 'backup', 'folder')
  const address = neededDatabase(options, 'db')
  const store = await openToRead(address)
  if (store === null) throw new CannotRun(`There is no database ${address}.`)
  try {
    const attached = await attachedFiles(store)
    const folder = filesFrom(attached, options.text('files'), '--files')
    const {tables, files} = await backUp(store, target, {files: folder})
    io.out(`${target}: ${recordsText(tables)}; ${filesText(Object.keys(files).length)}.\n`)
    warnOfMissing(attached, files, io)
    return exit.done
  } finally {
    await store.close()
  }
}

type AttachedFiles = Awaited<ReturnType<typeof attachedFiles>>

/** The folder of uploaded files. Records that have files are never copied without them. */
function filesFrom(attached: AttachedFiles, folder: string | undefined, option: string): string | undefined {
  if (folder !== undefined) {
    if (existsSync(folder)) return folder
    if (attached.size === 0) return undefined
    throw new CannotRun(`There is no folder ${folder}. Name the folder of uploaded files with ${option}.`)
  }
  if (attached.size === 0) return undefined
  throw new CannotRun(
    `Records have ${filesText(attached.size)}, which would be missing. Name the folder of uploaded files with ${option}, as given to \`nonet run\`.`,
  )
}

/** A copy without some files is better than none. */
function warnOfMissing(attached: AttachedFiles, copied: Readonly<Record<string, string>>, io: Io): void {
  const missing = [...attached].filter(([path]) => copied[path] === undefined)
  if (missing.length === 0) return
  const examples = missing.slice(0, 3).map(([, name]) => name)
  io.err(
    `Warning: ${filesText(missing.length)} of records ${missing.length === 1 ? 'was' : 'were'} not in the folder: ${examples.join(', ')}${missing.length > 3 ? ', …' : ''}\n`,
  )
}

export const backup: Command = {help: backupHelp, run: backupCommand}

// `nonet restore`: a backup into an empty database.

const restoreHelp = `nonet restore FOLDER --db ADDRESS [--files FOLDER]

Checks a backup against its manifest and restores it into an empty database: all of it, or nothing. Stop the
application before you start it on the restored database.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB); it must be empty
  --files   where the uploaded files go (also NONET_FILES); needed if the backup has any
`

async function restoreCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {db: {type: 'string'}, files: {type: 'string'}}, io.env)
  const source = onePath(options.paths, 'restore', 'folder')
  const address = neededDatabase(options, 'db')
  // Before a database is created.
  const kept = Object.keys((await readBackupManifest(source)).files).length
  if (kept > 0 && options.text('files') === undefined)
    throw new CannotRun(`The backup has ${filesText(kept)}. Name the folder for them with --files.`)
  const store = await openStore(address)
  try {
    const {tables, files, made} = await restoreBackup(source, store, {files: options.text('files')})
    io.out(`Restored as of ${made}: ${recordsText(tables)}; ${filesText(Object.keys(files).length)}.\n`)
    return exit.done
  } finally {
    await store.close()
  }
}

export const restore: Command = {help: restoreHelp, run: restoreCommand}

// `nonet move`: everything from one database into another, empty one, of the same or the other kind.

const moveHelp = `nonet move --from ADDRESS --to ADDRESS [--files FOLDER --to-files FOLDER]

Copies all records, with their history and counters, from one database into another, empty one, for example from
SQLite to PostgreSQL or back, and compares every table. Either everything is copied or nothing. The source is not
changed. Stop the application first: anything written later is not copied.

  --from, --to   sqlite:FILE or postgres://USER@HOST/NAME
  --files        the folder of uploaded files, and --to-files where they go
`

async function moveCommand(args: readonly string[], io: Io): Promise<number> {
  const text = {type: 'string'} as const
  const options = parseOptions(args, {from: text, to: text, files: text, 'to-files': text}, {})
  const address = neededDatabase(options, 'from')
  const files = [options.text('files'), options.text('to-files')]
  const [from, to] = files
  if ((from === undefined) !== (to === undefined)) throw new WrongUsage('Give both --files and --to-files, or neither.')
  const source = await openToRead(address)
  if (source === null) throw new CannotRun(`There is no database ${address}.`)
  const toAddress = neededDatabase(options, 'to')
  let target: Store | null = null
  try {
    const attached = await attachedFiles(source)
    filesFrom(attached, from, '--files and --to-files')
    target = await openStore(toAddress)
    // The files first: when the records arrive, all files they refer to exist.
    const copied = from !== undefined && to !== undefined ? await copyTree(from, to) : {}
    const sums = await copyStore(source, target, (table, rows) =>
      io.err(`  ${table}: ${rows.toLocaleString(plainLanguage)}\n`),
    )
    io.out(`Moved ${recordsText(sums)}; ${filesText(Object.keys(copied).length)}.\n`)
    warnOfMissing(attached, copied, io)
    return exit.done
  } finally {
    await source.close()
    await target?.close()
  }
}

export const move: Command = {help: moveHelp, run: moveCommand}
