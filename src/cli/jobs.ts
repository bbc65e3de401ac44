/** `nonet jobs`: system actions that failed or were rejected, with the reason and the next attempt. */
import {type ActionSetback, listSetbacks, retrySetbacks} from '../engine/actions/setbacks.ts'
import {type Command, exit, type Io, parseOptions, WrongUsage} from './command.ts'
import {countedNoun} from './document.ts'
import {changeStore, readTable} from './open-engine.ts'
import {neededDatabase} from './options.ts'

const help = `nonet jobs --db ADDRESS [--json]
nonet jobs retry --db ADDRESS

Lists the actions of \`system\` that failed or that a rule refused, one line for each record: the action, the record, the
reason, how often it was tried and when it is tried next. \`retry\` makes the running application try all of them again
with its next sweep.

  --db      sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --json    one line of JSON for each

Exit code 0: done. 1: it could not be done. 2: wrong usage.
`

const mostListed = 1000

export async function jobsCommand(args: readonly string[], io: Io): Promise<number> {
  const options = parseOptions(args, {db: {type: 'string'}, json: {type: 'boolean'}}, io.env)
  const [verb = 'list', ...more] = options.paths
  if ((verb !== 'list' && verb !== 'retry') || more.length > 0)
    throw new WrongUsage(`Write \`nonet jobs\` or \`nonet jobs retry\`, not "${[verb, ...more].join(' ')}".`)
  const db = neededDatabase(options, 'db')
  const found = await readTable(db, setbacks, store => store.read(each => listSetbacks(each, mostListed)))
  if (verb === 'retry') {
    const count =
      found.length === 0
        ? 0
        : await changeStore(db, store => store.transaction(each => retrySetbacks(each, Date.now())))
    io.out(`${countedNoun(count, 'action')} will be tried again with the next sweep.\n`)
    return exit.done
  }
  if (found.length === 0) io.err('No system action is failing.\n')
  for (const each of found)
    io.out(`${options.flag('json') ? JSON.stringify(setbackAsJson(each)) : setbackText(each)}\n`)
  if (found.length === mostListed) io.err(`These are the first ${mostListed}; there may be more.\n`)
  return exit.done
}

const setbacks = {
  name: 'nonet_setback',
  missing: 'This database has no system actions: no document was applied to it yet by this version.',
}

function setbackAsJson({since, due, ...setback}: ActionSetback) {
  return {...setback, since: new Date(since).toISOString(), next: new Date(due).toISOString()}
}

function setbackText(setback: ActionSetback): string {
  const {entity, action, record, state, attempts, since, next, reason} = setbackAsJson(setback)
  const what = `${action.replaceAll('_', ' ')} of ${entity}${record === '' ? '' : ` ${record}`}`
  const tries = attempts === 1 ? 'once' : `${attempts} times`
  return [what, `${state}, tried ${tries}, again after ${next}`, `since ${since}`, reason].join('\t')
}

export const jobs: Command = {help, run: jobsCommand}
