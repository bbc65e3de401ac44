/** `nonet audit`: lists, exports and verifies the audit log of a database. */

import {auditKinds, auditOutcomes, lineOf, readDetails} from '../../engine/audit/audit-entry.ts'
import {type AuditFilter, entriesInOrder, type ListedEntry, listEntries} from '../../engine/audit/audit-query.ts'
import {type Anchor, type ChainProblem, verifyChain} from '../../engine/audit/audit-verify.ts'
import {readId} from '../../points/entities/values/id.ts'
import {type Command, exit, type Io, type Parsed, parseOptions, unknownVerb, WrongUsage} from '../command.ts'
import {countedNoun} from '../document.ts'
import {readTable} from '../open-engine.ts'
import {neededDatabase} from '../options.ts'

const help = `nonet audit list --db ADDRESS [filters] [--most N]
nonet audit export --db ADDRESS [filters]
nonet audit verify --db ADDRESS [--anchor NUMBER:DIGEST] [--json]

The audit log: who signed in, who got which role, who took data with them. \`list\` shows the newest entries first;
\`export\` writes all of them, the oldest first, as one line of JSON each. \`verify\` checks that none was changed, removed,
moved or cut off since it was written, and prints where the log ends: NUMBER:DIGEST. Keep that elsewhere; with --anchor a
later run also finds out a log that was written again as a whole.

  --db        sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --person    the id of a person who did it, or whom it is about
  --kind      ${lines(auditKinds, 14)}
  --outcome   ${auditOutcomes.join(', ')}
  --from, --to  a day such as 2026-03-31, or a moment such as 2026-03-31T09:00:00Z; --to is not included
  --most      how many \`list\` shows; 100 unless given
  --json      the result of \`verify\` as JSON

Exit code 0: done, and for \`verify\`: the log is whole. 1: it is not, or it could not be read. 2: wrong usage.
`

/** A list of words in lines of the help. */
function lines(words: readonly string[], indent: number): string {
  const written = ['']
  for (const word of words.map((each, at) => (at < words.length - 1 ? `${each}, ` : each))) {
    if ((written.at(-1) ?? '').length + word.length > 100) written.push('')
    written.push(`${written.pop()}${word}`)
  }
  return written.map(line => line.trimEnd()).join(`\n${' '.repeat(indent)}`)
}

interface AuditCall {
  readonly db: string
  readonly options: Parsed
  readonly io: Io
}

const verbs: Readonly<Record<string, (called: AuditCall) => Promise<number>>> = {list, export: exportLines, verify}

const text = {type: 'string'} as const
const filters = {person: text, kind: text, outcome: text, from: text, to: text} as const
const known = {
  list: {db: text, ...filters, most: text},
  export: {db: text, ...filters},
  verify: {db: text, anchor: text, json: {type: 'boolean'}},
} as const

async function auditCommand(args: readonly string[], io: Io): Promise<number> {
  const [verb = '', ...rest] = args
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!run) throw unknownVerb('audit', verb, Object.keys(verbs))
  const options = parseOptions(rest, known[verb as keyof typeof known], io.env)
  if (options.paths.length > 0)
    throw new WrongUsage('The audit log is in the database, not in the document: name it with --db.')
  return run({db: neededDatabase(options, 'db'), options, io})
}

const auditTable = {
  name: 'nonet_audit',
  missing: 'This database has no audit log: no document was applied to it yet by this version.',
}

async function list({db, options, io}: AuditCall): Promise<number> {
  const most = mostIn(options)
  const filter = filterIn(options)
  const entries = await readTable(db, auditTable, store =>
    store.read(found => listEntries(found, filter, {order: 'newest first', after: null, most})),
  )
  if (entries.length === 0) io.err('There are no such entries.\n')
  for (const entry of entries) io.out(`${entryText(entry)}\n`)
  if (entries.length === most) io.err(`These are the newest ${most}; there may be more.\n`)
  return exit.done
}

function entryText({number, entry}: ListedEntry): string {
  const {at, kind, outcome, actor, person, about, address, details} = entry
  const who = `${actor}${person === null ? '' : ` ${person}`}`
  const said = Object.entries(readDetails(details)).map(([name, value]) => `${name}: ${value}`)
  const whom = about === null ? [] : [`about ${about}`]
  return [number ?? '-', at, kind, outcome, who, ...whom, address ?? '-', said.join(', ')].join('\t')
}

