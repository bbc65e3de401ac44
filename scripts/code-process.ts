/**
 * What runs in code processes: the engine's components, and the kit that own code imports. It is built apart from the
 * command, so that a code process may read these files and no others.
 */
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import {pathToFileURL} from 'node:url'
import {build} from 'esbuild'
import {effectModule} from '../src/code/build/effect-code.ts'
import type {EngineCode} from '../src/code/build/engine-code.ts'
import type {AssetManifest} from '../src/server/assets.ts'
import {reactBindings} from './react-bindings.ts'

export async function buildCodeProcess(folder: string): Promise<void> {
  await build({
    entryPoints: {
      process: 'src/code/process/child.tsx',
      functions: 'src/code/process/functions-child.ts',
      effects: 'src/code/process/effects-child.ts',
      kit: 'src/screens/code/kit/shared.ts',
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    conditions: ['node', 'production'],
    outExtension: {'.js': '.mjs'},
    chunkNames: '[name]-[hash]',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    // CommonJS packages require Node's modules at run time.
    banner: {
      js: "import {createRequire as nodeRequire} from 'node:module';const require=nodeRequire(import.meta.url);",
    },
    plugins: [reactBindings],
    define: {'process.env.NODE_ENV': '"production"'},
  })
}

/** What a build of own code has to know of the engine: the names that it can import, and which engine it is. */
export async function describeCode(folder: string, browser: string, dev: string): Promise<void> {
  // What the tests of authors import.
  writeFileSync(join(folder, 'author.mjs'), effectModule)
  const {kit = [], files} = manifestIn(browser)
  const [devKit = ''] = manifestIn(dev).kit ?? []
  const hash = createHash('sha256').update(files.join())
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  const shared: Readonly<Record<string, object>> = await import(pathToFileURL(resolve(folder, 'kit.mjs')).href)
  const engine: EngineCode = {
    build: hash.digest('hex').slice(0, 16),
    kit: kit[0] ?? '',
    devKit,
    exports: Object.fromEntries(
      Object.entries(shared).map(([name, exported]) => [
        name,
        Object.keys(exported).filter(each => each !== 'default'),
      ]),
    ),
  }
  writeFileSync(join(folder, 'engine.json'), JSON.stringify(engine))
}

const manifestIn = (folder: string): AssetManifest => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
