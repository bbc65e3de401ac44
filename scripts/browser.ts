/** Bundles the browser's files with hashed names, compresses them, and writes the manifest that the server reads. */
import {createHash} from 'node:crypto'
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {writeFile} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'
import {build as buildStyle} from 'esbuild'
import {build as buildScript, type OutputChunk} from 'rolldown'
import type {AssetManifest, Script} from '../src/server/assets.ts'

const dev = 'src/frontend/router/dev-changes.ts'
const style = 'src/frontend/styles/index.css'
const screenStyleFolder = 'src/frontend/styles/screens'

/** What the page of one screen needs beyond the style of every page; linked by its pages alone. */
const screenStyles: Readonly<Record<string, readonly string[]>> = {
  board: ['bars', 'board'],
  calendar: ['bars', 'period', 'calendar', 'hour-places', 'hours', 'agenda'],
  dashboard: ['dashboard', 'bars', 'rows', 'strip-card'],
  display: ['display'],
  form: ['checks', 'form', 'hour-places', 'day-strip'],
  inbox: ['bars', 'rows', 'checks', 'empty', 'inbox'],
  list: ['empty', 'list'],
  notifications: ['notifications'],
  search: ['search'],
  specification: ['book'],
  timeline: ['bars', 'period', 'rows', 'timeline'],
}
const laterStyle = 'src/frontend/styles/later.css'

const browsers = ['chrome120', 'firefox121', 'safari17.4']

