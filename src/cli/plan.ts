/** `nonet plan`: the changes that a document would make to a database. It changes nothing. */
import {functionsOf, missingRight} from '../engine/query/statement-functions.ts'
import {documentIndexes} from '../engine/required-indexes.ts'
import {differences, storedSettings} from '../engine/settings.ts'
import type {Specification} from '../points/specification.ts'
import {kinds} from '../screens/kinds.ts'
import {databaseAddress, openToRead} from '../store/open.ts'
import {hasTable} from '../store/plan/applied.ts'
import {planText, workText} from '../store/plan/measure.ts'
import {type Preview, preview} from '../store/plan/prepare.ts'
import type {DefinedFunction, Store} from '../store/store.ts'
import {type Command, exit, type Io, onePath, parseOptions} from './command.ts'
import {checkPath, findingsText} from './document.ts'
import {databaseFor} from './options.ts'

const help = `nonet plan PATH --db ADDRESS [--sql] [--json]

Shows what starting this document on this database would change: each step, how many records and values it touches,
and what does not fit, with up to three examples. It changes nothing.

  --db     sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --sql    the statements and changes of indexes, too
  --json   the same for programs: {"plan","weight","notes","breaks","steps":[{weight,text,count,examples,advice}],"sql"}
           and on PostgreSQL "functions":{"created":[{name,fields}],"dropped","lacking"}

  ! a step that loses data: nonet run does it only with --accept and the plan's id
  x a step that cannot be done with the existing data

Exit code 0: nonet run would apply this automatically. 1: it would stop, or the document has errors. 2: wrong
usage.
`

async function planCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {db: {type: 'string'}, sql: {type: 'boolean'}, json: {type: 'boolean'}}, io.env)
  const path = onePath(options.paths, 'plan')
  const checked = await checkPath(path)
  const address = databaseFor(path, options)
  if (!checked.sound) {
    io.err(findingsText(checked, io))
    return exit.failed
  }
  const store = await openToRead(address)
  try {
    const found = await preview(store, checked.specification, {
      database: databaseAddress(address).database,
      wishes: () => documentIndexes(checked.specification, kinds),
    })
    const changed = await changedSettings(store, checked.specification)
    if (changed.length > 0 && !options.flag('json')) io.out(`${changed.join('\n')}\n`)
    const functions = store?.database === 'postgres' ? await functionsOn(store, checked.specification) : null
    io.out(
      options.flag('json') ? `${planAsJson(found, functions)}\n` : `${asText(found, functions, options.flag('sql'))}\n`,
    )
    const {weight} = found.measured
    return weight === 'safe' || weight === 'checked' ? exit.done : exit.failed
  } finally {
    await store?.close()
  }
}

/** Constants that were changed in the application and differ from the document. */
async function changedSettings(store: Store | null, specification: Specification): Promise<string[]> {
  if (!store || !(await store.read(db => hasTable(db, store.database, 'nonet_setting')))) return []
  return differences(specification, await store.readOne(storedSettings))
}

interface ShownFunctions {
  /** With the computed fields whose values they are. */
  readonly created: readonly (DefinedFunction & {readonly fields: readonly string[]})[]
  readonly dropped: readonly string[]
  /** What the role needs that may not create them. */
  readonly lacking: string | null
}

/** The functions of PostgreSQL that computed fields are. */
async function functionsOn(store: Store, specification: Specification): Promise<ShownFunctions | null> {
  const all = functionsOf(specification)
  const changes = await store.compareFunctions(all)
  if (!changes) return null
  const created = all.filter(({name}) => changes.created.includes(name))
  return {created, dropped: changes.dropped, lacking: await missingRight(store, all)}
}

function functionsText({created, dropped, lacking}: ShownFunctions): string {
  const fields = created.flatMap(each => each.fields)
  const lines = [
    ...(lacking === null && created.length > 0
      ? [`Functions of the database are created for computed fields: ${fields.join(', ')}.`]
      : []),
    ...(dropped.length > 0 ? [`Functions of earlier versions are dropped: ${dropped.join(', ')}.`] : []),
    ...(lacking === null ? [] : [lacking]),
  ]
  return lines.map(line => `\n\n${line}`).join('')
}

function asText({measured, notes, breaks, work}: Preview, functions: ShownFunctions | null, withSql: boolean): string {
  const defined = functions?.created.map(({definition}) => `${definition};`) ?? []
  const statements = [workText(work), ...defined].filter(text => text !== '')
  const sql = `${functions ? functionsText(functions) : ''}${withSql && statements.length > 0 ? `\n\n${statements.join('\n')}` : ''}`
  const accept = measured.weight === 'destructive' ? `\nnonet run does it with --accept ${measured.id}` : ''
  return `${planText(measured, {notes, breaks, technical: withSql})}${accept}${sql}`
}

function planAsJson({measured, notes, breaks, work}: Preview, functions: ShownFunctions | null): string {
  const {id, weight, steps} = measured
  const shown = functions && {...functions, created: functions.created.map(({name, fields}) => ({name, fields}))}
  return JSON.stringify({
    plan: id,
    weight,
    notes,
    breaks,
    steps,
    sql: workText(work),
    ...(shown ? {functions: shown} : {}),
  })
}

export const plan: Command = {help, run: planCommand}
