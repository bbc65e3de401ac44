/** `nonet import` and `nonet export`: the records of an entity from and to a CSV file. */

import {once} from 'node:events'
import {createReadStream} from 'node:fs'
import {access, constants, open, rename, rm} from 'node:fs/promises'
import {operator} from '../engine/base/actor.ts'
import {type ExistingChoice, existingChoices} from '../engine/csv/existing-records.ts'
import {exportCsv} from '../engine/csv/export.ts'
import {type ImportReport, importCsv} from '../engine/csv/import.ts'
import type {Engine} from '../engine/engine.ts'
import {plainLanguage} from '../messages/language.ts'
import {CannotRun, type Command, exit, type Io, parseOptions, WrongUsage} from './command.ts'
import {entityNamed, soundDocument} from './document.ts'
import {engineToRead, openEngine} from './open-engine.ts'
import {databaseFor} from './options.ts'
import {startedFunctions} from './served-code.ts'

// `nonet import`: records from a CSV file, all of them or none.

const importHelp = `nonet import PATH ENTITY FILE [--db ADDRESS] [--dry-run] [--existing update|skip] [--no-code]

Imports the rows of a CSV file as records of ENTITY: all of them, or none. All rules of the document apply. The first row
names the fields, by name or label. References are written by id or by what is unique about a record: its name, number or
email. UTF-8; commas or semicolons.

  --db         sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --dry-run    reports what is wrong, or how many records would be imported, and changes nothing
  --existing   what happens to rows about existing records, found by their unique values:
               update (empty cells change nothing) or skip; without it, they are problems
  --no-code    leaves fields empty that functions set, without the code beside the document

Exit code 0: imported. 1: something is wrong with the rows, and nothing was changed. 2: wrong usage.
`

async function runImport(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(
    args,
    {db: {type: 'string'}, 'dry-run': {type: 'boolean'}, existing: {type: 'string'}, 'no-code': {type: 'boolean'}},
    io.env,
  )
  const [path, entity, file, ...more] = options.paths
  if (path === undefined || entity === undefined || file === undefined || more.length > 0)
    throw new WrongUsage('Name the document, the entity and the file: nonet import PATH ENTITY FILE')
  const existing = existingChoices.find(each => each === options.text('existing'))
  if (options.text('existing') !== undefined && !existing)
    throw new WrongUsage('Write --existing update or --existing skip.')
  const {specification} = await soundDocument(path, io)
  entityNamed(specification, entity)
  await needFile(file)
  const code = options.flag('no-code') ? null : await startedFunctions(path, specification, io)
  const opening = {
    db: databaseFor(path, options),
    accept: undefined,
    fitting: true,
    functions: () => code?.functions ?? null,
  }
  const engine = await openEngine(specification, opening, io)
  try {
    const dryRun = options.flag('dry-run')
    const request = {entity, open: () => createReadStream(file), dryRun, ...(existing && {existing})}
    const report = await importCsv(engine, operator, request)
    if (!report.ok) io.err(problemsText(report, file))
    else {
      io.out(
        `${countWithSeparators(report.count, 'record')} of ${entity} ${dryRun ? 'would be imported' : 'imported'}.\n`,
      )
      if (existing && report.existing.total > 0) io.out(`${existingText(report, existing, dryRun)}\n`)
    }
    return report.ok ? exit.done : exit.failed
  } finally {
    code?.stop()
    await engine.store.close()
  }
}

async function needFile(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new CannotRun(`${file} cannot be read: ${cause.code}.`)
  })
}

function existingText({existing}: ImportReport, choice: ExistingChoice, dryRun: boolean): string {
  const what = choice === 'update' ? 'updated' : 'skipped'
  return `${countWithSeparators(existing.total, 'existing record')}: ${dryRun ? `would be ${what}` : what}.`
}

function problemsText({problems, total}: ImportReport, file: string): string {
  const lines = problems.map(({line, column, value, code, message}) =>
    [
      `${file}:${line}:`,
      ...(column === null ? [] : [`${column}:`]),
      ...(value ? [`“${value}”`] : []),
      code,
      message,
    ].join(' '),
  )
  const more = total > problems.length ? `… and ${countWithSeparators(total - problems.length, 'more problem')}\n` : ''
  return `${lines.join('\n')}\n${more}\n${countWithSeparators(total, 'problem')}; nothing was changed.\n`
}

function countWithSeparators(count: number, noun: string): string {
  return `${count.toLocaleString(plainLanguage)} ${noun}${count === 1 ? '' : 's'}`
}

export const importCommand: Command = {help: importHelp, run: runImport}

// `nonet export`: the records of an entity as a CSV file, from one snapshot, while the application runs.

const exportHelp = `nonet export PATH ENTITY [--db ADDRESS] [--out FILE]

Writes all records of ENTITY as CSV (UTF-8, commas, RFC 4180), in the format that \`nonet import\` reads: with their ids
and all stored fields. Computed fields are left out. Cells that a spreadsheet would execute begin with an apostrophe,
which an import removes.

  --db    sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --out   the file to write; without it, the standard output

Exit code 0: written. 1: it could not be written. 2: wrong usage.
`

async function runExport(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {db: {type: 'string'}, out: {type: 'string'}}, io.env)
  const [path, entity, ...more] = options.paths
  if (path === undefined || entity === undefined || more.length > 0)
    throw new WrongUsage('Name the document and the entity: nonet export PATH ENTITY')
  const {specification} = await soundDocument(path, io)
  entityNamed(specification, entity)
  const engine = await engineToRead(specification, databaseFor(path, options), io)
  try {
    const out = options.text('out')
    if (out === undefined) await eachPiece(engine, entity, text => toStandardOutput(text, io))
    else await toFile(out, write => eachPiece(engine, entity, write))
    return exit.done
  } finally {
    await engine.store.close()
  }
}

type WritePiece = (text: string) => Promise<void>

async function eachPiece(engine: Engine, entity: string, write: WritePiece): Promise<void> {
  await engine.read(operator, async reader => {
    for await (const piece of exportCsv(reader, {entity})) await write(piece)
  })
}

/** Waits for slow readers, to bound the memory. */
async function toStandardOutput(text: string, io: Io): Promise<void> {
  io.out(text)
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain')
}

/** The file gets its name when it is complete. */
async function toFile(path: string, work: (write: WritePiece) => Promise<void>): Promise<void> {
  const part = `${path}.part`
  const handle = await open(part, 'w', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new CannotRun(`${path} cannot be written: ${cause.code}.`)
  })
  try {
    await work(text => handle.appendFile(text))
    await handle.sync()
    await rename(part, path)
  } catch (error) {
    await rm(part, {force: true})
    throw error
  } finally {
    await handle.close()
  }
}

export const exportCommand: Command = {help: exportHelp, run: runExport}