/** `entry` is the script of every page. */
export async function buildBrowser({entry, folder}: {entry: string; folder: string}): Promise<void> {
  mkdirSync(folder, {recursive: true})
  const [chunks, styles, screenStyleFiles] = await Promise.all([
    bundleScripts(entry, folder),
    bundleStyles(folder),
    bundleScreenStyles(folder),
  ])
  compressAll(folder)
  const files = readdirSync(folder)
    .filter(name => /\.(js|css|woff2)$/.test(name))
    .sort()
  const manifest: AssetManifest = {
    build: createHash('sha1').update(files.join('\n')).digest('hex').slice(0, 12),
    script: scriptOf(chunks),
    dev: fileOf(chunks, 'dev'),
    style: styles(style),
    laterStyle: styles(laterStyle),
    screenStyles: screenStyleFiles,
    font: files.find(name => name.startsWith('inter-latin-wght')) ?? '',
    files,
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

/**
 * What several screens share would become dozens of files of a kilobyte, each a request of its own. Those smaller than this, in bytes, are put together with what
 * nearly the same screens need.
 */
const smallestPart = 2500

/** Small things that most screens have: in the file of every page they cost less than in files of their own, or in files with what few screens need. */
const sharedByMost = [
  'frontend/components/breadcrumbs.tsx',
  'frontend/components/cell.tsx',
  'frontend/components/command-palette/commands.tsx',
  'frontend/components/dialog.tsx',
  'frontend/components/form/error-summary.tsx',
  'frontend/components/form/field-text.tsx',
  'frontend/components/form/form-state.tsx',
  'frontend/components/name.tsx',
  'frontend/components/number-format.ts',
  'frontend/components/optional-link.tsx',
  'frontend/components/prose.tsx',
  'frontend/components/boundaries.tsx',
  'frontend/components/status.tsx',
  'frontend/components/thumbnail.tsx',
  'messages/grammar.ts',
].map(path => resolve('src', path))

const ownFiles = /\/(?:messages|dashboard)\//

async function bundleScripts(entry: string, folder: string): Promise<OutputChunk[]> {
  // With all that they import, so that the file of every page needs no other one.
  const core = new Set([resolve(entry), ...sharedByMost])
  const {output} = await buildScript({
    input: {app: entry, dev},
    preserveEntrySignatures: false,
    platform: 'browser',
    transform: {define: {'process.env.NODE_ENV': '"production"'}, target: browsers},
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: 'part-[hash].js',
      minify: true,
      comments: false,
      codeSplitting: {
        groups: [
          {
            debugName: 'core',
            priority: 1,
            // What every page imports at once is one file.
            name: (id, context) => {
              for (const each of core)
                for (const imported of context.getModuleInfo(each)?.importedIds ?? []) core.add(imported)
              return core.has(id) ? 'core' : null
            },
            includeDependenciesRecursively: false,
          },
          {
            debugName: 'part',
            // Nor texts and charts, which nothing else is loaded with.
            name: id => (core.has(id) || ownFiles.test(id) ? null : 'part'),
            minShareCount: 2,
            entriesAware: true,
            entriesAwareMergeThreshold: smallestPart,
            includeDependenciesRecursively: false,
          },
        ],
      },
    },
    logLevel: 'warn',
  })
  const chunks = output.filter(each => each.type === 'chunk')
  refuseCircles(chunks)
  return chunks
}

/** Files that import each other run before what they import is there. */
function refuseCircles(chunks: readonly OutputChunk[]): void {
  for (const {fileName, imports, moduleIds} of chunks)
    if (imports.some(each => withImports(chunks, each).includes(fileName)))
      throw new Error(`A file of the browser imports itself through others. It holds ${moduleIds.join(', ')}.`)
}

/** The name of the file that came of each. */
async function bundleStyles(folder: string): Promise<(entry: string) => string> {
  const {metafile} = await buildStyle({
    entryPoints: {style, later: laterStyle},
    outdir: folder,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    metafile: true,
    target: browsers,
    loader: {'.woff2': 'file'},
    legalComments: 'none',
    logLevel: 'warning',
  })
  return entry => {
    const [path = ''] = Object.entries(metafile.outputs).find(([, {entryPoint}]) => entryPoint === entry) ?? []
    return basename(path)
  }
}

/** By screen. They belong to the layer that the style of every page has for screens. */
async function bundleScreenStyles(folder: string): Promise<Readonly<Record<string, string>>> {
  const built = Object.entries(screenStyles).map(async ([screen, parts]) => {
    const contents = parts.map(part => `@import "./${part}.css" layer(screens);`).join('\n')
    const {outputFiles} = await buildStyle({
      stdin: {contents, loader: 'css', resolveDir: screenStyleFolder},
      bundle: true,
      minify: true,
      write: false,
      target: browsers,
      legalComments: 'none',
      logLevel: 'warning',
    })
    const text = outputFiles[0]?.text ?? ''
    const name = `${screen}-${createHash('sha1').update(text).digest('hex').slice(0, 8)}.css`
    await writeFile(join(folder, name), text)
    return [screen, name] as const
  })
  return Object.fromEntries(await Promise.all(built))
}

/** The file of a script, what it needs at once, and what each screen and language needs that is loaded on demand. */
function scriptOf(chunks: readonly OutputChunk[]): Script {
  const file = fileOf(chunks, 'app')
  const atOnce = withImports(chunks, file)
  const onDemand = (pattern: RegExp) =>
    Object.fromEntries(
      chunks.flatMap(({fileName, facadeModuleId}) => {
        const name = pattern.exec(facadeModuleId ?? '')?.[1]
        return name === undefined ? [] : [[name, withImports(chunks, fileName).filter(each => !atOnce.includes(each))]]
      }),
    )
  return {
    file,
    imports: atOnce.filter(each => each !== file),
    screens: onDemand(/\/src\/frontend\/screens\/.*\/([\w-]+)-screen\.tsx$/),
    languages: onDemand(/\/src\/messages\/(\w+)\/all\.ts$/),
  }
}

function withImports(chunks: readonly OutputChunk[], file: string, seen: string[] = []): string[] {
  if (seen.includes(file)) return seen
  seen.push(file)
  for (const each of chunks.find(({fileName}) => fileName === file)?.imports ?? []) withImports(chunks, each, seen)
  return seen
}

function fileOf(chunks: readonly OutputChunk[], entry: string): string {
  return chunks.find(({isEntry, name}) => isEntry && name === entry)?.fileName ?? ''
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
