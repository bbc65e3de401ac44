/** The providers of single sign-on, as the environment describes them. Their names are those that point 6 uses. */

export interface Provider {
  /** As in `group "people-team" of company`. */
  readonly name: string
  /** On its button. */
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Mail domains for which its word counts: anyone of them may enter, if point 6 says so. */
  readonly domains: readonly string[]
  /** The claim with the groups of a person. */
  readonly groupsClaim: string
  readonly scope: string
}

export interface SignInOptions {
  readonly providers: readonly Provider[]
  /** The addresses that may sign in with a password; null: all. */
  readonly passwordsFor: readonly string[] | null
}

type Env = Readonly<Record<string, string | undefined>>

/** What is known of a provider by its name. */
const presets: Readonly<
  Record<string, {readonly label: string; readonly issuer: (env: (key: string) => string) => string}>
> = {
  google: {label: 'Google', issuer: () => 'https://accounts.google.com'},
  // Its common addresses would let every tenant in, and tokens do not name them as their issuer.
  entra: {label: 'Microsoft', issuer: env => `https://login.microsoftonline.com/${env('TENANT')}/v2.0`},
}

/** A setting that is wrong, in words for the operator. */
export class WrongProvider extends Error {}

const isName = (text: string): boolean => /^[a-z][a-z0-9-]*$/.test(text)
const isDomain = (text: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text)

export function readSignIn(env: Env): SignInOptions {
  const names = wordsOf(env['NONET_SSO'])
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new WrongProvider(`NONET_SSO names ${twice} twice.`)
  const providers = names.map(name => readProvider(name, env))
  const issuers = providers.map(({issuer}) => issuer)
  const again = providers.find(({issuer}, index) => issuers.indexOf(issuer) !== index)
  if (again) throw new WrongProvider(`Two providers have the issuer ${again.issuer}. Name each issuer once.`)
  return {providers, passwordsFor: readPasswords(env['NONET_PASSWORDS_FOR'], providers)}
}

function readProvider(name: string, env: Env): Provider {
  if (!isName(name))
    throw new WrongProvider(`NONET_SSO takes names such as company,google, in lower case, not "${name}".`)
  const prefix = `NONET_SSO_${name.toUpperCase().replaceAll('-', '_')}`
  const optional = (key: string) => env[`${prefix}_${key}`]?.trim() || undefined
  const required = (key: string) => {
    const value = optional(key)
    if (value === undefined) throw new WrongProvider(`NONET_SSO names ${name}: set ${prefix}_${key}, too.`)
    return value
  }
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined
  const issuer = optional('ISSUER') ?? preset?.issuer(required) ?? required('ISSUER')
  if (!isIssuer(issuer))
    throw new WrongProvider(
      `${prefix}_ISSUER must be the issuer of the provider, such as https://login.example.com, not "${issuer}". It may be unencrypted on this machine only.`,
    )
  const domains = wordsOf(optional('DOMAINS')).map(domain => domain.toLowerCase())
  const odd = domains.find(domain => !isDomain(domain))
  if (odd !== undefined) throw new WrongProvider(`${prefix}_DOMAINS takes domains such as example.com, not "${odd}".`)
  return {
    name,
    label: optional('LABEL') ?? preset?.label ?? name.charAt(0).toUpperCase() + name.slice(1),
    issuer,
    clientId: required('CLIENT_ID'),
    clientSecret: required('CLIENT_SECRET'),
    domains,
    groupsClaim: optional('GROUPS_CLAIM') ?? 'groups',
    scope: optional('SCOPE') ?? 'openid email profile',
  }
}

/** Without TLS, only on the local machine: the code and the secret travel there. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const {protocol, hostname, search, hash, username} = new URL(text)
  if (search !== '' || hash !== '' || username !== '') return false
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

/** Someone must be able to enter while the provider cannot be reached. */
function readPasswords(text: string | undefined, providers: readonly Provider[]): string[] | null {
  if (text === undefined) return null
  const addresses = wordsOf(text).map(address => address.toLowerCase())
  const odd = addresses.find(address => !/^\S+@\S+$/.test(address))
  if (addresses.length === 0 || odd !== undefined)
    throw new WrongProvider(
      'NONET_PASSWORDS_FOR names the addresses that may still sign in with a password, such as admin@example.com: at least one, for when the provider cannot be reached.',
    )
  if (providers.length === 0)
    throw new WrongProvider('NONET_PASSWORDS_FOR needs a provider with which the others sign in: NONET_SSO.')
  return addresses
}

const wordsOf = (text = ''): string[] => text.split(/[\s,]+/).filter(word => word !== '')
