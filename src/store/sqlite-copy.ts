/** One moment of a SQLite file as a file of its own, while others go on writing; on disk when the promise resolves. */
import {open, rm} from 'node:fs/promises'
import {dirname} from 'node:path'
import {makePrivate, openForReading} from './sqlite-file.ts'

export async function copyFile(file: string, target: string): Promise<void> {
  await rm(target, {force: true})
  const database = openForReading(file)
  makePrivate(target)
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
  await toDisk(target)
  await toDisk(dirname(target))
}

export async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
