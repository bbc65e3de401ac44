/** Builds `dist`: the command line with everything it needs, and the browser's files. */
import {execFileSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {globSync, readFileSync, renameSync, rmSync} from 'node:fs'
import {build} from 'esbuild'
import {buildBrowser} from './browser.ts'
import {buildCodeProcess, describeCode} from './code-process.ts'

/** Built next to `dist` and moved into its place as a whole, so that a running command never finds half of it. */
const made = `.dist-${process.pid}`
await Promise.all([
  buildBrowser({entry: 'src/screens/entry.client.tsx', folder: `${made}/browser`}),
  buildBrowser({
    entry: 'src/screens/entry.own.client.tsx',
    kit: 'src/screens/code/kit/shared.ts',
    folder: `${made}/browser-own`,
  }),
  buildServer(),
  buildCodeProcess(`${made}/code`),
])
await describeCode(`${made}/code`, `${made}/browser-own`)
// The own code of the example is part of it, also of the package. It fits this build alone.
execFileSync(process.execPath, [`${made}/nonet.js`, 'build', 'apps/rooms'], {stdio: ['ignore', 'ignore', 'inherit']})
rmSync('dist', {recursive: true, force: true})
renameSync(made, 'dist')

/** Dynamic imports (database drivers, mail) stay separate and are loaded on demand. */
async function buildServer() {
  await build({
    entryPoints: {nonet: 'src/cli/bin.ts'},
    outdir: made,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['node', 'production'],
    // Bundlers are needed where there is own code, and installed there.
    external: ['pg-native', 'rolldown'],
    chunkNames: '[name]-[hash]',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'linked',
    logLevel: 'warning',
    // CommonJS packages require Node's modules at run time.
    banner: {
      js: "import {createRequire as nodeRequire} from 'node:module';const require=nodeRequire(import.meta.url);",
    },
    define: {'process.env.NODE_ENV': '"production"', NONET_BUILD: JSON.stringify(nameOfBuild())},
  })
}

/** Changes with every change of the build. */
function nameOfBuild(): string {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...globSync(['scripts/*.ts', 'src/**/*.{ts,tsx}']).sort()])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
