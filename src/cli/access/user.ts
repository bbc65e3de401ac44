/** `nonet user`: manages people from the command line. */

import {day, findByEmail, type Person, readEmail} from '../../accounts/accounts.ts'
import {type AdminResult, addWithPassword, changePerson, listPeople, setPassword} from '../../accounts/admin.ts'
import {removeFactorsOf} from '../../accounts/factors/set-up.ts'
import {invitationLength, invite} from '../../accounts/invitations.ts'
import type {PersonProblem} from '../../accounts/validate-person.ts'
import {suggestWord} from '../../document/spelling.ts'
import {operator} from '../../engine/base/actor.ts'
import type {Engine} from '../../engine/engine.ts'
import {plainLanguage} from '../../messages/language.ts'
import type {Errors} from '../../points/errors/model.ts'
import {fieldMessage} from '../../points/errors/run.ts'
import {parts} from '../../screens/kinds.ts'
import {openToRead} from '../../store/open.ts'
import {
  CannotRun,
  type Command,
  exit,
  type Io,
  needed,
  onePath,
  type Parsed,
  parseOptions,
  unknownVerb,
  WrongUsage,
} from '../command.ts'
import {soundDocument} from '../document.ts'
import type {EngineCall} from '../engine-verbs.ts'
import {openEngine} from '../open-engine.ts'
import {databaseFor} from '../options.ts'

const help = `nonet user add PATH --db ADDRESS --email E --name N --role R [--role R] [--password-stdin]
nonet user list PATH --db ADDRESS
nonet user set-role PATH --db ADDRESS --email E --role R [--role R]
nonet user set-password PATH --db ADDRESS --email E --password-stdin
nonet user deactivate PATH --db ADDRESS --email E
nonet user activate PATH --db ADDRESS --email E
nonet user remove-second-factor PATH --db ADDRESS --email E

People of an application. Changes apply from their next request. Without --password-stdin, \`add\` prints an
invitation link with which they choose a password.

  --db               sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --password-stdin   reads the password from standard input, so that it does not show in process lists
  --origin URL       the public address, for the invitation (also NONET_ORIGIN; else http://127.0.0.1:3000)

Exit code 0: done. 1: refused, with the reason. 2: wrong usage.
`

const verbs: Readonly<Record<string, (called: EngineCall) => Promise<void>>> = {
  add,
  list: showPeople,
  'set-role': setRole,
  'set-password': givePassword,
  deactivate,
  activate,
  'remove-second-factor': removeSecondFactor,
}

/** Required options, checked before a database is opened or created. */
const wanted: Readonly<Record<string, readonly string[]>> = {
  add: ['email', 'name'],
  'set-role': ['email'],
  'set-password': ['email'],
  deactivate: ['email'],
  activate: ['email'],
  'remove-second-factor': ['email'],
}

const text = {type: 'string'} as const
const known = {
  db: text,
  email: text,
  name: text,
  origin: text,
  role: {type: 'string', multiple: true},
  'password-stdin': {type: 'boolean'},
} as const

export async function userCommand(args: readonly string[], io: Io): Promise<number> {
  const [verb = '', ...rest] = args
  const run = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!run) throw unknownVerb('user', verb, Object.keys(verbs))
  const options = parseOptions(rest, known, io.env)
  const path = onePath(options.paths, `user ${verb}`)
  const db = databaseFor(path, options)
  for (const name of wanted[verb] ?? []) needed(options, name)
  if (verb === 'set-password' && !options.flag('password-stdin'))
    throw new WrongUsage('Pass the password on standard input: --password-stdin')
  const checked = await soundDocument(path, io)
  if (verb === 'add') neededRoles(checked, options)
  const isNew = await isMissing(db)
  if (isNew && verb !== 'add') throw new CannotRun(`There is no database ${db}.`)
  const engine = await openEngine(checked.specification, {db, accept: undefined, fitting: true}, io)
  try {
    await run({engine, options, io})
    if (isNew) io.err(`Created the database ${db}.\n`)
    return exit.done
  } finally {
    await engine.store.close()
  }
}

async function isMissing(db: string): Promise<boolean> {
  const store = await openToRead(db)
  await store?.close()
  return store === null
}

async function add({engine, options, io}: EngineCall): Promise<void> {
  const [email, name, roles] = [needed(options, 'email'), needed(options, 'name'), neededRoles(engine, options)]
  if (options.flag('password-stdin')) {
    const password = await passwordFrom(io)
    orSay(engine, await addWithPassword(engine, {email, name, roles, password}))
    io.out(`Added ${email}.\n`)
    return
  }
  const world = {
    engine: () => engine,
    // The link is printed for the operator to pass on.
    post: async () => {},
    messages: parts.messages,
    now: Date.now,
    mails: false,
    origin: () => options.text('origin') ?? 'http://127.0.0.1:3000',
    demo: false,
    failed: () => {},
  }
  const answer = await invite(world, operator, {email, name, roles})
  if (answer.kind !== 'invited')
    return orSay(engine, {ok: false, problems: answer.kind === 'refused' ? answer.problems : []})
  io.out(`Added ${email}. The link to set a password is valid for ${invitationLength / day} days: ${answer.link}\n`)
}

