/** `nonet key`: API keys of people and of applications, from the command line. */

import {findById} from '../../accounts/accounts.ts'
import {listKeys, longestKeyName, makeApplication, makeKey, revokeKey} from '../../accounts/keys.ts'
import {operator} from '../../engine/base/actor.ts'
import type {Engine} from '../../engine/engine.ts'
import {CannotRun, type Command, needed, type Parsed, WrongUsage} from '../command.ts'
import {type EngineCall, onEngine} from '../engine-verbs.ts'
import {personMeant, rolesIn} from './user.ts'

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

const verbs: Readonly<Record<string, (called: EngineCall) => Promise<void>>> = {make, list: showKeys, revoke}

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

async function make({engine, options, io}: EngineCall): Promise<void> {
  const name = needed(options, 'name').trim().slice(0, longestKeyName)
  const roles = rolesIn(engine, options)
  const days = daysIn(options)
  const person = options.flag('application')
    ? await applicationFor(engine, name, roles)
    : (await personMeant(engine, options)).id
  const key = await makeKey(
    engine,
    {person, name, roles: roles.length > 0 ? roles : null, days, by: operator},
    Date.now(),
  )
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

async function showKeys({engine, io}: EngineCall): Promise<void> {
  const keys = await engine.store.read(db => listKeys(db, Date.now()))
  const date = (millis: number | null, none: string) => (millis === null ? none : new Date(millis).toISOString())
  if (keys.length === 0) io.err('There are no keys.\n')
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

async function revoke({engine, options, io}: EngineCall): Promise<void> {
  const id = needed(options, 'id')
  if (!(await revokeKey(engine, id, operator))) throw new CannotRun(`There is no key ${id}.`)
  io.out(`Revoked ${id}.\n`)
}

function daysIn(options: Parsed): number | null {
  const given = options.text('days')
  if (given === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(given)) return Number(given)
  throw new WrongUsage('--days must be a whole number of days, at most 9999.')
}

export const key: Command = {help, run: onEngine('key', {verbs, known})}
