/**
 * Writes the demonstration data of the applications, the same in every run: `node scripts/demo-data.ts`. Dates are
 * relative to the day of loading; all texts of people are written by hand.
 */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {files as timeOff} from './demo-data/files.ts'
import {files as rooms} from './demo-data-rooms/files.ts'

for (const [folder, files] of [
  ['apps/time-off/demo', timeOff()],
  ['apps/rooms/demo', rooms()],
] as const)
  for (const [name, text] of files) writeFileSync(join(import.meta.dirname, '..', folder, name), text)
