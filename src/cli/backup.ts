/** `nonet backup`, `nonet restore` and `nonet move`: copies of records and uploaded files. */
import {backUp, copyTree, restore as restoreBackup} from '../store/copy/backup.ts'
import {copyStore} from '../store/copy/copy-store.ts'
import {openStore, openToRead} from '../store/open.ts'
import {CannotRun, type Command, exit, type Io, onePath, parse, WrongUsage} from './command.ts'
import {filesText, neededDatabase, recordsText} from './options.ts'

// `nonet backup`: a snapshot of the records, and the uploaded files, as a folder; while the application runs.

const backupHelp = `nonet backup FOLDER --db ADDRESS [--files FOLDER]

Writes a new folder with a consistent snapshot of all records (as a SQLite file, whatever the database), the uploaded files, and
a manifest of its contents. The application can keep running. The folder appears when it is complete.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --files   the folder of uploaded files (also NONET_FILES)
`

async function backupCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parse(args, {db: {type: 'string'}, files: {type: 'string'}}, io.env)
  const target = onePath(options.paths, 'backup', 'folder')
  const address = neededDatabase(options, 'db')
  const store = await openToRead(address)
  if (store === null) throw new CannotRun(`There is no database ${address}.`)
  try {
    const {tables, files} = await backUp(store, target, {files: options.text('files')})
    io.out(`${target}: ${recordsText(tables)}; ${filesText(Object.keys(files).length)}.\n`)
    return exit.done
  } finally {
    await store.close()
  }
}

export const backup: Command = {help: backupHelp, run: backupCommand}

// `nonet restore`: a backup into an empty database.

const restoreHelp = `nonet restore FOLDER --db ADDRESS [--files FOLDER]

Checks a backup against its manifest and restores it into an empty database: all of it, or nothing. Stop the
application before you start it on the restored database.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB); it must be empty
  --files   where the uploaded files go (also NONET_FILES)
`

async function restoreCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parse(args, {db: {type: 'string'}, files: {type: 'string'}}, io.env)
  const source = onePath(options.paths, 'restore', 'folder')
  const store = await openStore(neededDatabase(options, 'db'))
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
  const options = parse(args, {from: text, to: text, files: text, 'to-files': text}, {})
  const address = neededDatabase(options, 'from')
  const files = [options.text('files'), options.text('to-files')]
  const [from, to] = files
  if ((from === undefined) !== (to === undefined)) throw new WrongUsage('Give both --files and --to-files, or neither.')
  const source = await openToRead(address)
  if (source === null) throw new CannotRun(`There is no database ${address}.`)
  const target = await openStore(neededDatabase(options, 'to'))
  try {
    // The files first: when the records arrive, all files they refer to exist.
    const copied = from !== undefined && to !== undefined ? await copyTree(from, to) : {}
    const sums = await copyStore(source, target, (table, rows) => io.err(`  ${table}: ${rows.toLocaleString('en')}\n`))
    io.out(`Moved ${recordsText(sums)}; ${filesText(Object.keys(copied).length)}.\n`)
    return exit.done
  } finally {
    await source.close()
    await target.close()
  }
}

export const move: Command = {help: moveHelp, run: moveCommand}
