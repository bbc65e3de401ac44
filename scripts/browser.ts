/** Bundles the browser's files with hashed names, compresses them, and writes the manifest that the server reads. */
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {basename, join, resolve} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'
import {build, type Metafile, type Plugin} from 'esbuild'
import type {Manifest, Script} from '../src/server/assets.ts'

const dev = 'src/browser/dev.ts'
const style = 'src/frontend/styles/index.css'
type Language = 'en' | 'de'

/** The same components in the browser, by a renderer of a sixth of the size; see docs/decisions/014-browser-renderer.md. */
const smallReact = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
}

/** `entry` is the script of every page. */
export async function buildBrowser({entry, folder}: {entry: string; folder: string}): Promise<void> {
  const english = await bundle({app: entry, dev, style}, {folder, plugins: [speaking('en')]})
  const german = await bundle({app: entry}, {folder, plugins: [speaking('de')]})
  compressAll(folder)
  const named = (source: string) => basename(outputOf(english, source))
  const files = readdirSync(folder)
    .filter(name => /\.(js|css|woff2)$/.test(name))
    .sort()
  const manifest: Manifest = {
    build: createHash('sha1').update(files.join('\n')).digest('hex').slice(0, 12),
    scripts: {en: scriptOf(english, entry), de: scriptOf(german, entry)},
    dev: named(dev),
    style: named(style),
    font: files.find(name => name.startsWith('inter-latin-wght')) ?? '',
    files,
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

async function bundle(
  entryPoints: Record<string, string>,
  {folder, plugins}: {folder: string; plugins: Plugin[]},
): Promise<Metafile> {
  const {metafile} = await build({
    entryPoints,
    plugins,
    outdir: folder,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    alias: smallReact,
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

/** A script holds our words in one language: whichever is asked for, this one is given. */
function speaking(language: Language): Plugin {
  const path = resolve('src/messages', language, 'all.ts')
  return {
    name: 'words of one language',
    setup: it => it.onResolve({filter: /\/(en|de)\/all\.ts$/}, () => ({path})),
  }
}

/** The file of a script, what it needs at once, and what each view that comes on demand needs. */
function scriptOf(metafile: Metafile, entry: string): Script {
  const file = outputOf(metafile, entry)
  const atOnce = withImports(metafile, file)
  const comeLater = (metafile.outputs[file]?.imports ?? []).filter(({kind}) => kind === 'dynamic-import')
  // What else comes later is no screen, and nobody asks for it early.
  const views = comeLater.filter(({path}) => metafile.outputs[path]?.entryPoint?.startsWith('src/frontend/screens/'))
  const onDemand = views.map(({path}) => {
    const screen = basename(metafile.outputs[path]?.entryPoint ?? '').replace(/-screen\.tsx$/, '')
    return [screen, withImports(metafile, path).filter(needed => !atOnce.includes(needed))] as const
  })
  return {
    file: basename(file),
    needs: atOnce.filter(needed => needed !== file).map(path => basename(path)),
    views: Object.fromEntries(onDemand.map(([screen, paths]) => [screen, paths.map(path => basename(path))])),
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
