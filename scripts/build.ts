/**
 * Builds `dist`: the command line with everything it needs, and the browser's files. With `--if-changed` only if a file
 * that the build reads or writes is not as the last build left it, so that `npm ci && npm test` builds once.
 */
import {execFileSync} from 'node:child_process'
import {existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs'
import {dirname} from 'node:path'
import {build} from 'esbuild'
import {buildBrowser} from './browser.ts'
import {buildCodeProcess, describeCode} from './code-process.ts'
import {reactBindings} from './react-bindings.ts'
import {hashOf, stampOf} from './stamp.ts'
import {buildTesting} from './testing.ts'

/** The own code of the example is part of the build, also of the package. It fits this build alone. */
const example = 'apps/rooms'
/** What all files were when the last build ended. */
const stamp = 'node_modules/.cache/build'

if (!process.argv.includes('--if-changed') || !isUnchanged()) await buildAll()

async function buildAll() {
  /** Built next to `dist` and moved into its place as a whole, so that a running command never finds half of it. */
  const made = `.dist-${process.pid}`
  await Promise.all([
    buildBrowser({entry: 'src/screens/entry.client.tsx', folder: `${made}/browser`}),
    buildBrowser({
      entry: 'src/screens/entry.own.client.tsx',
      kit: 'src/screens/code/kit/shared.ts',
      folder: `${made}/browser-own`,
    }),
    buildBrowser({
      entry: 'src/screens/entry.dev.client.tsx',
      kit: 'src/screens/code/kit/shared.dev.ts',
      folder: `${made}/browser-dev`,
      isForAuthors: true,
    }),
    buildServer(made),
    buildCodeProcess(`${made}/code`),
    buildTesting(`${made}/testing`),
  ])
  await describeCode(`${made}/code`, `${made}/browser-own`, `${made}/browser-dev`)
  execFileSync(process.execPath, [`${made}/nonet.js`, 'build', example], {stdio: ['ignore', 'ignore', 'inherit']})
  rmSync('dist', {recursive: true, force: true})
  renameSync(made, 'dist')
  mkdirSync(dirname(stamp), {recursive: true})
  writeFileSync(stamp, stampOfFiles())
}

function isUnchanged(): boolean {
  return existsSync('dist') && existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOfFiles()
}

/** Of what is built, and of what it was made of: npm's packages are those of the lock file. */
function stampOfFiles(): string {
  return `${process.version} ${stampOf(['package-lock.json'], ['src', 'scripts', example, 'dist'])}`
}

/** Dynamic imports (database drivers, mail) stay separate and are loaded on demand. */
async function buildServer(outdir: string) {
  await build({
    // What tests of authors run is in files that the command has, too.
    entryPoints: {nonet: 'src/cli/bin.ts', testing: 'src/testing/engine.ts'},
    outdir,
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
    plugins: [reactBindings],
    define: {'process.env.NODE_ENV': '"production"', NONET_BUILD: JSON.stringify(nameOfBuild())},
  })
}

/** Changes with every change of the build. */
function nameOfBuild(): string {
  return hashOf(['package-lock.json', ...globSync(['scripts/*.ts', 'src/**/*.{ts,tsx}']).sort()])
}
