#!/usr/bin/env node
/**
 * Where the command begins: loads all of it, with what was compiled of it before. (Node's own cache holds nothing of functions that are
 * compiled when they are first called, which is nearly all of a start.)
 */
import type {command} from './main.ts'

declare const NONET_BUILD: string

const least = [24, 11] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < least[0] || (major === least[0] && minor < least[1])) {
  process.stderr.write(`nonet: Nonet needs Node.js ${least.join('.')} or newer; this is ${process.versions.node}.\n`)
  process.exitCode = 1
} else load()

function load(): void {
  // Not imported: an older Node does not know all of them.
  const {existsSync, readFileSync, renameSync, writeFileSync} = process.getBuiltinModule('node:fs')
  const {Script, constants} = process.getBuiltinModule('node:vm')
  const {createRequire} = process.getBuiltinModule('node:module')
  const folder = import.meta.dirname
  const filename = `${folder}/main.js`
  // Another Node compiles otherwise; and of another build nothing may be taken, though V8 sees no more of it than its length.
  const compiled = `${folder}/main-${NONET_BUILD.slice(0, 16)}.${process.version}-${process.arch}`
  const script = new Script(readFileSync(filename, 'latin1'), {
    filename,
    cachedData: existsSync(compiled) ? readFileSync(compiled) : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const module: {exports?: {command: typeof command}} = {}
  script.runInThisContext()(createRequire(filename), module, folder)
  let isKept = script.cachedDataRejected === false
  void module.exports?.command({
    keepCompiled() {
      if (isKept) return
      isKept = true
      try {
        const beside = `${compiled}.${process.pid}`
        writeFileSync(beside, script.createCachedData())
        renameSync(beside, compiled)
      } catch {
        // Where nothing may be written, each start compiles what it needs.
      }
    },
  })
}
