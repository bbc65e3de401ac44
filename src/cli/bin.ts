#!/usr/bin/env node
/**
 * Where the command begins. What Node compiles is kept beside it, from its build on: see `scripts/warm.ts`. An older Node is told so here,
 * before it meets anything it does not know.
 */
const least = [24, 11] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < least[0] || (major === least[0] && minor < least[1])) {
  process.stderr.write(`nonet: Nonet needs Node.js ${least.join('.')} or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  const {enableCompileCache} = process.getBuiltinModule('node:module')
  // Another place for those who name one in `NODE_COMPILE_CACHE`.
  if (process.env['NODE_COMPILE_CACHE'] === undefined)
    enableCompileCache({directory: `${import.meta.dirname}/compiled`, portable: true})
  await import('./main.ts')
}
