/** `--demo`: the demonstration people and data beside a document, loaded once into an empty database. */
import {stat} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {loadDemo} from '../engine/demo.ts'
import type {Engine} from '../engine/engine.ts'
import type {Io} from './command.ts'
import type {ServeOptions} from './options.ts'

export async function demonstrate(engine: Engine, {path, demo}: ServeOptions, io: Io): Promise<void> {
  if (!demo) return
  const folder = join((await isFolder(path)) ? path : dirname(path), 'demo')
  if (!(await isFolder(folder))) {
    io.err(`There is no demonstration data: ${folder} is no folder.\n`)
    return
  }
  const report = await loadDemo(engine, folder, engine.moment())
  if (!report.loaded) return
  const left = report.leftOut > 0 ? `; ${report.leftOut} that do not fit this day were left out` : ''
  io.err(`Loaded ${report.records} demonstration records${left}.\n`)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
