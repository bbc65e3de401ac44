/**
 * Writes the demonstration data of the time-off planner, the same in every run: `node scripts/demo-data.ts`.
 * Dates are told from the day on which the data is loaded; all that people say is written by hand in `demo-data/`.
 */
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {files} from './demo-data/files.ts'

const folder = join(import.meta.dirname, '../apps/time-off/demo')

for (const [name, text] of files()) writeFileSync(join(folder, name), text)
