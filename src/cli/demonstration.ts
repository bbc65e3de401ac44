/** `--demo`: the demonstration people and data beside a document, loaded once into an empty database. */
import {stat} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {type DemoReport, loadDemo} from '../engine/demo.ts'
import type {Engine} from '../engine/engine.ts'
import type {Io} from './command.ts'
import type {ServeOptions} from './options.ts'

type Demonstrated = Pick<ServeOptions, 'path' | 'demo'>

export async function demonstrate(engine: Engine, {path, demo}: Demonstrated, io: Pick<Io, 'err'>): Promise<void> {
  if (!demo) return
  const folder = join((await isFolder(path)) ? path : dirname(path), 'demo')
  if (!(await isFolder(folder))) {
    io.err(`There is no demonstration data: ${folder} is no folder.\n`)
    return
  }
  const report = await loadDemo(engine, folder, engine.moment())
  if (!report.loaded) return
  io.err(`Loaded ${report.records} demonstration records${leftOutText(report) || '.'}\n`)
}

const mostShown = 5

/** Names the rows and the reasons: most of them are mistakes in the files, not a matter of the day. */
function leftOutText({leftOut, problems, total}: DemoReport): string {
  if (leftOut === 0) return ''
  const lines = problems.slice(0, mostShown).map(({line, column, value, code, message}) => {
    const [file = '', field] = (column ?? '').split(' ')
    const place = [`demo/${file}:${line}:`, ...(field === undefined ? [] : [`${field}:`])].join(' ')
    return `  ${place} ${value ? `“${value}” ` : ''}${code} ${message}`
  })
  const more = total - lines.length
  return `; ${leftOut === 1 ? '1 row was' : `${leftOut} rows were`} left out:\n${lines.join('\n')}${more > 0 ? `\n  … and ${more} more` : ''}`
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
