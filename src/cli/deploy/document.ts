/** Settings of the document: its limits and warnings, and the providers and directories that it expects. */

import {type ListedDirectory, listDirectories} from '../../accounts/scim/tokens.ts'
import type {Place} from '../../document/finding.ts'
import {settings} from '../../points/limits/settings.ts'
import type {Roles} from '../../points/roles/model.ts'
import {countedNoun} from '../document.ts'
import {readTable} from '../open-engine.ts'
import type {ServeOptions} from '../options.ts'
import {advice, type Deployment, type Looked, unsafe} from './findings.ts'
import {day} from './machine.ts'

/** Limits above these values protect against nothing. */
const weak = [
  {name: 'SIGN_IN_ATTEMPTS', most: 100, why: 'so many passwords can be tried at one account without a delay'},
  {name: 'REQUESTS_PER_MINUTE', most: 10_000, why: 'one visitor can keep the process busy for all others'},
  {name: 'SESSION_LENGTH', most: 180 * 86_400, why: 'a browser that was left behind stays signed in for half a year'},
  {name: 'MAX_UPLOAD', most: 1024 ** 3, why: 'one form can bring twenty files of this size'},
] as const

export function limits({checked}: Deployment): Looked {
  const {constants, settings: values} = checked.specification.limits
  const easy = constants.get('EASY_PASSWORDS')
  const accepted: Looked =
    values.EASY_PASSWORDS === 'accepted' && easy
      ? [
          unsafe(
            'O116',
            placeText(easy),
            'EASY_PASSWORDS is weak: accounts can be entered with the passwords that are guessed first.',
            'Remove the line.',
          ),
        ]
      : []
  const tooLarge = weak.flatMap(({name, most, why}): Looked => {
    if (values[name] <= most) return []
    const place = constants.get(name)
    const {byDefault, unit} = settings[name]
    const hint = `Choose a smaller ${name}; without the line it is ${byDefault} ${unit}.`
    return [unsafe('O116', place ? placeText(place) : name, `${name} is weak: ${why}.`, hint)]
  })
  return [...accepted, ...tooLarge]
}

const placeText = ({file, line, column}: Place): string => `${file}:${line}:${column}`

interface ProviderSettings {
  readonly options: ServeOptions
  readonly roles: Roles
  readonly tokens: readonly ListedDirectory[]
}

/** Single sign-on: what point 6 expects of it, and what it leaves open. */
function providers({options: {signIn}, roles: {roles}, tokens}: ProviderSettings): Looked {
  const known = new Map(signIn.providers.map(provider => [provider.name, provider]))
  const found: Looked = []
  for (const role of roles.values())
    for (const {provider, group} of role.through) {
      const there = known.get(provider)
      const isBrought = group !== null && tokens.some(token => token.provider === provider)
      const isComplete = isBrought || (there !== undefined && (group !== null || there.domains.length > 0))
      if (isComplete) continue
      const variable = `NONET_SSO_${provider.toUpperCase().replaceAll('-', '_')}`
      const message = there
        ? `No one joins ${role.name} as anyone of ${provider}: its domains are not named.`
        : `No one joins ${role.name} through ${provider}: NONET_SSO does not name it.`
      const hint = there ? `Set ${variable}_DOMAINS.` : `Name it in NONET_SSO, and describe it in ${variable}_….`
      found.push(advice('O127', placeText(role), message, hint))
    }
  if (known.size > 0 && signIn.passwordsFor === null)
    found.push(
      advice(
        'O128',
        'NONET_SSO',
        'People can still sign in with a password, without what the provider asks of them.',
        'To allow passwords only to those who must get in without the provider, name them in NONET_PASSWORDS_FOR.',
      ),
    )
  return found
}

/** Those in the database; none if it is not there yet. */
export async function directoryTokens({options, now}: Deployment): Promise<readonly ListedDirectory[]> {
  const table = {name: 'nonet_directory', missing: ''}
  const tokens = await readTable(options.db, table, store => store.read(listDirectories)).catch(() => [])
  return tokens.filter(({until}) => until === null || until > now)
}

/** A token that no one uses is a way in that no one watches. */
export function directories({checked, now}: Deployment, tokens: readonly ListedDirectory[]): Looked {
  const roles = [...checked.specification.roles.roles.values()]
  const named = new Set(roles.flatMap(({through}) => through.map(({provider}) => provider)))
  return tokens.flatMap(({id, provider, made, used}): Looked => {
    const where = `directory ${provider}`
    const hint = `\`nonet directory revoke --id ${id}\` ends it.`
    if (!named.has(provider)) {
      const message = `The directory ${provider} brings people without a role: point 6 gives none through it.`
      return [advice('O130', where, message, `Write \`group "NAME" of ${provider}\` in point 6. ${hint}`)]
    }
    if (now - (used ?? made) < 90 * day) return []
    return [advice('O130', where, `The token of the directory ${provider} was not used for 90 days.`, hint)]
  })
}

export function document({checked, options}: Deployment, tokens: readonly ListedDirectory[]): Looked {
  const {findings, specification} = checked
  const {open, roles, limits} = specification
  const found: Looked = []
  if (open.includes(6) && open.length < 9)
    found.push(
      unsafe(
        'O121',
        options.path,
        'Point 6 is open: everyone who signs up may read and change everything.',
        'Write point 6: the roles, how people join them, and what each may do.',
      ),
    )
  for (const role of open.includes(6) ? [] : roles.roles.values())
    if (role.joinsBy === 'sign-up' && limits.settings.SIGN_UP_DOMAINS.length === 0)
      found.push(
        advice(
          'O122',
          placeText(role),
          `Everyone who finds the address can sign up as ${role.name}.`,
          'To admit only people you know, let the role join by `invitation`, or name the domains of their addresses in SIGN_UP_DOMAINS of point 9.',
        ),
      )
  found.push(...providers({options, roles, tokens}))
  const warnings = findings.filter(({severity}) => severity === 'warning').length
  if (warnings > 0)
    found.push(
      advice(
        'O123',
        options.path,
        `The document has ${countedNoun(warnings, 'warning')}: something in it may not be what its author means.`,
        '`nonet check` shows them. Change the lines, or accept a warning with the reason.',
      ),
    )
  return found
}
