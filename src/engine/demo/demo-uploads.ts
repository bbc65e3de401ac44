/** Pictures and other files of demonstration data: cells name files beside the CSV. */
import {createReadStream, existsSync} from 'node:fs'
import {join} from 'node:path'
import {entityReferredTo} from '../../points/entities/lookup.ts'
import type {Field} from '../../points/entities/model.ts'
import {fileEntity} from '../../points/entities/values/references.ts'
import type {CsvColumn} from '../csv/import-rows.ts'
import {cleanFileName, type FileStore, type SentFile} from '../files/file-store.ts'
import type {ReadContext} from '../query/read-context.ts'
import type {Input} from '../transaction/change.ts'
import {BadDemo} from './demo-files.ts'

export interface DemoUploads {
  readonly folder: string
  /** Null if uploads are not kept: the fields stay empty. */
  readonly store: FileStore | null
}

export const isOfFiles = (field: Field): boolean => entityReferredTo(field) === fileEntity

interface FileCells {
  readonly columns: readonly CsvColumn[]
  readonly cells: readonly string[]
}

/** `pictures/elbe.webp`; several are separated by semicolons. */
export async function uploadsOf(
  {specification}: ReadContext,
  {columns, cells}: FileCells,
  {folder, store}: DemoUploads,
): Promise<[string, Input][]> {
  if (!store) return []
  const {MAX_UPLOAD} = specification.limits.settings
  const inputs: [string, Input][] = []
  for (const [at, {field}] of columns.entries()) {
    const names = isOfFiles(field) ? (cells[at] ?? '').split(';').flatMap(name => name.trim() || []) : []
    const add: SentFile[] = []
    for (const name of names) {
      const path = join(folder, name)
      if (!existsSync(path)) throw new BadDemo(`${path}: there is no such file.`)
      const received = await store.put(createReadStream(path), MAX_UPLOAD)
      const {content, size, mediaType} = received
      add.push({name: cleanFileName(name), content, size, mediaType, received})
    }
    if (add.length > 0) inputs.push([field.name, {files: {keep: [], add}}])
  }
  return inputs
}
