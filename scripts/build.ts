/** Builds `dist`: the command line with everything it needs, and the browser's files. */
import {createHash} from 'node:crypto'
import {globSync, readFileSync, renameSync, rmSync} from 'node:fs'
import {build} from 'esbuild'
import {buildBrowser} from './browser.ts'
import {builtins} from './builtins.ts'
import {warm} from './warm.ts'

/** Made beside it and put in its place whole, so that what runs meanwhile never finds half of it. */
const made = `.dist-${process.pid}`
await Promise.all([buildBrowser({entry: 'src/browser/app.ts', folder: `${made}/browser`}), buildServer()])
rmSync('dist', {recursive: true, force: true})
renameSync(made, 'dist')
await warm()

async function buildServer() {
  await build({
    entryPoints: {nonet: 'src/cli/bin.ts'},
    outdir: made,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['node', 'production'],
    define: {'process.env.NODE_ENV': '"production"', NONET_BUILD: JSON.stringify(nameOfBuild())},
    plugins: [builtins],
    external: ['pg-native'],
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'linked',
    logLevel: 'warning',
    // Some packages are CommonJS and ask for Node's modules at run time.
    banner: {
      js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
    },
  })
}

/** Another one for every change of what is built. */
function nameOfBuild(): string {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'scripts/build.ts', ...globSync('src/**/*.{ts,tsx}').sort()])
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
