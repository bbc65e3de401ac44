/** From a path on disk to the files of a document. The only place of this folder that touches the disk. */
import {readdir, readFile, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {maxDocumentBytes, type SourceFile} from './source.ts'

/** The path itself cannot be used: said in one line, without a finding, because there is no document to point at. */
export class UnusablePath extends Error {}

export async function readFiles(path: string): Promise<SourceFile[]> {
  try {
    const entry = await stat(path)
    if (entry.isFile()) return [await readOne(path, path)]
    if (entry.isDirectory()) return await readFolder(path)
  } catch (error) {
    throw explained(path, error)
  }
  throw new UnusablePath(`${path} is neither a file nor a folder.`)
}

async function readFolder(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, {withFileTypes: true})
  const names = entries.filter(entry => !entry.isDirectory() && entry.name.endsWith('.md')).map(entry => entry.name)
  if (names.length === 0) throw new UnusablePath(`${folder} holds no *.md file, so there is no document in it.`)
  // Code unit order, not the machine's language: every machine lays the files together alike.
  return Promise.all(names.sort().map(name => readOne(join(folder, name), join(folder, name))))
}

async function readOne(path: string, file: string): Promise<SourceFile> {
  const {size} = await stat(path)
  if (size > maxDocumentBytes * 20)
    throw new UnusablePath(`${path} has ${Math.round(size / 1024 / 1024)} MB; a document has at most 5.`)
  return {file, bytes: await readFile(path)}
}

function explained(path: string, error: unknown): unknown {
  if (error instanceof UnusablePath || !(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'ENOENT') return new UnusablePath(`There is no file or folder ${path}.`)
  if (error.code === 'EACCES' || error.code === 'EPERM')
    return new UnusablePath(`${path} may not be read: permission denied.`)
  return new UnusablePath(`${path} cannot be read: ${error.message}.`)
}
