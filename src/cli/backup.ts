/** `nonet backup`: one moment of the records, and the uploaded files, as a folder; while the application runs. */
import {backUp} from '../store/copy/backup.ts'
import {openToRead} from '../store/open.ts'
import {CannotRun, type Command, exit, type Io, onePath, parse} from './command.ts'
import {filesText, neededDatabase, recordsText} from './store-options.ts'

const help = `nonet backup FOLDER --db ADDRESS [--files FOLDER]

Writes a new folder with all records of one moment (as a SQLite file, whatever the database), the uploaded files, and
a manifest of what must be in it. The application may go on running. The folder appears when it is complete.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --files   the folder of uploaded files (also NONET_FILES)
`

export async function backupCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parse(args, {db: {type: 'string'}, files: {type: 'string'}}, io.env)
  const target = onePath(options.paths, 'backup')
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

export const backup: Command = {help, run: backupCommand}
