/** The options that the commands about databases share. */

import type {Sums} from '../store/copy/copy-store.ts'
import {readAddress} from '../store/open.ts'
import {type Parsed, WrongUsage} from './command.ts'

/** The address of a database, which must be given and must be one. */
export function neededDatabase(options: Parsed, name: string): string {
  const address = options.text(name)
  if (address === undefined) throw new WrongUsage(`Say which database: --${name} sqlite:FILE or --${name} postgres://…`)
  readAddress(address)
  return address
}

export function recordsText(sums: Sums): string {
  const tables = Object.values(sums)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString('en')} rows in ${tables.length} tables, each compared`
}

export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`
}
