/** `nonet outbox`: messages that wait to be sent, that failed, and that were given up. */
import {drop, isOutgoing, listOutbox, type OutboxRow, revive} from '../engine/outbox/outbox.ts'
import {readId} from '../points/entities/values/id.ts'
import type {Store} from '../store/store.ts'
import {CannotRun, type Command, exit, type Io, type Parsed, parseOptions, WrongUsage} from './command.ts'
import {countedNoun} from './document.ts'
import {changeStore, readTable} from './open-engine.ts'
import {neededDatabase} from './options.ts'

const help = `nonet outbox --db ADDRESS [--json]
nonet outbox retry ID … --db ADDRESS
nonet outbox retry --all --db ADDRESS
nonet outbox drop ID … --db ADDRESS
nonet outbox drop --all --db ADDRESS

Lists the mails, calls and effects that have not been sent: those that are waiting, those that failed and will be retried, and
those that were given up after many attempts or because the recipient refused them. \`retry\` makes the running
application send the named ones again, or with --all everything that was given up; \`drop\` deletes the named ones, or with --all everything.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --json    one line of JSON for each

Exit code 0: done. 1: it could not be done. 2: wrong usage.
`

interface OutboxCall {
  readonly db: string
  readonly ids: readonly string[]
  readonly options: Parsed
  readonly io: Io
}

const verbs: Readonly<Record<string, (called: OutboxCall) => Promise<void>>> = {list: showRows, retry, drop: remove}

export async function outboxCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {db: {type: 'string'}, all: {type: 'boolean'}, json: {type: 'boolean'}}, io.env)
  const [verb = 'list', ...ids] = options.paths
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!run)
    throw new WrongUsage(
      `Unknown outbox command "${verb}": use retry, drop or none. The outbox is in the database, not in the document.`,
    )
  await run({db: neededDatabase(options, 'db'), ids: ids.map(known), options, io})
  return exit.done
}

function known(text: string): string {
  const id = readId(text)
  if (id === null) throw new WrongUsage(`"${text}" is not an id. \`nonet outbox\` lists them.`)
  return id
}

const mostListed = 1000

async function showRows({db, ids, options, io}: OutboxCall): Promise<void> {
  if (ids.length > 0) throw new WrongUsage('The list takes no ids.')
  const rows = await readTable(db, outboxTable, store => store.read(found => listOutbox(found, mostListed)))
  if (rows.length === 0) io.err('The outbox is empty.\n')
  for (const row of rows) io.out(options.flag('json') ? `${JSON.stringify(rowAsJson(row))}\n` : `${rowText(row)}\n`)
  if (rows.length === mostListed) io.err(`These are the first ${mostListed}; there may be more.\n`)
}

async function retry({db, ids, options, io}: OutboxCall): Promise<void> {
  const all = options.flag('all')
  if (all === ids.length > 0)
    throw new WrongUsage('Name the entries: nonet outbox retry ID … or nonet outbox retry --all')
  const count = await changed(db, store => store.transaction(found => revive(found, all ? 'dead' : ids, Date.now())))
  if (!all && count === 0) throw new CannotRun('The outbox has no such entry. It may already have been sent.')
  io.out(`${countedNoun(count, 'entry', 'entries')} will be sent again now.\n`)
}

async function remove({db, ids, options, io}: OutboxCall): Promise<void> {
  const all = options.flag('all')
  if (all === ids.length > 0)
    throw new WrongUsage('Name the entries: nonet outbox drop ID … or nonet outbox drop --all')
  const count = await changed(db, store => store.transaction(found => drop(found, all ? 'all' : ids)))
  if (!all && count === 0) throw new CannotRun('The outbox has no such entry. It may already have been sent.')
  io.out(`Removed ${countedNoun(count, 'entry', 'entries')}.\n`)
}

const outboxTable = {
  name: 'nonet_outbox',
  missing: 'This database has no outbox: no document was applied to it yet.',
}

/** Does not create a missing database. */
async function changed(db: string, work: (store: Store) => Promise<number>): Promise<number> {
  await readTable(db, outboxTable, async () => {})
  return changeStore(db, work)
}

/** Without the content: links in it grant access. */
function rowAsJson(row: OutboxRow) {
  const {id, kind, name, entity, record, action, attempts, unfinished, problem} = row
  const [since, next] = [new Date(row.at).toISOString(), row.state === 'dead' ? null : new Date(row.due).toISOString()]
  return {id, state: stateOf(row), kind, name, entity, record, action, since, attempts, unfinished, next, problem}
}

function stateOf({state, attempts}: OutboxRow): string {
  if (state === 'dead') return 'given up'
  return attempts > 0 ? 'failed' : 'waiting'
}

function rowText(row: OutboxRow): string {
  const {id, state, since, attempts, unfinished, next, problem} = rowAsJson(row)
  const when = next !== null && attempts > 0 ? `, again after ${next}` : ''
  const tries = attempts > 0 ? `, tried ${attempts === 1 ? 'once' : `${attempts} times`}${when}` : ''
  // One may be in progress.
  const open = unfinished > 1 ? `, ${unfinished} attempts without an outcome` : ''
  return [id, `${state}${tries}${open}`, whatOf(row), `since ${since}`, ...(problem === null ? [] : [problem])].join(
    '\t',
  )
}

function whatOf({kind, name, entity, record, action}: OutboxRow): string {
  if (kind === 'mail') return `mail: ${name}`
  const about = `${action.replaceAll('_', ' ')} of ${entity} ${record}`
  return isOutgoing(kind) ? `${kind} ${name}: ${about}` : `mail: ${about}`
}

export const outbox: Command = {help, run: outboxCommand}
