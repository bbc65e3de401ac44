/** `nonet explain`: which lines of a document let somebody do something, or do not. */

import {findByEmail} from '../accounts/people.ts'
import {suggest} from '../document/near.ts'
import type {Engine} from '../engine/engine.ts'
import type {Roles} from '../engine/explain/grant-reasons.ts'
import type {Specification} from '../points/specification.ts'
import {CannotRun, type Command, exit, type Io, onePath, type Parsed, parse, WrongUsage} from './command.ts'
import {checkPath, findingsText, tally} from './document.ts'
import {explained} from './explain-text.ts'
import {explain, type Who} from './explaining.ts'
import {engineToRead} from './export.ts'
import {refuseUnsound} from './options.ts'
import {usualPlace} from './usual-place.ts'

const help = `nonet explain PATH --as ROLE --do ACTION --on ENTITY[/ID]

Says which lines of a document let somebody do something, or that none does. ACTION is create, read, update, delete or
export, an action of point 4, or open, for the address of a screen: --do open --on /requests.

  --as ROLE        a role of the document; several times for several. \`everyone\`: somebody who has not signed in
  --on ENTITY/ID   one record, by its id or by what is unique about it: conditions are asked of this very record
  --person EMAIL   who \`me\` is in conditions; without --as, with the roles that they have
  --db ADDRESS     where records are kept, for --person and for one record (also NONET_DB)

Exit code 0: it is explained. 1: it could not be. 2: the command was written wrongly.
`

const options = {
  as: {type: 'string', multiple: true},
  do: {type: 'string'},
  on: {type: 'string'},
  person: {type: 'string'},
  db: {type: 'string'},
} as const

async function run(args: readonly string[], io: Io): Promise<number> {
  const asked = parse(args, options, io.env)
  const path = onePath(asked.paths, 'explain')
  const [what, on] = [asked.text('do'), asked.text('on')]
  if (what === undefined || on === undefined)
    throw new WrongUsage('Say what is to be done and with what: --do ACTION --on ENTITY')
  const checked = await checkPath(path)
  if (!checked.sound) {
    io.err(findingsText(checked, io))
    refuseUnsound(path, tally(checked))
  }
  const {specification} = checked
  const named = namedRoles(specification, asked.texts('as'))
  const engine = await engineFor(specification, asked, io)
  try {
    const who = await whoIs(engine, asked.text('person'), named)
    io.out(explained(await explain({specification, engine, who}, {what, on})))
    return exit.done
  } finally {
    await engine?.store.close()
  }
}

/** Only for what needs records. */
async function engineFor(specification: Specification, asked: Parsed, io: Io): Promise<Engine | null> {
  const one = asked.text('do') !== 'open' && asked.text('on')?.includes('/')
  if (!one && asked.text('person') === undefined) return null
  return engineToRead(specification, asked.text('db') ?? usualPlace(asked.paths[0] ?? '').db, io)
}

function namedRoles({roles}: Specification, names: readonly string[]): Roles | undefined {
  if (names.length === 0) return undefined
  if (names.length === 1 && names[0] === 'everyone') return null
  for (const name of names)
    if (name !== 'signed in' && !roles.roles.has(name))
      throw new WrongUsage(`There is no role ${name} in point 6. ${suggest(name, [...roles.roles.keys()])}`.trim())
  return names.filter(name => name !== 'signed in')
}

async function whoIs(engine: Engine | null, email: string | undefined, named: Roles | undefined): Promise<Who> {
  if (email === undefined || !engine) {
    if (named === undefined) throw new WrongUsage('Say who asks: --as ROLE, or --person EMAIL')
    return {
      roles: named,
      person: null,
      name: named === null ? 'Somebody who has not signed in' : named.join(' and ') || 'Somebody signed in',
    }
  }
  const found = await findByEmail(engine, email.trim().toLowerCase())
  if (!found) throw new CannotRun(`There is nobody with the address ${email}.`)
  const roles = named ?? found.roles
  const {id, name} = found
  return {roles, person: {kind: 'person', id, name, roles: roles ?? []}, name: `${name} (${(roles ?? []).join(', ')})`}
}

export const explainCommand: Command = {help, run}
