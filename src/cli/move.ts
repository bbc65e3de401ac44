/** `nonet move`: everything from one database into another, empty one, of the same or the other kind. */

import {copyTree} from '../store/copy/backup.ts'
import {copyStore} from '../store/copy/copy-store.ts'
import {openStore, openToRead} from '../store/open.ts'
import {CannotRun, type Command, exit, type Io, parse, WrongUsage} from './command.ts'
import {filesText, neededDatabase, recordsText} from './store-options.ts'

const help = `nonet move --from ADDRESS --to ADDRESS [--files FOLDER --to-files FOLDER]

Brings all records, with their history and counters, from one database into another, empty one, for instance from
SQLite to PostgreSQL or back, and compares every table. All of it arrives, or nothing. The source stays as it is.
Stop the application first: what is written afterwards stays behind.

  --from, --to   sqlite:FILE or postgres://USER@HOST/NAME
  --files        the folder of uploaded files, and --to-files where they shall go
`

export async function moveCommand(args: readonly string[], io: Io): Promise<number> {
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
    // The files first: when the records arrive, everything they name is there.
    const copied = from !== undefined && to !== undefined ? await copyTree(from, to) : {}
    const sums = await copyStore(source, target, (table, rows) => io.err(`  ${table}: ${rows.toLocaleString('en')}\n`))
    io.out(`Moved ${recordsText(sums)}; ${filesText(Object.keys(copied).length)}.\n`)
    return exit.done
  } finally {
    await source.close()
    await target.close()
  }
}

export const move: Command = {help, run: moveCommand}
