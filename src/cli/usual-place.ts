/** Where the data of a document is kept unless told otherwise: in a folder of its own, so that two documents never share records. */
import {basename, dirname, extname, resolve} from 'node:path'

export interface UsualPlace {
  readonly db: string
  readonly files: string
}

/** `apps/time-off` and `apps/time-off/app.md` are one document, called by its folder; a file of another name by its own. */
export function usualPlace(path: string): UsualPlace {
  const whole = resolve(path)
  const inFolder = extname(whole) === '.md' && basename(whole) === 'app.md' ? dirname(whole) : whole
  const name = basename(inFolder, '.md').replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'app'
  return {db: `sqlite:.nonet/${name}/data.sqlite`, files: `.nonet/${name}/files`}
}
