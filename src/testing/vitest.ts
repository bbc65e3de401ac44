/**
 * `nonet/vitest`: a plugin for the Vitest of an author. It resolves what own code imports of the engine, tells
 * `nonet/testing` about the application, and checks that there is one React.
 */
import {createRequire} from 'node:module'
import {join, relative, resolve} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {OwnAddresses} from '../screens/code/kit/href.ts'
import {addressesOf} from './engine.ts'

interface ViteConfig {
  readonly root?: string
  readonly test?: {readonly testTimeout?: number; readonly hookTimeout?: number}
}

/** As far as it is used: Vite is the author's. */
interface VitePlugin {
  readonly name: string
  readonly enforce: 'pre'
  readonly config: (config: ViteConfig) => object
  readonly resolveId: (source: string) => string | null
  readonly load: (this: {addWatchFile(path: string): void}, id: string) => Promise<string | null>
}

interface NonetOptions {
  /** The folder of the document, from that of the configuration; by default the same. */
  readonly document?: string
}

/** Milliseconds. */
const patience = 30_000

const here = import.meta.dirname
const marked = '\0nonet:'

const modules: Readonly<Record<string, (folder: string, root: string) => Promise<string>>> = {
  'nonet/screen': async folder => screenModule(await addressesOf(folder)),
  'nonet/code': async () => `export * from ${fileOf('../code/author.mjs')}`,
  'nonet/testing': async (folder, root) => testingModule(folder, root),
}

const fileOf = (name: string): string => JSON.stringify(join(here, name))

const screenModule = (addresses: OwnAddresses): string => `export * from ${fileOf('screen.js')}
import {hrefsOf} from ${fileOf('screen.js')}
export const href = hrefsOf(${JSON.stringify(addresses)})
`

/** The files of screens are loaded by Vitest, so that they are those that tests import. */
function testingModule(folder: string, root: string): string {
  const below = relative(root, folder).replaceAll('\\', '/')
  const base = below === '' ? '/' : `/${below}/`
  const patterns = ['screens', 'layouts'].flatMap(each => ['tsx', 'jsx'].map(ending => `${base}${each}/*.${ending}`))
  return `import {afterAll, onTestFinished} from 'vitest'
import {testingOf} from ${fileOf('index.js')}
const found = import.meta.glob(${JSON.stringify([...patterns, `!**/*.test.*`])})
const files = Object.fromEntries(Object.entries(found).map(([path, load]) => [path.slice(${base.length}), load]))
const atEnd = work => { try { onTestFinished(work) } catch {} }
const testing = testingOf({folder: ${JSON.stringify(folder)}, files, finally: atEnd})
afterAll(testing.stop)
export const {renderScreen, startApp} = testing
`
}

export default function nonet({document = '.'}: NonetOptions = {}): VitePlugin {
  let root = process.cwd()
  let folder = resolve(root, document)
  return {
    name: 'nonet',
    enforce: 'pre',
    config({root: given = '.', test = {}}) {
      root = resolve(given)
      folder = resolve(root, document)
      checkReact(root)
      return {
        resolve: {dedupe: ['react', 'react-dom']},
        oxc: {jsx: {runtime: 'automatic'}},
        // The engine is not transformed: it runs as it was built, with the React that is installed beside it.
        test: {
          server: {deps: {external: [new RegExp(`^${escaped(resolve(here, '..'))}[\\\\/]`)]}},
          // Reading a large document, and starting it, takes a second or two.
          testTimeout: test.testTimeout ?? patience,
          hookTimeout: test.hookTimeout ?? patience,
        },
      }
    },
    resolveId: source => (Object.hasOwn(modules, source) ? marked + source : null),
    async load(id) {
      const make = id.startsWith(marked) ? modules[id.slice(marked.length)] : undefined
      if (!make) return null
      this.addWatchFile(join(folder, 'app.md'))
      return make(folder, root)
    },
  }
}

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** With two of them, hooks fail with messages that say nothing about it. */
function checkReact(root: string): void {
  const from = (place: string, name: string) => {
    try {
      return createRequire(place).resolve(`${name}/package.json`)
    } catch {
      return null
    }
  }
  for (const name of ['react', 'react-dom']) {
    const [theirs, ours] = [from(join(root, 'tests.js'), name), from(fileURLToPath(import.meta.url), name)]
    if (theirs === null) throw new Error(`Tests of own code need ${name}: npm install --save-dev ${name}@${version}`)
    if (theirs !== ours)
      throw new Error(
        `There are two copies of ${name}: ${theirs} and, for Nonet, ${ours ?? 'none'}. Install both in one folder.`,
      )
    const {version: installed} = createRequire(import.meta.url)(theirs) as {readonly version: string}
    if (installed !== version)
      throw new Error(
        `This Nonet has ${name} ${version}, and ${installed} is installed: npm install --save-dev ${name}@${version}`,
      )
  }
}

/** That of the engine. */
declare const NONET_REACT: string
const version = NONET_REACT