async function showPeople({engine, io}: EngineCall): Promise<void> {
  const people = await listPeople(engine)
  if (people.length === 0) io.err('There are no people yet. Add one with `nonet user add`.\n')
  for (const {email, name, roles, active, hasPassword} of people) {
    const state = active ? (hasPassword ? 'active' : 'no password') : 'deactivated'
    io.out(`${[email, name, roles.join(', ') || '-', state].join('\t')}\n`)
  }
}

async function setRole({engine, options, io}: EngineCall): Promise<void> {
  const person = await personMeant(engine, options)
  const roles = neededRoles(engine, options)
  orSay(engine, await changePerson(engine, person, {roles}))
  io.out(`${person.email} is now: ${roles.join(', ')}.\n`)
  await warnOfEmptyRoles({engine, io}, person)
}

async function givePassword({engine, options, io}: EngineCall): Promise<void> {
  const person = await personMeant(engine, options)
  orSay(engine, await setPassword(engine, person, await passwordFrom(io)))
  const still = person.active ? '' : ' They are deactivated: `nonet user activate` lets them sign in.'
  io.out(`${person.email} has a new password and is signed out everywhere.${still}\n`)
}

async function deactivate({engine, options, io}: EngineCall): Promise<void> {
  const person = await personMeant(engine, options)
  orSay(engine, await changePerson(engine, person, {active: false}))
  io.out(`${person.email} can no longer sign in.\n`)
  await warnOfEmptyRoles({engine, io}, person)
}

async function activate({engine, options, io}: EngineCall): Promise<void> {
  const person = await personMeant(engine, options)
  orSay(engine, await changePerson(engine, person, {active: true}))
  io.out(`${person.email} can sign in again.\n`)
}

/** For people who have lost their phone and their recovery codes. */
async function removeSecondFactor({engine, options, io}: EngineCall): Promise<void> {
  const person = await personMeant(engine, options)
  const had = await removeFactorsOf(engine, person)
  const done = 'signs in with their password alone now, and is signed out everywhere'
  io.out(had ? `${person.email} ${done}.\n` : `${person.email} has no second factor.\n`)
}

/** An operator may empty a role, but should notice. */
async function warnOfEmptyRoles({engine, io}: Pick<EngineCall, 'engine' | 'io'>, before: Person): Promise<void> {
  if (!before.active) return
  const people = await listPeople(engine)
  const empty = before.roles.filter(role => !people.some(({active, roles}) => active && roles.includes(role)))
  for (const role of empty) io.err(`Warning: no one who can sign in has the role ${role} now.\n`)
}

function neededRoles(document: Pick<Engine, 'specification'>, options: Parsed): string[] {
  const roles = rolesIn(document, options)
  const names = [...document.specification.roles.roles.keys()]
  if (roles.length === 0) throw new WrongUsage(`Add --role with one or more of: ${names.join(', ')}.`)
  return roles
}

export function rolesIn({specification}: Pick<Engine, 'specification'>, options: Parsed): string[] {
  const roles = options.texts('role')
  const names = [...specification.roles.roles.keys()]
  const unknown = roles.find(role => !names.includes(role))
  if (unknown !== undefined)
    throw new CannotRun(
      `There is no role "${unknown}". ${suggestWord(unknown, names, `There are: ${names.join(', ')}.`)}`,
    )
  return [...new Set(roles)]
}

export async function personMeant(engine: Engine, options: Parsed): Promise<Person> {
  const given = needed(options, 'email')
  const email = readEmail(engine, given)
  const person = email === null ? null : await findByEmail(engine, email)
  if (!person) throw new CannotRun(`No person has the email ${given}.`)
  return person
}

const longestInput = 4096

/** The first line: `echo` and password managers append a line break. */
async function passwordFrom({stdin}: Io): Promise<string> {
  let read = ''
  for await (const chunk of stdin) {
    read += String(chunk)
    if (read.length > longestInput) throw new CannotRun('This password is too long.')
  }
  return read.split(/\r?\n/)[0] ?? ''
}

function orSay({specification}: Engine, operated: AdminResult): void {
  if (operated.ok) return
  throw new CannotRun(operated.problems.map(problem => sentence(problem, specification.errors)).join(' '))
}

/** The command line is in English. */
function sentence({code, field, values}: PersonProblem, errors: Errors): string {
  const {message} = fieldMessage({...errors, language: plainLanguage}, {code, values}, {label: field ?? ''})
  return field === null ? message : `${field}: ${message}`
}

export const user: Command = {help, run: userCommand}
