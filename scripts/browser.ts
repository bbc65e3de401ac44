/** Bundles the browser's files with hashed names, compresses them, and writes the manifest that the server reads. */
import {createHash} from 'node:crypto'
import {globSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {writeFile} from 'node:fs/promises'
import {basename, join, resolve} from 'node:path'
import {brotliCompressSync, constants, gzipSync} from 'node:zlib'
import {build as buildStyle, type Plugin} from 'esbuild'
import {build as buildScript, type ChunkingContext, type OutputChunk} from 'rolldown'
import type {AssetManifest, Script} from '../src/server/assets.ts'
import {fontFiles, leadingBytes, smallFonts} from './fonts.ts'
import {ownClasses, siteClasses} from './own-classes.ts'

const dev = 'src/web/router/dev-changes.ts'
/** Where own code is shown in place when it is saved. */
const ownDev = 'src/screens/code/dev-code.ts'
const style = 'src/screens/index.css'

const detailStyle = 'src/screens/details.css'

const laterStyle = 'src/screens/later.css'

/** A screen that imports one of these begins with what they show; others load it with a dialog. */
const details =
  /\/forms\/components\/labelled-field\.tsx$|\/accounts\/screens\/[\w-]+\/screen\.tsx$|\/sent-mails\/screen\.tsx$/

const browsers = ['chrome120', 'firefox121', 'safari17.4']

interface BuildOptions {
  /** The script of every page. */
  readonly entry: string
  /** What own code imports, for applications that have own code. */
  readonly kit?: string
  readonly folder: string
  /** For tests: compressing well takes two thirds of the time. */
  readonly hurries?: boolean
  /** For `nonet dev` of own code: with React's development build, which explains mistakes. */
  readonly isForAuthors?: boolean
}

export async function buildBrowser({
  entry,
  kit,
  folder,
  hurries = false,
  isForAuthors = false,
}: BuildOptions): Promise<void> {
  mkdirSync(folder, {recursive: true})
  const plugins = kit ? [smallFonts, ownClasses] : [smallFonts]
  const [{chunks, withDetails}, styles, screenStyleFiles, siteStyle] = await Promise.all([
    bundleScripts({entry, kit, folder, isForAuthors}),
    bundleStyles(folder, plugins),
    bundleScreenStyles(folder, plugins),
    kit ? bundleSiteStyle(folder) : null,
  ])
  // Those are served to the same machine.
  if (!isForAuthors) compressAll(folder, hurries ? 1 : 11)
  const files = readdirSync(folder)
    .filter(name => /\.(js|css|woff2)$/.test(name))
    .sort()
  const manifest: AssetManifest = {
    build: createHash('sha1').update(files.join('\n')).digest('hex').slice(0, 12),
    script: scriptOf(chunks),
    ...(kit && {kit: kitFiles(chunks)}),
    ...(siteStyle !== null && {siteStyle}),
    dev: fileOf(chunks, 'dev'),
    style: styles(style),
    details: {style: styles(detailStyle), screens: withDetails},
    laterStyle: styles(laterStyle),
    screenStyles: screenStyleFiles,
    font: styles(fontFiles.latin),
    extendedFont: {name: styles(fontFiles.extended), leads: leadingBytes(fontFiles.extended)},
    files,
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
}

/**
 * Code shared by several lazily loaded files would become dozens of files of a kilobyte, each with its own request. What so many of them share is one
 * file each.
 */
const shares = {most: 11, several: 8}
/** `display-screen.tsx`, or `screen.tsx` in a folder of its name. */
const screenFile = /([\w-]+)(?:-|\/)screen\.tsx$/

const small = /\/components\/(?:meter|prose|rich-text)\.tsx$|\/messages\/grammar\.ts$/

interface ScriptOptions {
  readonly entry: string
  readonly kit: string | undefined
  readonly folder: string
  readonly isForAuthors: boolean
}

interface BuiltScripts {
  readonly chunks: readonly OutputChunk[]
  /** The screens that begin with forms or records. */
  readonly withDetails: readonly string[]
}

async function bundleScripts({entry, kit, folder, isForAuthors}: ScriptOptions): Promise<BuiltScripts> {
  const withDetails: string[] = []
  const imported = new Set([resolve(entry)])
  const isImported = (id: string, context: ChunkingContext) => {
    for (const each of imported) for (const next of context.getModuleInfo(each)?.importedIds ?? []) imported.add(next)
    return imported.has(id)
  }
  const {output} = await buildScript({
    input: {app: entry, dev: isForAuthors ? ownDev : dev, ...(kit && {kit})},
    // What own code imports has names.
    preserveEntrySignatures: kit ? 'allow-extension' : false,
    platform: 'browser',
    transform: {
      define: {'process.env.NODE_ENV': isForAuthors ? '"development"' : '"production"'},
      target: browsers,
    },
    output: {
      dir: folder,
      format: 'esm',
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: 'part-[hash].js',
      minify: !isForAuthors,
      comments: false,
      codeSplitting: {
        // Without their dependencies: those are shared by at least as many.
        includeDependenciesRecursively: false,
        groups: [
          // What every page imports immediately is one file, with what would be a file of a few hundred bytes.
          {
            debugName: 'core',
            name: (id, context) => (isImported(id, context) || small.test(id) ? 'core' : null),
            priority: 2,
          },
          {name: 'most', minShareCount: shares.most, priority: 1},
          // Records do not need what lists and calendars are filtered with.
          {
            name: 'filters',
            test: /collections\/components\/|planning\/components\/period-header/,
            minShareCount: shares.several,
          },
          {name: 'several', minShareCount: shares.several},
        ],
      },
    },
    treeshake: {
      // Reading a property does nothing else, so that texts which are spread into others that no page shows are left out.
      propertyReadSideEffects: false,
      moduleSideEffects: [{test: /\/messages\.\w+\.ts$|\/messages\/\w+\//, sideEffects: false}],
    },
    plugins: [
      {
        name: 'screens with details',
        buildEnd() {
          const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
          for (const id of this.getModuleIds()) {
            const screen = screenFile.exec(id)?.[1]
            if (screen !== undefined && [...withImports(id, importsOf)].some(each => details.test(each)))
              withDetails.push(screen)
          }
        },
      },
    ],
    logLevel: 'warn',
  })
  const chunks = output.filter(each => each.type === 'chunk')
  refuseCircles(chunks)
  return {chunks, withDetails: withDetails.sort()}
}

/** Files that import each other would run before their imports are initialised. */
function refuseCircles(chunks: readonly OutputChunk[]): void {
  for (const {fileName, imports, moduleIds} of chunks)
    if (imports.some(each => withImports(each, importsIn(chunks)).includes(fileName)))
      throw new Error(`A file of the browser imports itself through others. It holds ${moduleIds.join(', ')}.`)
}

/** Maps each entry, and each file that one of them refers to, to the name of its output file. */
async function bundleStyles(folder: string, plugins: Plugin[]): Promise<(source: string) => string> {
  const {metafile} = await buildStyle({
    entryPoints: {style, details: detailStyle, later: laterStyle},
    outdir: folder,
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    metafile: true,
    target: browsers,
    loader: {'.woff2': 'file'},
    plugins,
    legalComments: 'none',
    logLevel: 'warning',
  })
  return source => {
    const isOf = ({entryPoint, inputs}: (typeof metafile.outputs)[string]) =>
      entryPoint === source || Object.keys(inputs).some(path => path.endsWith(source))
    const [path = ''] = Object.entries(metafile.outputs).find(([, output]) => isOf(output)) ?? []
    return basename(path)
  }
}

/**
 * The styles of one screen beyond the common style, keyed by screen; linked only by its pages. They are `display-styles.css`, or `styles.css` in a
 * folder of its name.
 */
async function bundleScreenStyles(folder: string, plugins: Plugin[]): Promise<Readonly<Record<string, string>>> {
  const built = globSync('src/screens/*/*styles.css').map(async path => {
    const screen = /([\w-]+)(?:-|\/)styles\.css$/.exec(path)?.[1] ?? ''
    return [screen, await bundleStyle(path, {stem: screen, folder, plugins})] as const
  })
  return Object.fromEntries((await Promise.all(built)).toSorted())
}

/** For pages with a layout of the author, in place of the common style. */
const bundleSiteStyle = (folder: string): Promise<string> =>
  bundleStyle('src/screens/site.css', {stem: 'site', folder, plugins: [siteClasses]})

interface StyleFile {
  readonly stem: string
  readonly folder: string
  readonly plugins: Plugin[]
}

async function bundleStyle(path: string, {stem, folder, plugins}: StyleFile): Promise<string> {
  const {outputFiles} = await buildStyle({
    stdin: {contents: `@import "./${path}";`, loader: 'css', resolveDir: '.'},
    bundle: true,
    minify: true,
    plugins,
    write: false,
    target: browsers,
    legalComments: 'none',
    logLevel: 'warning',
  })
  const text = outputFiles[0]?.text ?? ''
  const name = `${stem}-${createHash('sha1').update(text).digest('hex').slice(0, 8)}.css`
  await writeFile(join(folder, name), text)
  return name
}

/** What own code imports, and what shows it. */
function kitFiles(chunks: readonly OutputChunk[]): string[] {
  const shown = chunks.find(({moduleIds}) => moduleIds.some(id => id.endsWith('/own-parts.client.tsx')))?.fileName ?? ''
  return [...new Set([fileOf(chunks, 'kit'), shown].flatMap(file => withImports(file, importsIn(chunks))))]
}

/** The file of a script, its static imports, and the dynamic imports of each screen and language. */
function scriptOf(chunks: readonly OutputChunk[]): Script {
  const file = fileOf(chunks, 'app')
  const atOnce = withImports(file, importsIn(chunks))
  const byName = (pattern: RegExp) =>
    Object.fromEntries(
      chunks.flatMap(({fileName, facadeModuleId}) => {
        const name = pattern.exec(facadeModuleId ?? '')?.[1]
        return name === undefined
          ? []
          : [[name, withImports(fileName, importsIn(chunks)).filter(each => !atOnce.includes(each))]]
      }),
    )
  return {
    file,
    imports: atOnce.filter(each => each !== file),
    screens: byName(screenFile),
    languages: byName(/\/src\/screens\/messages\.(\w+)\.ts$/),
  }
}

/** A file, and what it imports, in the order of loading. */
function withImports(file: string, importsOf: (file: string) => readonly string[], seen = new Set<string>()): string[] {
  if (!seen.has(file)) {
    seen.add(file)
    for (const each of importsOf(file)) withImports(each, importsOf, seen)
  }
  return [...seen]
}

const importsIn = (chunks: readonly OutputChunk[]) => (file: string) =>
  chunks.find(({fileName}) => fileName === file)?.imports ?? []

function fileOf(chunks: readonly OutputChunk[], entry: string): string {
  return chunks.find(({isEntry, name}) => isEntry && name === entry)?.fileName ?? ''
}

function compressAll(folder: string, quality: number): void {
  const params = {[constants.BROTLI_PARAM_QUALITY]: quality}
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css)$/.test(name)) continue
    const path = join(folder, name)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, {params}))
    writeFileSync(`${path}.gz`, gzipSync(bytes, {level: 9}))
  }
}
