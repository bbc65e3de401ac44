/** A copy of a SQLite file beside it, before a plan loses something of it. */
import {rename} from 'node:fs/promises'
import {readAddress} from './open.ts'
import {copyFile} from './sqlite-copy.ts'
import type {Store} from './store.ts'

/**
 * While the plan holds the file for itself but has not changed it yet: the copy is of what the plan was measured on.
 * On PostgreSQL the operator's own backups are the right means; null there.
 */
export async function backUpBefore(store: Store, plan: string, now: Date): Promise<string | null> {
  const address = readAddress(store.address)
  if (address.database !== 'sqlite') return null
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const target = `${address.file.replace(/\.(sqlite|db)$/, '')}.before-${plan}-${time}.sqlite`
  await copyFile(address.file, `${target}.part`)
  await rename(`${target}.part`, target)
  return target
}
