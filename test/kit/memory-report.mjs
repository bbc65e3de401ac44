/**
 * Loaded into a server under test (`node --expose-gc --import`): on SIGUSR2 it collects garbage and writes the
 * remaining memory to a file.
 */
import {writeFileSync} from 'node:fs'
import {writeHeapSnapshot} from 'node:v8'

const path = process.env.NONET_MEMORY_REPORT

process.on('SIGUSR2', () => {
  globalThis.gc()
  globalThis.gc()
  if (path) writeFileSync(path, `${JSON.stringify(process.memoryUsage())}\n`)
  if (process.env.NONET_HEAP_SNAPSHOTS) writeHeapSnapshot(`${path}-${Date.now()}.heapsnapshot`)
})
