/** Tells whether files have changed, by their names and contents. */
import {createHash} from 'node:crypto'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {isPacked} from './package.ts'

export function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Of these files, and all in these folders, except data of a trial beside a document. */
export function stampOf(files: readonly string[], folders: readonly string[]): string {
  const inFolders = folders.flatMap(folder =>
    readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter(each => each.isFile())
      .map(each => join(each.parentPath, each.name))
      .filter(isPacked),
  )
  return hashOf([...files, ...inFolders.sort()])
}
