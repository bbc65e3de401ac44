/** `nonet restore`: a backup into an empty database. */
import {restore as restoreBackup} from '../store/copy/backup.ts'
import {openStore} from '../store/open.ts'
import {type Command, exit, type Io, onePath, parse} from './command.ts'
import {filesText, neededDatabase, recordsText} from './store-options.ts'

const help = `nonet restore FOLDER --db ADDRESS [--files FOLDER]

Checks a backup against its manifest and brings it into an empty database: all of it, or nothing. Stop the application
before you start it on the restored database.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB); it may not hold anything yet
  --files   where the uploaded files shall go (also NONET_FILES)
`

export async function restoreCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parse(args, {db: {type: 'string'}, files: {type: 'string'}}, io.env)
  const source = onePath(options.paths, 'restore')
  const store = await openStore(neededDatabase(options, 'db'))
  try {
    const {tables, files, made} = await restoreBackup(source, store, {files: options.text('files')})
    io.out(`Restored as of ${made}: ${recordsText(tables)}; ${filesText(Object.keys(files).length)}.\n`)
    return exit.done
  } finally {
    await store.close()
  }
}

export const restore: Command = {help, run: restoreCommand}
