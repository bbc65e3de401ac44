/** Builds `dist`: the command line with everything it needs, and the browser's files with hashed names, compressed. */
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'
import {build} from 'esbuild'

const browserFolder = 'dist/browser'
const production = {'process.env.NODE_ENV': '"production"'}

rmSync('dist', {recursive: true, force: true})
await Promise.all([buildBrowser(), buildServer()])

export async function buildBrowser() {
  const {metafile} = await build({
    entryPoints: {app: 'src/browser/app.ts', dev: 'src/browser/dev.ts', style: 'src/ui/styles/index.css'},
    outdir: browserFolder,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    target: ['chrome120', 'firefox121', 'safari17.4'],
    define: production,
    loader: {'.woff2': 'file'},
    legalComments: 'none',
    logLevel: 'warning',
  })
  compressAll()
  const outputs = Object.entries(metafile.outputs)
  const of = entry => basename(outputs.find(([, output]) => output.entryPoint === entry)[0])
  const files = readdirSync(browserFolder)
    .filter(name => /\.(js|css|woff2)$/.test(name))
    .sort()
  const manifest = {
    build: createHash('sha1').update(files.join('\n')).digest('hex').slice(0, 12),
    script: of('src/browser/app.ts'),
    dev: of('src/browser/dev.ts'),
    style: of('src/ui/styles/index.css'),
    font: files.find(name => name.startsWith('inter-latin-wght')),
    files,
  }
  writeFileSync(join(browserFolder, 'manifest.json'), JSON.stringify(manifest))
}

function compressAll() {
  for (const name of readdirSync(browserFolder)) {
    if (!/\.(js|css)$/.test(name)) continue
    const path = join(browserFolder, name)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(bytes))
    writeFileSync(`${path}.gz`, gzipSync(bytes, {level: 9}))
  }
}

async function buildServer() {
  await build({
    entryPoints: {nonet: 'src/cli/main.ts'},
    outdir: 'dist',
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['node', 'production'],
    define: production,
    external: ['pg-native'],
    legalComments: 'linked',
    logLevel: 'warning',
    // Some packages are CommonJS and ask for Node's modules at run time.
    banner: {
      js: "import {createRequire as __createRequire} from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  })
}
