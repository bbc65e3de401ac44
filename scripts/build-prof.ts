/** Builds `dist`: the command line with everything it needs, and the browser's files. */
import {renameSync, rmSync} from 'node:fs'
import {build} from 'esbuild'
import {buildBrowser} from './browser.ts'

/** Made beside it and put in its place whole, so that what runs meanwhile never finds half of it. */
const made = `.dist-${process.pid}`
await Promise.all([buildBrowser({entry: 'src/browser/app.ts', folder: `${made}/browser`}), buildServer()])
rmSync('dist', {recursive: true, force: true})
renameSync(made, 'dist')

async function buildServer() {
  await build({
    entryPoints: {nonet: 'src/cli/main.ts'},
    outdir: made,
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['node', 'production'],
    define: {'process.env.NODE_ENV': '"production"'},
    external: ['pg-native'],
    minifyWhitespace: false,
    minifySyntax: false,
    legalComments: 'linked',
    logLevel: 'warning',
    // Some packages are CommonJS and ask for Node's modules at run time.
    banner: {
      js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  })
}