async function exportLines({db, options, io}: AuditCall): Promise<number> {
  const filter = filterIn(options)
  await readTable(db, auditTable, async store => {
    for await (const entries of entriesInOrder(work => store.read(work), filter, {order: 'oldest first'}))
      io.out(`${entries.map(lineOf).join('\n')}\n`)
  })
  return exit.done
}

async function verify({db, options, io}: AuditCall): Promise<number> {
  const anchor = anchorIn(options)
  const chain = await readTable(db, auditTable, store => verifyChain(store, anchor))
  const {problems, first, last, digest, waiting} = chain
  const isWhole = problems.length === 0
  if (options.flag('json')) io.out(`${JSON.stringify({whole: isWhole, ...chain})}\n`)
  else {
    const range = last === 0 ? 'It has no entries.' : `Its entries are ${first} to ${last}, and it ends with`
    io.err(`${problems.map(problem => `${problemText(problem)}\n`).join('')}`)
    io.err(`The audit log is ${isWhole ? 'whole' : 'not whole'}. ${range}${last === 0 ? '' : ':'}\n`)
    if (last > 0) io.out(`${last}:${digest}\n`)
    if (waiting > 0)
      io.err(
        `${countedNoun(waiting, 'entry has', 'entries have')} no place in it yet: a running application gives them one.\n`,
      )
  }
  return isWhole ? exit.done : exit.failed
}

function problemText(problem: ChainProblem): string {
  const {kind, number} = problem
  if (kind === 'changed') return `Entry ${number} was changed: ${problem.id}.`
  if (kind === 'moved') return `Entry ${problem.from} was moved to place ${number}: ${problem.id}.`
  if (kind === 'other chain') return `Entry ${number} is not the one that was noted: the log was written again.`
  const {to} = problem
  return `${to === number ? `Entry ${number} was` : `Entries ${number} to ${to} were`} ${kind}.`
}

function filterIn(options: Parsed): AuditFilter {
  const person = options.text('person')
  if (person !== undefined && readId(person) === null)
    throw new WrongUsage(`--person takes an id, as \`nonet audit list\` shows it, not "${person}".`)
  return {
    people: person === undefined ? null : [person],
    kind: oneOf(options, 'kind', auditKinds),
    outcome: oneOf(options, 'outcome', auditOutcomes),
    from: momentIn(options, 'from'),
    to: momentIn(options, 'to'),
  }
}

function oneOf(options: Parsed, name: string, words: readonly string[]): string | null {
  const given = options.text(name)
  if (given === undefined || words.includes(given)) return given ?? null
  throw new WrongUsage(`--${name} is one of: ${words.join(', ')}.`)
}

function momentIn(options: Parsed, name: string): number | null {
  const given = options.text(name)
  if (given === undefined) return null
  const moment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(given) ? Date.parse(given) : Number.NaN
  // A day that there is not, such as the 31st of February, is read as another one.
  if (!Number.isNaN(moment) && new Date(moment).toISOString().startsWith(given.slice(0, 10))) return moment
  throw new WrongUsage(`--${name} must be a day such as 2026-03-31 or a moment such as 2026-03-31T09:00:00Z.`)
}

const mostListed = 10_000

function mostIn(options: Parsed): number {
  const given = options.text('most') ?? '100'
  if (/^[1-9]\d{0,4}$/.test(given) && Number(given) <= mostListed) return Number(given)
  throw new WrongUsage(`--most must be a number from 1 to ${mostListed}; \`nonet audit export\` writes all.`)
}

function anchorIn(options: Parsed): Anchor | null {
  const given = options.text('anchor')
  if (given === undefined) return null
  const [, number, digest] = /^([1-9]\d{0,14}):([\w-]{43})$/.exec(given) ?? []
  if (number === undefined || digest === undefined)
    throw new WrongUsage('--anchor is the NUMBER:DIGEST that an earlier `nonet audit verify` has printed.')
  return {number: Number(number), digest}
}

export const audit: Command = {help, run: auditCommand}
