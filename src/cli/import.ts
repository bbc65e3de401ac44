/** `nonet import`: records from a CSV file, all of them or none. */
import {createReadStream} from 'node:fs'
import {access, constants} from 'node:fs/promises'
import {suggest} from '../document/near.ts'
import {operator} from '../engine/actor.ts'
import {type ImportReport, importCsv} from '../engine/csv/import.ts'
import type {Specification} from '../points/specification.ts'
import {CannotRun, type Command, exit, type Io, parse, WrongUsage} from './command.ts'
import {checkPath, findingsText, tally} from './document.ts'
import {openEngine} from './opening.ts'
import {refuseUnsound} from './options.ts'
import {usualPlace} from './usual-place.ts'

const help = `nonet import PATH ENTITY FILE [--db ADDRESS] [--dry-run]

Takes the rows of a CSV file in as records of ENTITY: all of them, or none. Everything the document demands of records is
demanded of these, too. The first row names the fields, by name or label. References are written by id or by what is
unique about a record: its name, number or e-mail address. UTF-8; commas or semicolons.

  --db        sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --dry-run   says what is wrong, or how many records would come in, and changes nothing

Exit code 0: they are in. 1: something is wrong with the rows, and nothing was changed. 2: the command was written wrongly.
`

async function run(args: readonly string[], io: Io): Promise<number> {
  const options = parse(args, {db: {type: 'string'}, 'dry-run': {type: 'boolean'}}, io.env)
  const [path, entity, file, ...more] = options.paths
  if (path === undefined || entity === undefined || file === undefined || more.length > 0)
    throw new WrongUsage('Say which document, which entity and which file: nonet import PATH ENTITY FILE')
  const checked = await checkPath(path)
  if (!checked.sound) {
    io.err(findingsText(checked, io))
    refuseUnsound(path, tally(checked))
  }
  needEntity(checked.specification, entity)
  await needFile(file)
  const engine = await openEngine(
    checked.specification,
    {db: options.text('db') ?? usualPlace(path).db, accept: undefined},
    io,
  )
  try {
    const dryRun = options.flag('dry-run')
    const report = await importCsv(engine, operator, {entity, open: () => createReadStream(file), dryRun})
    if (!report.ok) io.err(problemsText(report, file))
    else io.out(`${counted(report.count, 'record')} of ${entity} ${dryRun ? 'would come in' : 'came in'}.\n`)
    return report.ok ? exit.done : exit.failed
  } finally {
    await engine.store.close()
  }
}

export function needEntity({entities}: Specification, name: string): void {
  if (entities.entities.has(name)) return
  throw new CannotRun(`The document has no entity ${name}. ${suggest(name, [...entities.entities.keys()])}`.trim())
}

async function needFile(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new CannotRun(`${file} cannot be read: ${cause.code}.`)
  })
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
  const more = total > problems.length ? `… and ${counted(total - problems.length, 'more problem')}\n` : ''
  return `${lines.join('\n')}\n${more}\n${counted(total, 'problem')}; nothing was changed.\n`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

export const importCommand: Command = {help, run}
