/** The CSV files beside a document: one for each entity, and `History.csv`. Small enough to be held in memory as a whole. */
import {createReadStream, existsSync} from 'node:fs'
import {readdir} from 'node:fs/promises'
import {join} from 'node:path'
import {targetOf} from '../points/entities/lookup.ts'
import type {Entities, Entity} from '../points/entities/model.ts'
import {type OwnCode, ownErrors} from '../points/errors/own.ts'
import {fill} from '../points/errors/run.ts'
import {type Column, readHeader} from './csv/columns.ts'
import {CsvError} from './csv/csv-error.ts'
import {type CsvRow, readRows} from './csv/parse.ts'

export const historyFile = 'History.csv'

/** A mistake in the files themselves: for whoever writes them. */
export class BadDemo extends Error {
  readonly isPlain = true
}

export interface DemoFile {
  readonly file: string
  readonly entity: Entity
  readonly columns: readonly Column[]
  readonly rows: readonly CsvRow[]
}

/** In an order in which most records come after those they refer to. */
export async function readDemoFiles(folder: string, entities: Entities): Promise<DemoFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.csv') && name !== historyFile)
  const files: DemoFile[] = []
  for (const file of names.toSorted()) files.push(await readDemoFile(folder, file, entities))
  return inOrder(files)
}

async function readDemoFile(folder: string, file: string, {entities}: Entities): Promise<DemoFile> {
  const entity = entities.get(file.replace(/\.csv$/, ''))
  if (!entity) throw new BadDemo(`${join(folder, file)}: the document has no entity of this name.`)
  const [first, ...rows] = await rowsOf(join(folder, file))
  const header = readHeader(entity, first)
  if (!header.ok) {
    const said = header.problems.map(({column, code}) => headerProblem(code, column)).join(' ')
    throw new BadDemo(`${join(folder, file)}:1: ${said}`)
  }
  const uneven = rows.find(({cells}) => cells.length !== header.columns.length)
  if (uneven) throw new BadDemo(`${join(folder, file)}:${uneven.line}: a row has as many cells as the first one.`)
  return {file, entity, columns: header.columns, rows}
}

function headerProblem(code: OwnCode, column: string | null): string {
  const message = fill(ownErrors[code].message, {column: column ?? ''})
  return column === null || message.includes(column) ? message : `${column}: ${message}`
}

export async function rowsOf(path: string): Promise<CsvRow[]> {
  if (!existsSync(path)) return []
  const rows: CsvRow[] = []
  try {
    for await (const row of readRows(createReadStream(path))) rows.push(row)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BadDemo(`${path}:${error.line}: ${fill(ownErrors[error.code].message, error.values)}`)
  }
  return rows
}

/** Circles have no such order; whoever takes the rows in sees to them. */
function inOrder(files: readonly DemoFile[]): DemoFile[] {
  const byName = new Map(files.map(file => [file.entity.name, file]))
  const placed = new Set<DemoFile>()
  const visit = (file: DemoFile, path: ReadonlySet<DemoFile>) => {
    if (placed.has(file) || path.has(file)) return
    for (const {field} of file.columns) {
      const needed = byName.get(targetOf(field) ?? '')
      if (needed) visit(needed, new Set([...path, file]))
    }
    placed.add(file)
  }
  for (const file of files) visit(file, new Set())
  return [...placed]
}
