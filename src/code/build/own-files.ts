/** The files of a build: hashed names, compressed for browsers, and a manifest that says what they were made for. */
import {createHash} from 'node:crypto'
import {mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'

/** The files of a screen. */
export interface OwnPartFiles {
  /** In the folder `server`; null if it is never rendered there. */
  readonly server: string | null
  /** In the folder `browser`. */
  readonly browser: string
  readonly style: string | null
}

export interface OwnManifest {
  /** The version of what own code and the engine expect of each other. */
  readonly api: number
  /** The engine that it was built for. */
  readonly engine: string
  /** The digests of the files that it was built from, by their paths below the document. */
  readonly sources: Readonly<Record<string, string>>
  /** The digest of the addresses that its links know. */
  readonly addresses: string
  /** By component. */
  readonly parts: Readonly<Record<string, OwnPartFiles>>
  /** Files in the folder `server`, by function. */
  readonly functions: Readonly<Record<string, string>>
  /** The same, by the file of the effect: `sendContract`. */
  readonly effects: Readonly<Record<string, string>>
  /** In the folder `browser`. */
  readonly files: readonly string[]
}

/** The only one so far. */
export const ownApi = 1

export const fileDigest = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function hashedName(stem: string, bytes: string | Uint8Array, extension: string): string {
  return `${stem.replace(/[^\w-]+/g, '-')}-${fileDigest(bytes).slice(0, 8)}${extension}`
}

/** Beside the document: what `nonet run` serves, or `nonet dev`. */
export const buildFolder = (documentFolder: string, kind: 'build' | 'dev' = 'build'): string =>
  join(documentFolder, '.nonet', kind)

export interface BuiltFiles {
  readonly manifest: OwnManifest
  readonly browser: ReadonlyMap<string, string | Uint8Array>
  readonly server: ReadonlyMap<string, string | Uint8Array>
}

/** As a whole, so that nothing is served from half of a build. `hurries`: what an author has saved is not compressed. */
export async function writeBuild(
  folder: string,
  {manifest, browser, server}: BuiltFiles,
  {hurries = false}: {readonly hurries?: boolean} = {},
): Promise<void> {
  const made = `${folder}-${process.pid}`
  await rm(made, {recursive: true, force: true})
  await mkdir(join(made, 'browser'), {recursive: true})
  await mkdir(join(made, 'server'))
  for (const [name, content] of browser) {
    const path = join(made, 'browser', name)
    await writeFile(path, content)
    if (hurries || !/\.(?:js|css|svg)$/.test(name)) continue
    await writeFile(`${path}.br`, brotliCompressSync(content))
    await writeFile(`${path}.gz`, gzipSync(content, {level: 9}))
  }
  for (const [name, content] of server) await writeFile(join(made, 'server', name), content)
  await writeFile(join(made, 'manifest.json'), JSON.stringify(manifest))
  await rm(folder, {recursive: true, force: true})
  await rename(made, folder)
}

/** Null if there is no build, or one that cannot be read. */
export async function readOwnManifest(folder: string): Promise<OwnManifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as OwnManifest
  } catch {
    return null
  }
}
