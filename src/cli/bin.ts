#!/usr/bin/env node
/** The entry point: reports a Node.js that is too old before it loads code that an older version cannot parse. */
import {beginWithSmallMemory} from './small-memory.ts'

const least = [24, 11] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < least[0] || (major === least[0] && minor < least[1])) {
  process.stderr.write(`nonet: Nonet needs Node.js ${least.join('.')} or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  if (process.argv[2] === 'run') beginWithSmallMemory()
  process.getBuiltinModule('node:module').enableCompileCache()
  const {command} = await import('./main.ts')
  await command()
}
