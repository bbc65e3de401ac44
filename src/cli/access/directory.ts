/** `nonet directory`: tokens with which the directory of a company brings people, by SCIM. */
import {listDirectories, makeDirectory, revokeDirectory} from '../../accounts/scim/tokens.ts'
import {suggestWord} from '../../document/spelling.ts'
import type {Engine} from '../../engine/engine.ts'
import {readId} from '../../points/entities/values/id.ts'
import {CannotRun, type Command, type Io, needed, WrongUsage} from '../command.ts'
import {type EngineCall, onEngine} from '../engine-verbs.ts'

const help = `nonet directory make PATH --db ADDRESS --provider NAME [--days D]
nonet directory list PATH --db ADDRESS
nonet directory revoke PATH --db ADDRESS --id ID

Tokens for the directory of a company, such as Entra or Okta, which creates, changes and deactivates people at
/_scim/v2 (SCIM 2.0). A token is printed once, and stored as a digest.

  --db ADDRESS     sqlite:FILE or postgres://USER@HOST/NAME (also NONET_DB)
  --provider NAME  as in \`group "people-team" of NAME\` of point 6: its groups give these roles
  --days D         how long it works; without it, until it is revoked

Exit code 0: done. 1: refused, with the reason. 2: wrong usage.
`

const verbs: Readonly<Record<string, (called: EngineCall) => Promise<void>>> = {
  make: makeToken,
  list: listTokens,
  revoke: revokeToken,
}

const text = {type: 'string'} as const
const known = {db: text, provider: text, id: text, days: text}

async function makeToken({engine, options, io}: EngineCall): Promise<void> {
  const provider = needed(options, 'provider')
  if (!/^[a-z][a-z0-9-]*$/.test(provider)) throw new WrongUsage('--provider is a name such as company, in lower case.')
  const days = options.text('days')
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
    throw new WrongUsage('--days must be a whole number of days, at most 9999.')
  warnOfNoRoles(engine, provider, io)
  const token = await makeDirectory(engine, {provider, days: days === undefined ? null : Number(days)}, Date.now())
  io.out(`${token}\n`)
  io.err('Copy the token now: it is not shown again. The address for the directory is /_scim/v2 of this application.\n')
}

function warnOfNoRoles({specification}: Engine, provider: string, io: Io): void {
  const named = [...specification.roles.roles.values()].flatMap(({through}) => through.map(each => each.provider))
  if (named.includes(provider)) return
  const hint = suggestWord(provider, named, 'People from it have no role until someone gives them one.')
  io.err(`Point 6 gives no role through ${provider}. ${hint}\n`)
}

async function listTokens({engine, io}: EngineCall): Promise<void> {
  const found = await engine.store.read(listDirectories)
  const date = (millis: number | null, none: string) => (millis === null ? none : new Date(millis).toISOString())
  if (found.length === 0) io.err('There are no tokens of directories.\n')
  for (const {id, provider, made, until, used} of found)
    io.out(`${[id, provider, date(made, ''), date(used, 'unused'), date(until, '-')].join('\t')}\n`)
}

async function revokeToken({engine, options, io}: EngineCall): Promise<void> {
  const id = readId(needed(options, 'id'))
  if (id === null || !(await revokeDirectory(engine, id))) throw new CannotRun('There is no such token.')
  io.out(`Revoked ${id}.\n`)
}

export const directory: Command = {help, run: onEngine('directory', {verbs, known})}
