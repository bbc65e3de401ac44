/** `nonet key`: API keys of people and of applications, from the command line. */

import {findByEmail, findById, readEmail} from '../accounts/accounts.ts'
import {listKeys, longestKeyName, makeApplication, makeKey, revokeKey} from '../accounts/keys.ts'
import {suggest} from '../document/near.ts'
import type {Engine} from '../engine/engine.ts'
import {
  CannotRun,
  type Command,
  exit,
  type Io,
  onePath,
  type Parsed,
  parse,
  unknownVerb,
  WrongUsage,
} from './command.ts'
import {checkPath, findingsText, tally} from './document.ts'
import {openEngine} from './open-engine.ts'
import {defaultDataPlace, neededDatabase, refuseUnsound} from './options.ts'

const help = `nonet key make PATH --db ADDRESS --name N (--email E | --application) [--role R] [--days D]
nonet key list PATH --db ADDRESS
nonet key revoke PATH --db ADDRESS --id ID

API keys for the calls of point 7. A key is printed once, and stored as a digest.

  --db ADDRESS     sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --name N         what the key is for
  --email E        the person it acts for
  --application    creates a person for the key, who cannot sign in; needs --role
  --role R         one or several of the roles; without it, all that the person has
  --days D         how long it works; without it, until it is revoked

Exit code 0: done. 1: refused, with the reason. 2: wrong usage.
`

interface KeyCall {
  readonly engine: Engine
  readonly options: Parsed
  readonly io: Io
}

const verbs: Readonly<Record<string, (called: KeyCall) => Promise<void>>> = {make, list, revoke}

const text = {type: 'string'} as const
const known = {
  db: text,
  name: text,
  email: text,
  id: text,
  days: text,
  role: {type: 'string', multiple: true},
  application: {type: 'boolean'},
} as const

async function keyCommand(args: readonly string[], io: Io): Promise<number> {
  const [verb = '', ...rest] = args
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!run) throw unknownVerb('key', verb, Object.keys(verbs))
  const options = parse(rest, known, io.env)
  const path = onePath(options.paths, `key ${verb}`)
  const db = options.text('db') === undefined ? defaultDataPlace(path).db : neededDatabase(options, 'db')
  const checked = await checkPath(path)
  if (!checked.sound) {
    io.err(findingsText(checked, io))
    refuseUnsound(path, tally(checked))
  }
  const engine = await openEngine(checked.specification, {db, accept: undefined}, io)
  try {
    await run({engine, options, io})
    return exit.done
  } finally {
    await engine.store.close()
  }
}

async function make({engine, options, io}: KeyCall): Promise<void> {
  const name = needed(options, 'name').trim().slice(0, longestKeyName)
  const roles = rolesIn(engine, options)
  const days = daysIn(options)
  const person = options.flag('application')
    ? await applicationFor(engine, name, roles)
    : await personMeant(engine, options)
  const key = await makeKey(engine, {person, name, roles: roles.length > 0 ? roles : null, days}, Date.now())
  if (key === null) throw new CannotRun('This person has too many keys. Revoke some first.')
  io.out(`${key}\n`)
  io.err('Copy the key now: it is not shown again.\n')
}

async function applicationFor(engine: Engine, name: string, roles: readonly string[]): Promise<string> {
  if (roles.length === 0) throw new WrongUsage('Add --role: what the application may do.')
  const made = await makeApplication(engine, {name, roles})
  if (made.ok) return made.person
  throw new CannotRun(made.problems.map(({field, code}) => `${field ?? 'User'}: ${code}`).join(' '))
}

async function personMeant(engine: Engine, options: Parsed): Promise<string> {
  const given = needed(options, 'email')
  const email = readEmail(engine, given)
  const person = email === null ? null : await findByEmail(engine, email)
  if (!person) throw new CannotRun(`No person has the email ${given}.`)
  return person.id
}

async function list({engine, io}: KeyCall): Promise<void> {
  const keys = await engine.store.read(db => listKeys(db, Date.now()))
  const date = (millis: number | null, none: string) => (millis === null ? none : new Date(millis).toISOString())
  for (const {id, person, name, roles, until, used} of keys) {
    const who = await findById(engine, person)
    const parts = [
      id,
      name,
      who?.email ?? person,
      roles?.join(', ') ?? 'all roles',
      date(used, 'unused'),
      date(until, '-'),
    ]
    io.out(`${parts.join('\t')}\n`)
  }
}

async function revoke({engine, options, io}: KeyCall): Promise<void> {
  const id = needed(options, 'id')
  if (!(await engine.store.transaction(db => revokeKey(db, id)))) throw new CannotRun(`There is no key ${id}.`)
  io.out(`Revoked ${id}.\n`)
}

function needed(options: Parsed, name: string): string {
  const given = options.text(name)
  if (given === undefined || given.trim() === '') throw new WrongUsage(`Add --${name}.`)
  return given
}

function rolesIn({specification}: Engine, options: Parsed): string[] {
  const roles = options.texts('role')
  const names = [...specification.roles.roles.keys()]
  const unknown = roles.find(role => !names.includes(role))
  if (unknown !== undefined)
    throw new CannotRun(`There is no role "${unknown}". ${suggest(unknown, names, `There are: ${names.join(', ')}.`)}`)
  return [...new Set(roles)]
}

function daysIn(options: Parsed): number | null {
  const given = options.text('days')
  if (given === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given)
  throw new WrongUsage('--days must be a whole number of days, at most 9999.')
}

export const key: Command = {help, run: keyCommand}
