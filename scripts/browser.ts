/** Bundles the browser's files with hashed names, compresses them, and writes the manifest that the server reads. */
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'
import {build, type Metafile} from 'esbuild'
import type {Manifest, Script} from '../src/server/middleware/assets.ts'

const dev = 'src/frontend/dev.ts'
const style = 'src/frontend/styles/index.css'

/** `entry` is the script of every page. */
export async function buildBrowser({entry, folder}: {entry: string; folder: string}): Promise<void> {
  const metafile = await bundle({app: entry, dev, style}, folder)
  compressAll(folder)
  const named = (source: string) => basename(outputOf(metafile, source))
  const files = readdirSync(folder)
    .filter(name => /\.(js|css|woff2)$/.test(name))
    .sort()
  const manifest: Manifest = {
    build: createHash('sha1').update(files.join('\n')).digest('hex').slice(0, 12),
    script: scriptOf(metafile, entry),
    dev: named(dev),
    style: named(style),
    font: files.find(name => name.startsWith('inter-latin-wght')) ?? '',
    files,
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

async function bundle(entryPoints: Record<string, string>, folder: string): Promise<Metafile> {
  const {metafile} = await build({
    entryPoints,
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
  return metafile
}

/** The file of a script, what it needs at once, and what each screen and language needs that is loaded on demand. */
function scriptOf(metafile: Metafile, entry: string): Script {
  const file = outputOf(metafile, entry)
  const atOnce = withImports(metafile, file)
  const onDemand = (pattern: RegExp) => {
    const found = Object.entries(metafile.outputs).flatMap(([path, {entryPoint}]) => {
      const name = pattern.exec(entryPoint ?? '')?.[1]
      const imports = withImports(metafile, path).filter(needed => !atOnce.includes(needed))
      return name === undefined ? [] : [[name, imports.map(each => basename(each))] as const]
    })
    return Object.fromEntries(found)
  }
  return {
    file: basename(file),
    imports: atOnce.filter(needed => needed !== file).map(path => basename(path)),
    screens: onDemand(/^src\/frontend\/screens\/.*\/([\w-]+)-screen\.tsx$/),
    languages: onDemand(/^src\/messages\/(\w+)\/all\.ts$/),
  }
}

function withImports(metafile: Metafile, path: string, seen: string[] = []): string[] {
  if (seen.includes(path)) return seen
  seen.push(path)
  for (const each of metafile.outputs[path]?.imports ?? [])
    if (each.kind === 'import-statement') withImports(metafile, each.path, seen)
  return seen
}

function outputOf({outputs}: Metafile, source: string): string {
  return Object.entries(outputs).find(([, output]) => output.entryPoint === source)?.[0] ?? ''
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
