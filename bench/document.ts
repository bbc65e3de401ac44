/** The time-off planner as it is measured: the same document without a limit on requests, which would answer 429 after a second. */
import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

/** Written once: whoever starts an application again starts the same file. */
export function measuredDocument(): string {
  written ??= write()
  return written
}

let written: string | undefined

function write(): string {
  const text = readFileSync(join(import.meta.dirname, '../apps/time-off/app.md'), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'nonet-bench-'))
  const path = join(folder, 'app.md')
  writeFileSync(path, text.replace('| PAGE_SIZE |', '| REQUESTS_PER_MINUTE | 999999999 per minute | |\n| PAGE_SIZE |'))
  return path
}
