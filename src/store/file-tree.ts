/** Uploaded files beside the database: a folder copied file by file, each with its digest. */
import {createHash} from 'node:crypto'
import {createReadStream, existsSync} from 'node:fs'
import {chmod, copyFile, mkdir, readdir} from 'node:fs/promises'
import {dirname, join, relative, sep} from 'node:path'
import {toDisk} from './sqlite-copy.ts'
import {StoreError} from './store-error.ts'

/** Path inside the folder → digest. */
export type Digests = Readonly<Record<string, string>>

export async function digestsOf(folder: string): Promise<Digests> {
  if (!existsSync(folder)) return {}
  const entries = await readdir(folder, {recursive: true, withFileTypes: true})
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const digests: [string, string][] = []
  for (const file of files.toSorted()) digests.push([relative(folder, file).split(sep).join('/'), await digestOf(file)])
  return Object.fromEntries(digests)
}

/** Uploaded files are written once and never changed, so that copying while the application runs is safe. */
export async function copyTree(from: string, to: string): Promise<Digests> {
  const digests: [string, string][] = []
  for (const [path, digest] of Object.entries(await digestsOf(from))) {
    const target = join(to, path)
    await mkdir(dirname(target), {recursive: true, mode: 0o700})
    await copyFile(join(from, path), target)
    await chmod(target, 0o600)
    if ((await digestOf(target)) !== digest) throw new StoreError('MISMATCH', {detail: `(file ${path})`})
    await toDisk(target)
    digests.push([path, digest])
  }
  return Object.fromEntries(digests)
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}
