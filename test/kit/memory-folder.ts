/**
 * The temporary folder of a whole test run: in memory if there is enough, because every change of records is flushed to
 * disk otherwise. The long run tests durability and does not use it.
 */
import {chmodSync, mkdtempSync, rmSync, statfsSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4e9

export default function setup(): () => void {
  const folder = mkdtempSync(join(isRoomy(memory) ? memory : tmpdir(), 'nonet-run-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, {recursive: true, force: true, maxRetries: 3})
}

function isRoomy(folder: string): boolean {
  try {
    const {bavail, bsize} = statfsSync(folder)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}
