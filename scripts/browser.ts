/** Bundles the browser's files with hashed names, compresses them, and writes the manifest that the server reads. */
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'
import {build, type Metafile} from 'esbuild'
import type {Manifest} from '../src/server/assets.ts'

const dev = 'src/browser/dev.ts'
const style = 'src/ui/styles/index.css'

/** `entry` is the script of every page. */
export async function buildBrowser({entry, folder}: {entry: string; folder: string}): Promise<void> {
  const {metafile} = await build({
    entryPoints: {app: entry, dev, style},
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    target: ['chrome120', 'firefox121', 'safari17.4'],
    define: {'process.env.NODE_ENV': '"production"'},
    loader: {'.woff2': 'file'},
    legalComments: 'none',
    logLevel: 'warning',
  })
  compressAll(folder)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifestOf(metafile, entry, folder)))
}

function manifestOf(metafile: Metafile, entry: string, folder: string): Manifest {
  const outputs = Object.entries(metafile.outputs)
  const named = (source: string) => basename(outputs.find(([, output]) => output.entryPoint === source)?.[0] ?? '')
  const files = readdirSync(folder)
    .filter(name => /\.(js|css|woff2)$/.test(name))
    .sort()
  const build = createHash('sha1').update(files.join('\n')).digest('hex').slice(0, 12)
  const font = files.find(name => name.startsWith('inter-latin-wght')) ?? ''
  return {build, script: named(entry), dev: named(dev), style: named(style), font, files}
}

function compressAll(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css)$/.test(name)) continue
    const path = join(folder, name)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(bytes))
    writeFileSync(`${path}.gz`, gzipSync(bytes, {level: 9}))
  }
}
