/**
 * What own code may import: its own files, the packages installed for it, and what the engine offers. A package's React
 * is the engine's, so that there is one.
 */
import {readFile, realpath} from 'node:fs/promises'
import {isBuiltin} from 'node:module'
import {basename, extname, join, relative, sep} from 'node:path'
import type {Plugin} from 'rolldown'
import type {OwnAddresses} from '../../screens/code/kit/href.ts'
import {assetEndings} from '../types/asset-types.ts'
import {effectModule} from './effect-code.ts'
import type {EngineCode} from './engine-code.ts'
import {kitName} from './kit-name.ts'
import {hashedName} from './own-files.ts'

/** Of effects: what they throw so that they are not tried again. */
const effectCode = 'nonet/code'

/** The namespaces of the kit, by what own code imports. */
const shared: Readonly<Record<string, string>> = {
  react: 'react',
  'react/jsx-runtime': 'jsxRuntime',
  'react-dom': 'reactDom',
  'nonet/screen': 'screen',
}

const marked = '\0nonet:'

/** What the kit makes `href` with. */
const hrefs = 'hrefsOf'

const assets = new RegExp(`\\.(?:${assetEndings.join('|')})$`)

interface OwnImports {
  /** The folder of the document, without links. */
  readonly folder: string
  readonly engine: EngineCode
  /** For `href`. */
  readonly addresses: OwnAddresses
  /** What the kit is called where the files run; null for functions, which have none. */
  readonly kit: string | null
  /** Whether they are effects, which import `GiveUp`. */
  readonly areEffects?: boolean
  /** Gets the files that are served as they are. */
  readonly emit: (name: string, bytes: Uint8Array) => void
}

export function ownImports({folder, engine, addresses, kit, areEffects = false, emit}: OwnImports): Plugin {
  const isOwn = (path: string) => isWithin(folder, path) && !relative(folder, path).split(sep).includes('.nonet')
  return {
    name: 'nonet',
    async resolveId(source, importer) {
      if (kit !== null && source === kitName) return {id: kit, external: true}
      if (importer === undefined) return null
      if (importer.startsWith(marked)) return null
      if (kit !== null && Object.hasOwn(shared, source)) return `${marked}${source}`
      if (areEffects && source === effectCode) return `${marked}${source}`
      const from = relative(folder, importer)
      if (isBuiltin(source))
        throw await refused(
          importer,
          source,
          `${from} imports ${source}, which is a part of Node.js: ${kit === null ? 'it runs in a process without it' : 'own code runs in browsers'}.`,
        )
      if (/^(?:react|react-dom|nonet)(?:\/|$)/.test(source)) {
        const [what, instead] = areEffects
          ? ['effects', `They can import ${effectCode} and installed packages.`]
          : kit === null
            ? ['functions', 'A function takes values and gives one.']
            : ['own code', offered]
        throw await refused(importer, source, `${from} imports ${source}, which ${what} cannot use. ${instead}`)
      }
      const found = await this.resolve(source, importer, {skipSelf: true})
      if (!found || found.external)
        throw await refused(
          importer,
          source,
          `${from} imports ${source}, which does not exist. Install it, or correct the import.`,
        )
      const path = await realpath(found.id)
      const isPackage = path.split(sep).includes('node_modules')
      if (/\.css$/.test(path))
        throw await refused(
          importer,
          source,
          `${from} imports ${source}. The styles of a screen are in the file beside it: Name.css.`,
        )
      if (isOwn(path) || (isPackage && !/^[./]/.test(source)) || (isPackage && importer.includes('node_modules')))
        return found
      throw await refused(
        importer,
        source,
        `${from} imports ${source}, which is outside of the folder of the document.`,
      )
    },
    async load(id) {
      if (id === `${marked}${effectCode}`) return effectModule
      if (id.startsWith(marked)) return sharedModule(id.slice(marked.length), engine, addresses)
      if (!assets.test(id)) return null
      const bytes = await readFile(id)
      const name = hashedName(`own-${basename(id, extname(id))}`, bytes, extname(id))
      emit(name, bytes)
      return {code: `export default ${JSON.stringify(`/_nonet/${name}`)}`, moduleType: 'js'}
    },
  }
}

/** At the line of the import. */
async function refused(importer: string, source: string, message: string): Promise<Error> {
  const lines = (await readFile(importer, 'utf8').catch(() => '')).split('\n')
  const line = lines.findIndex(each => each.includes(`'${source}'`) || each.includes(`"${source}"`)) + 1
  return Object.assign(new Error(message), {id: importer, line: Math.max(1, line)})
}

const offered = `It can import ${Object.keys(shared).join(', ')} and installed packages.`

/** Names are explicit, because a module that is external has none for packages in CommonJS. */
function sharedModule(source: string, engine: EngineCode, addresses: OwnAddresses): string {
  const namespace = shared[source] ?? ''
  const names = (engine.exports[namespace] ?? []).filter(name => /^[A-Za-z_$][\w$]*$/.test(name) && name !== hrefs)
  const own = namespace === 'screen' ? `export const href = shared.${hrefs}(${JSON.stringify(addresses)})\n` : ''
  return `import {${namespace} as shared} from ${JSON.stringify(kitName)}
export default shared
export const {${names.join(', ')}} = shared
${own}`
}

/** Whether a path is in a folder. */
export function isWithin(folder: string, path: string): boolean {
  return path.startsWith(join(folder, sep))
}
