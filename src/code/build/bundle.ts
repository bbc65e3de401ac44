/** `nonet build`: own code as files for browsers and for code processes, with the engine's one React. */
import {existsSync} from 'node:fs'
import {readFile, realpath} from 'node:fs/promises'
import {join, relative} from 'node:path'
import {stripVTControlCharacters} from 'node:util'
import type {OutputChunk} from 'rolldown'
import {isLayoutPart, pathOfPart} from '../../engine/page/own.ts'
import type {OwnAddresses} from '../../screens/code/kit/href.ts'
import {type EngineCode, readEngineCode} from './engine-code.ts'
import {kitName} from './kit-name.ts'
import {
  type BuiltFiles,
  buildFolder,
  fileDigest,
  hashedName,
  type OwnManifest,
  type OwnPartFiles,
  ownApi,
  readOwnManifest,
  writeBuild,
} from './own-files.ts'
import {isWithin, ownImports} from './own-imports.ts'
import {ownStyles, siteStyles} from './own-styles.ts'
import {refreshed} from './refreshed.ts'

interface BuildProblem {
  readonly message: string
  /** Below the folder of the document. */
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Own code cannot be built: reported to its author. */
export class CannotBuild extends Error {
  readonly problems: readonly BuildProblem[]

  constructor(
    message: string,
    {problems = [], ...options}: ErrorOptions & {readonly problems?: readonly BuildProblem[]} = {},
  ) {
    super(message, options)
    this.problems = problems
  }
}

interface OwnSource {
  readonly component: string
  readonly path: string
  /** It is never loaded on the server: its name ends with `.client`. */
  readonly isClient: boolean
  readonly style: string | null
}

export interface AuthorCode {
  /** The folder of the document. */
  readonly folder: string
  /** What the document names: `FloorPlan`, `layouts/Public`. */
  readonly components: readonly string[]
  /** The functions that it declares: `price`. */
  readonly functions?: readonly string[]
  /** The files of its effects: `sendContract`. */
  readonly effects?: readonly string[]
  /** Of its screens. */
  readonly addresses: OwnAddresses
  /** `dist/code`. */
  readonly engineFolder: string
  /** For its author: the browser’s files are readable, and know their sources. */
  readonly debugged?: boolean
}

/** The parts that have code; in place of the others is the product. */
function sourcesOf(folder: string, components: readonly string[]): OwnSource[] {
  return components.filter(isPart).flatMap(component => {
    const file = pathOfPart(component)
    const at = (ending: string) => join(folder, `${file}${ending}`)
    const usual = ['.tsx', '.jsx'].map(at).filter(path => existsSync(path))
    const client = ['.client.tsx', '.client.jsx'].map(at).filter(path => existsSync(path))
    const [path, more] = [...usual, ...client]
    if (path === undefined) return []
    if (more !== undefined)
      throw new CannotBuild(
        `${relative(folder, path)} and ${relative(folder, more)} are one component: remove one of them.`,
      )
    if (client.length > 0 && isLayoutPart(component))
      throw new CannotBuild(
        `${relative(folder, path)} is around pages that the server renders: rename it to ${file}.tsx.`,
      )
    const style = at('.css')
    return [{component, path, isClient: client.length > 0, style: existsSync(style) ? style : null}]
  })
}

/** The functions, or the effects, that have code. */
function modulesIn(folder: string, kind: 'functions' | 'effects', names: readonly string[]): OwnSource[] {
  return names.filter(isName).flatMap(component => {
    const path = ['.ts', '.js'].map(ending => join(folder, kind, `${component}${ending}`)).find(existsSync)
    return path === undefined ? [] : [{component, path, isClient: false, style: null}]
  })
}

const isName = (name: string): boolean => /^[A-Za-z]\w*$/.test(name)
const isPart = (part: string): boolean => /^(?:(?:layouts|fields|cards|sections)\/)?[A-Za-z]\w*$/.test(part)

/** Names of files have no slashes. */
const entryName = (part: string): string => part.replace('/', '-')

/** Where browsers understand it is: see `scripts/browser.ts`. */
const browsers = ['chrome120', 'firefox121', 'safari17.4']

export async function buildOwnCode(code: AuthorCode): Promise<OwnManifest> {
  const built = await bundleOwnCode(code)
  const {debugged = false} = code
  const folder = buildFolder(await realpath(code.folder), debugged ? 'dev' : 'build')
  await writeBuild(folder, built, {hurries: debugged})
  return built.manifest
}

/** Nothing is written. */
export async function bundleOwnCode({
  folder,
  components,
  functions = [],
  effects = [],
  addresses,
  engineFolder,
  debugged = false,
}: AuthorCode): Promise<BuiltFiles> {
  const root = await realpath(folder)
  const sources = sourcesOf(root, components)
  const engine = await readEngineCode(engineFolder)
  const browser = new Map<string, string | Uint8Array>()
  const read = new Set<string>()
  const emit = (name: string, bytes: Uint8Array) => browser.set(name, bytes)
  const common = {root, engine, addresses, emit, read, debugged}
  const called = modulesIn(root, 'functions', functions)
  const caused = modulesIn(root, 'effects', effects)
  const [shown, rendered, computed, ran] = await Promise.all([
    bundle({...common, sources, kit: `./${debugged ? engine.devKit : engine.kit}`, isServer: false}),
    bundle({...common, sources: sources.filter(({isClient}) => !isClient), kit: kitName, isServer: true}),
    bundle({...common, sources: called, kit: null, isServer: true}),
    bundle({...common, sources: caused, kit: null, areEffects: true, isServer: true}),
  ])
  for (const {fileName, code} of shown) browser.set(fileName, code)
  const parts: Record<string, OwnPartFiles> = {}
  for (const {component, style} of sources) {
    const css = style === null ? null : await readFile(style, 'utf8')
    const file = relative(root, style ?? '')
    const text =
      css === null ? null : isLayoutPart(component) ? siteStyles(css, file) : ownStyles(css, {component, file})
    const styleName = text === null ? null : hashedName(`own-${entryName(component)}`, text, '.css')
    if (style !== null) read.add(style)
    if (styleName !== null && text !== null) browser.set(styleName, text)
    checkExport(pathOfPart(component), component, shown)
    parts[component] = {
      server: fileOf(component, rendered),
      browser: fileOf(component, shown) ?? '',
      style: styleName,
    }
  }
  const manifest: OwnManifest = {
    api: ownApi,
    engine: engine.build,
    sources: await digests(root, read),
    addresses: fileDigest(JSON.stringify(addresses)),
    parts,
    functions: filesOf('functions', called, computed),
    effects: filesOf('effects', caused, ran),
    files: [...browser.keys()].sort(),
  }
  const server = new Map([...rendered, ...computed, ...ran].map(({fileName, code}) => [fileName, code] as const))
  return {manifest, browser, server}
}

function filesOf(
  folder: string,
  sources: readonly OwnSource[],
  chunks: readonly OutputChunk[],
): Record<string, string> {
  return Object.fromEntries(
    sources.map(({component: name}) => {
      checkExport(`${folder}/${name}`, name, chunks)
      return [name, fileOf(name, chunks) ?? '']
    }),
  )
}

const entryOf = (name: string, chunks: readonly OutputChunk[]) =>
  chunks.find(each => each.isEntry && each.name === entryName(name))

const fileOf = (name: string, chunks: readonly OutputChunk[]): string | null => entryOf(name, chunks)?.fileName ?? null

function checkExport(path: string, name: string, chunks: readonly OutputChunk[]): void {
  if (entryOf(name, chunks)?.exports.includes('default')) return
  throw new CannotBuild(
    `${path} has no default export: write \`export default function ${name.replace(/^.*\//, '')}\`.`,
  )
}

interface BundleOptions {
  readonly root: string
  readonly engine: EngineCode
  readonly addresses: OwnAddresses
  readonly sources: readonly OwnSource[]
  /** Null for functions and effects, which import nothing of the engine. */
  readonly kit: string | null
  readonly areEffects?: boolean
  readonly isServer: boolean
  readonly debugged: boolean
  readonly emit: (name: string, bytes: Uint8Array) => void
  /** Gets the files of the author that were read. */
  readonly read: Set<string>
}

async function bundle({
  root,
  engine,
  addresses,
  sources,
  kit,
  areEffects = false,
  isServer,
  debugged,
  emit,
  read,
}: BundleOptions): Promise<OutputChunk[]> {
  if (sources.length === 0) return []
  const {build} = await bundler()
  const ending = isServer ? 'mjs' : 'js'
  const refreshes = debugged && !isServer
  try {
    const {output} = await build({
      input: Object.fromEntries(sources.map(({component, path}) => [entryName(component), path])),
      cwd: root,
      // The server has no DOM, and nothing of Node.js either.
      platform: isServer ? 'neutral' : 'browser',
      resolve: isServer ? {mainFields: ['module', 'main'], conditionNames: ['import', 'default']} : {},
      tsconfig: false,
      preserveEntrySignatures: 'strict',
      transform: {
        define: {'process.env.NODE_ENV': refreshes ? '"development"' : '"production"'},
        jsx: {runtime: 'automatic', development: false, ...(refreshes && {refresh: true})},
        ...(isServer ? {} : {target: browsers}),
      },
      plugins: [
        ownImports({folder: root, engine, addresses, kit, areEffects, emit}),
        ...(refreshes ? [refreshed(root)] : []),
        {
          name: 'sources',
          moduleParsed({id}) {
            if (isWithin(root, id) && !id.includes('node_modules')) read.add(id)
          },
        },
      ],
      output: {
        format: 'esm',
        entryFileNames: `${areEffects ? 'effect' : kit === null ? 'function' : 'own'}-[name]-[hash].${ending}`,
        chunkFileNames: `own-part-[hash].${ending}`,
        minify: !isServer && !debugged,
        // The log names the lines of the author; browsers get no sources.
        sourcemap: isServer || debugged ? 'inline' : false,
        sourcemapExcludeSources: isServer,
        dir: join(buildFolder(root), isServer ? 'server' : 'browser'),
        comments: false,
      },
      logLevel: 'silent',
      write: false,
    })
    return output.filter(each => each.type === 'chunk')
  } catch (cause) {
    throw new CannotBuild(cause instanceof Error ? cause.message : String(cause), {
      cause,
      problems: bundlerProblems(cause, root),
    })
  }
}

/** The bundler knows the place of what it cannot parse; that of an import is the line which has it. */
function bundlerProblems(cause: unknown, root: string): BuildProblem[] {
  const {errors = [cause]} = cause as {readonly errors?: readonly unknown[]}
  return errors.map(each => {
    const {message, id = root, loc, line} = each as BundlerError
    const text = stripVTControlCharacters(String(message)).split('\n')[0] ?? ''
    return {
      message: text.replace(/^\[\w+\] /, ''),
      file: relative(root, loc?.file ?? id),
      line: loc?.line ?? line ?? 1,
      column: (loc?.column ?? 0) + 1,
    }
  })
}

interface BundlerError {
  readonly message?: string
  readonly id?: string
  readonly loc?: {readonly file?: string; readonly line: number; readonly column: number}
  /** Of our plugin. */
  readonly line?: number
}

async function bundler(): Promise<typeof import('rolldown')> {
  try {
    return await import('rolldown')
  } catch (cause) {
    throw new CannotBuild('Own code needs a bundler: npm install --save-dev rolldown', {cause})
  }
}

async function digests(root: string, files: ReadonlySet<string>): Promise<Record<string, string>> {
  const found = [...files].sort().map(async path => [relative(root, path), fileDigest(await readFile(path))] as const)
  return Object.fromEntries(await Promise.all(found))
}

/** Whether what was built can be served. */
export type BuildState =
  /** No screen has code. */
  | {readonly kind: 'none'}
  | {readonly kind: 'fits'; readonly manifest: OwnManifest; readonly folder: string}
  | {readonly kind: 'differs'; readonly why: string}

/** Only what was built for this engine, from these sources. */
export async function buildState({
  folder,
  components,
  functions = [],
  effects = [],
  addresses,
  engineFolder,
}: AuthorCode): Promise<BuildState> {
  const sources = sourcesOf(folder, components)
  const called = modulesIn(folder, 'functions', functions)
  const caused = modulesIn(folder, 'effects', effects)
  if (sources.length + called.length + caused.length === 0) return {kind: 'none'}
  const built = buildFolder(folder)
  const manifest = await readOwnManifest(built)
  const differs = (why: string): BuildState => ({kind: 'differs', why})
  if (!manifest) return differs('has not been built')
  if (manifest.api !== ownApi)
    return differs(
      `was built for version ${manifest.api} of what Nonet offers to own code, and this one offers ${ownApi}`,
    )
  if (manifest.engine !== (await readEngineCode(engineFolder)).build)
    return differs('was built for another version of Nonet')
  if (manifest.addresses !== fileDigest(JSON.stringify(addresses)))
    return differs('was built before the addresses of screens were changed')
  const unbuilt =
    sources.find(({component}) => !Object.hasOwn(manifest.parts, component)) ??
    called.find(({component}) => !Object.hasOwn(manifest.functions, component)) ??
    caused.find(({component}) => !Object.hasOwn(manifest.effects, component))
  if (unbuilt) return differs(`was built without ${relative(folder, unbuilt.path)}`)
  const withStyle = sources.find(
    ({component, style}) => (style !== null) !== (manifest.parts[component]?.style != null),
  )
  if (withStyle) return differs(`was built with other styles of ${withStyle.component}`)
  for (const [path, digest] of Object.entries(manifest.sources)) {
    const bytes = await readFile(join(folder, path)).catch(() => null)
    if (bytes === null || fileDigest(bytes) !== digest) return differs(`was built before ${path} was changed`)
  }
  return {kind: 'fits', manifest, folder: built}
}
