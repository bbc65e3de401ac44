/**
 * `nonet check --deploy`: finds unsafe settings of a deployment. It takes the options and the environment of `nonet
 * run` and inspects the files they name. Every finding has a code, the option or file concerned, and what to do.
 */
import {existsSync} from 'node:fs'
import {readdir, readFile, stat, statfs} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {type ListedDirectory, listDirectories} from '../accounts/scim/tokens.ts'
import type {Place} from '../document/finding.ts'
import {variablesOf} from '../points/calls/read-address.ts'
import {settings} from '../points/limits/settings.ts'
import type {Roles} from '../points/roles/model.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {isLoopback} from '../server/middleware/host.ts'
import {readAddress} from '../store/open.ts'
import {isSigningSecret} from '../webhooks/send.ts'
import {counted} from './document.ts'
import {readTable} from './open-engine.ts'
import {isOwnMachine, type ServeOptions} from './options.ts'

/** The codes, in the order of the checks. `docs/operations.md` lists them too. */
export const deployCodes = {
  O101: 'no public address is given',
  O102: 'the public address is not encrypted',
  O103: 'the people of the demo are on',
  O104: 'other machines reach the process directly',
  O105: 'every machine that reaches the process is trusted',
  O106: 'the proxy in front is not trusted',
  O107: 'no mail server is given',
  O108: 'mail may travel unencrypted',
  O109: 'no backups are named',
  O110: 'there is no recent backup',
  O111: 'backups are on the disk of the database',
  O112: 'others can read or change data',
  O113: 'a password is on the command line',
  O114: 'others can read a file with passwords',
  O115: 'the connection to the database is not encrypted',
  O116: 'a limit is weak',
  O117: 'the disk has less free space than files may use',
  O118: 'the process can be debugged',
  O119: 'certificates are not checked',
  O120: 'it runs as root',
  O121: 'every visitor can do everything',
  O122: 'everyone can sign up',
  O123: 'the document has warnings',
  O124: 'the environment lacks a value that a call needs',
  O125: 'calls may reach machines that are not public',
  O126: 'an option has no effect',
  O127: 'a role waits for a provider that is not there',
  O128: 'passwords work beside single sign-on',
  O129: 'the audit log is sent unencrypted',
  O130: 'a token of a directory is not needed',
} as const

export type DeployCode = keyof typeof deployCodes

export interface DeployFinding {
  readonly code: DeployCode
  /** Unsafe findings make the check fail; advice does not. */
  readonly severity: 'unsafe' | 'advice'
  /** The option, the variable, the file, or the line of the document. */
  readonly where: string
  readonly message: string
  readonly hint: string
}

/** The input of the checks. Time, user and environment are arguments, so that tests can set them. */
export interface Deployment {
  readonly options: ServeOptions
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly checked: CheckedDocument
  /** The folder with the backups, each in its own subfolder. */
  readonly backups: string | undefined
  readonly now: number
  /** Null on systems without user ids. */
  readonly user: number | null
}

export async function deployFindings(deployment: Deployment): Promise<DeployFinding[]> {
  const tokens = await directoryTokens(deployment)
  const found = [
    ...publicAddress(deployment),
    ...proxy(deployment),
    ...mail(deployment),
    ...(await backups(deployment)),
    ...(await modes(deployment)),
    ...(await secrets(deployment)),
    ...calls(deployment),
    ...database(deployment),
    ...limits(deployment),
    ...(await room(deployment)),
    ...runtime(deployment),
    ...document(deployment, tokens),
    ...auditLog(deployment),
    ...directories(deployment, tokens),
  ]
  return found.toSorted((one, other) => one.code.localeCompare(other.code))
}

type Looked = DeployFinding[]

const unsafe = (code: DeployCode, where: string, message: string, hint: string): DeployFinding => ({
  code,
  severity: 'unsafe',
  where,
  message,
  hint,
})

const advice = (...parts: Parameters<typeof unsafe>): DeployFinding => ({...unsafe(...parts), severity: 'advice'})

const sayOrigin =
  'Put a proxy with TLS in front and set --origin to the public address, for example --origin https://time.example.com.'

function publicAddress({options}: Deployment): Looked {
  const {origin, demo} = options
  const found: Looked = []
  if (origin === null)
    found.push(
      unsafe(
        'O101',
        '--origin',
        'No public address is given: requests for every host name are answered, links in mails lead to this machine, and browsers are not told to stay with https.',
        sayOrigin,
      ),
    )
  else if (origin.startsWith('http:') && !isLoopback(origin))
    found.push(
      unsafe('O102', '--origin', `${origin} is not encrypted: passwords and pages can be read on the way.`, sayOrigin),
    )
  if (demo)
    found.push(
      unsafe(
        'O103',
        '--demo',
        'Every visitor can sign in as any person of the demo, with all their permissions.',
        'Remove --demo and NONET_DEMO, and start with a new database: the demo data stays in this one.',
      ),
    )
  return found
}

function proxy({options}: Deployment): Looked {
  const {host, origin, trustProxy} = options
  if (!isOwnMachine(host) && !trustProxy)
    return [
      unsafe(
        'O104',
        '--host',
        `With --host ${host} other machines reach this process directly, unencrypted and past the proxy.`,
        'Set --host 127.0.0.1. If the proxy is on another machine or in another container, let only the proxy reach the port and set --trust-proxy.',
      ),
    ]
  if (!isOwnMachine(host))
    return [
      advice(
        'O105',
        '--trust-proxy',
        `With --host ${host} every machine that reaches the port can forge X-Forwarded-For and get around the limits per address.`,
        'Let only the proxy reach the port, with a firewall or a network of its own; or set --host 127.0.0.1 if it is on this machine.',
      ),
    ]
  if (origin === null || isLoopback(origin) || trustProxy) return []
  return [
    unsafe(
      'O106',
      '--trust-proxy',
      `Requests for ${origin} come through a proxy that is not trusted: all visitors share one address, and one of them can use up the sign-in attempts of all.`,
      'Set --trust-proxy, and let the proxy set X-Forwarded-For.',
    ),
  ]
}

function mail({options}: Deployment): Looked {
  if (!options.mail)
    return [
      unsafe(
        'O107',
        '--smtp',
        'No mail server is given: links to set a password are only printed to the terminal and its log.',
        'Set NONET_SMTP=smtps://USER:PASSWORD@HOST in the environment, with --mail-from and --origin.',
      ),
    ]
  const {protocol, hostname} = new URL(options.mail.server)
  if (protocol === 'smtps:' || isOwnMachine(hostname)) return []
  return [
    advice(
      'O108',
      '--smtp',
      `Mail goes to ${hostname} encrypted only where the server offers it, and an attacker on the way can hide the offer.`,
      `Use smtps://${hostname} if the server accepts connections on port 465.`,
    ),
  ]
}

/** The environment variables of outgoing calls; their values are not shown. */
function calls({checked, env, options}: Deployment): Looked {
  const {events} = checked.specification.calls
  const missing = events.flatMap(event => {
    const names = variablesOf(event).filter(name => !env[name])
    if (names.length === 0) return []
    const list = names.join(' and ')
    const are = names.length > 1 ? 'are' : 'is'
    const where = `${event.file}:${event.line}`
    return event.optional
      ? [
          advice(
            'O124',
            where,
            `The call "${event.name}" is not made, because ${list} ${are} not set.`,
            `Set ${list} if this call is to be made.`,
          ),
        ]
      : [
          unsafe(
            'O124',
            where,
            `The call "${event.name}" cannot be made, because ${list} ${are} not set.`,
            `Set ${list} in the environment of \`nonet run\`.`,
          ),
        ]
  })
  const unfit = events.flatMap(({secret, name}) => {
    const value = secret === null ? undefined : env[secret]
    if (secret === null || !value || isSigningSecret(value)) return []
    const hint = 'Set it to whsec_ and 24 to 64 random bytes in base64: `echo "whsec_$(openssl rand -base64 32)"`.'
    return [unsafe('O124', secret, `${secret} cannot sign the call "${name}".`, hint)]
  })
  const inside = options.privateHosts.map(host =>
    advice(
      'O125',
      '--private-hosts',
      `Calls may reach ${host} inside your network, also without TLS.`,
      'Remove it, if the document makes no calls there.',
    ),
  )
  return [...missing, ...unfit, ...inside]
}

const day = 24 * 60 * 60 * 1000

async function backups({options, backups: folder, now}: Deployment): Promise<Looked> {
  if (folder === undefined)
    return [
      unsafe(
        'O109',
        '--backups',
        'No backup folder is set.',
        'Run `nonet backup FOLDER/NAME` every day, with --db and --files, and set --backups FOLDER.',
      ),
    ]
  const newest = await newestBackup(folder)
  const found: Looked = []
  if (newest === null || now - newest > 2 * day) {
    const message = newest === null ? 'contains no backup.' : `has no backup from the last two days.`
    const hint = `Run \`nonet backup ${join(folder, new Date(now).toISOString().slice(0, 10))} --db … --files ${options.files}\` every day.`
    found.push(unsafe('O110', folder, `${folder} ${message}`, hint))
  }
  const address = readAddress(options.db)
  const [own, other] =
    address.database === 'sqlite' ? await Promise.all([deviceOf(address.file), deviceOf(folder)]) : []
  if (own !== undefined && own === other)
    found.push(
      advice(
        'O111',
        folder,
        `${folder} is on the same disk as the database: what destroys one destroys both.`,
        'Copy the backups to another machine, and test restoring one there regularly.',
      ),
    )
  return found
}

/** When the latest backup was made, according to its manifest. */
async function newestBackup(folder: string): Promise<number | null> {
  const names = await readdir(folder).catch(() => [])
  const made = names.map(async name => {
    const text = await readFile(join(folder, name, 'manifest.json'), 'utf8').catch(() => null)
    const manifest: unknown = text === null ? null : JSON.parse(text)
    const at =
      typeof manifest === 'object' && manifest !== null && 'made' in manifest ? Date.parse(String(manifest.made)) : NaN
    return Number.isNaN(at) ? [] : [at]
  })
  const times = (await Promise.all(made)).flat()
  return times.length === 0 ? null : Math.max(...times)
}

async function deviceOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => stat(dirname(path)).catch(() => null)))?.dev
}

async function modes({options, backups: folder}: Deployment): Promise<Looked> {
  if (process.platform === 'win32') return []
  const address = readAddress(options.db)
  const file = address.database === 'sqlite' ? address.file : null
  const data = [
    ...(file ? ['', '-wal', '-shm'].map(end => `${file}${end}`) : []),
    options.files,
    ...(folder ? [folder] : []),
  ]
  const found = await Promise.all(data.map(path => readable(path)))
  return [...found.flat(), ...(file ? await writable(dirname(file)) : [])]
}

async function readable(path: string): Promise<Looked> {
  const stats = await stat(path).catch(() => null)
  if (!stats || (stats.mode & 0o077) === 0) return []
  const others = (stats.mode & 0o007) !== 0
  const message = `${path} is open to ${others ? 'every account of this machine' : 'its group'} (mode ${(stats.mode & 0o777).toString(8)}).`
  const hint = stats.isDirectory() ? `chmod -R go-rwx ${path}` : `chmod 600 ${path}`
  return [(others ? unsafe : advice)('O112', path, message, hint)]
}

/** Anyone who can write to the folder can replace the database. */
async function writable(folder: string): Promise<Looked> {
  const stats = await stat(folder).catch(() => null)
  if (!stats || (stats.mode & 0o022) === 0) return []
  const message = `Other accounts can write to ${folder} and replace the database.`
  return [unsafe('O112', folder, message, `chmod go-w ${folder}`)]
}

/** Options and variables that may contain a password. */
const withPasswords = {db: 'NONET_DB', smtp: 'NONET_SMTP'} as const

async function secrets({args, options}: Deployment): Promise<Looked> {
  const onCommandLine = Object.entries(withPasswords).flatMap(([name, variable]): Looked => {
    const at = args.indexOf(`--${name}`)
    const text = at >= 0 ? args[at + 1] : args.find(each => each.startsWith(`--${name}=`))?.slice(name.length + 3)
    if (text === undefined || !URL.canParse(text) || new URL(text).password === '') return []
    const message = `The password in --${name} is visible to every account of this machine in the list of processes.`
    return [
      unsafe(
        'O113',
        `--${name}`,
        message,
        `Put it into the environment as ${variable}, from a file that only its owner can read.`,
      ),
    ]
  })
  const beside = [...new Set(['.env', join(dirname(options.path), '.env'), join(options.path, '.env')])]
  const files = await Promise.all(beside.map(path => readableSecrets(path)))
  return [...onCommandLine, ...files.flat()]
}

async function readableSecrets(path: string): Promise<Looked> {
  const stats = await stat(path).catch(() => null)
  if (process.platform === 'win32' || !stats?.isFile() || (stats.mode & 0o077) === 0) return []
  const text = await readFile(path, 'utf8').catch(() => '')
  if (!Object.values(withPasswords).some(variable => text.includes(variable))) return []
  return [unsafe('O114', path, `${path} contains passwords, and others can read it.`, `chmod 600 ${path}`)]
}

function database({options}: Deployment): Looked {
  const address = readAddress(options.db)
  if (address.database === 'sqlite') {
    const message = 'The database is a SQLite file, which has no connections.'
    return options.connections === undefined
      ? []
      : [advice('O126', '--connections', message, 'Leave out --connections, or name a PostgreSQL database with --db.')]
  }
  const {hostname, searchParams} = new URL(address.url)
  const mode = searchParams.get('sslmode') ?? ''
  if (hostname === '' || isOwnMachine(hostname) || ['require', 'verify-ca', 'verify-full'].includes(mode)) return []
  const message = `Records and the password travel to ${hostname} unencrypted, or encrypted only where the server insists.`
  return [unsafe('O115', '--db', message, 'Add ?sslmode=verify-full to the address of the database.')]
}

/** Limits above these values protect against nothing. */
const weak = [
  {name: 'SIGN_IN_ATTEMPTS', most: 100, why: 'so many passwords can be tried at one account without a delay'},
  {name: 'REQUESTS_PER_MINUTE', most: 10_000, why: 'one visitor can keep the process busy for all others'},
  {name: 'SESSION_LENGTH', most: 180 * 86_400, why: 'a browser that was left behind stays signed in for half a year'},
  {name: 'MAX_UPLOAD', most: 1024 ** 3, why: 'one form can bring twenty files of this size'},
] as const

function limits({checked}: Deployment): Looked {
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

async function room({options, checked}: Deployment): Promise<Looked> {
  const {UPLOADS_IN_ALL: most} = checked.specification.limits.settings
  const folder = existsSync(options.files) ? options.files : '.'
  const disk = await statfs(folder).catch(() => null)
  if (!disk || disk.bavail * disk.bsize >= most) return []
  const free = Math.floor((disk.bavail * disk.bsize) / 1024 ** 2)
  const message = `Files of people may take more than the ${free} MB that are free for ${options.files}: a full disk stops every change.`
  const hint = 'Set UPLOADS_IN_ALL in point 9 to less than what is free, or make room.'
  return [advice('O117', options.files, message, hint)]
}

function runtime({env, user}: Deployment): Looked {
  const found: Looked = []
  if (/--inspect/.test(env['NODE_OPTIONS'] ?? ''))
    found.push(
      unsafe(
        'O118',
        'NODE_OPTIONS',
        'The process accepts a debugger, which can read and change everything.',
        'Remove --inspect from NODE_OPTIONS.',
      ),
    )
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    found.push(
      unsafe(
        'O119',
        'NODE_TLS_REJECT_UNAUTHORIZED',
        'Certificates of the mail server and the database are not checked: an attacker on the way can pretend to be them.',
        'Remove NODE_TLS_REJECT_UNAUTHORIZED; name your own authority with NODE_EXTRA_CA_CERTS.',
      ),
    )
  if (user === 0)
    found.push(
      advice(
        'O120',
        'user',
        'The process runs as root: a vulnerability in it would affect the whole machine.',
        'Run it as a separate user that owns only its data.',
      ),
    )
  return found
}

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
async function directoryTokens({options, now}: Deployment): Promise<readonly ListedDirectory[]> {
  const table = {name: 'nonet_directory', missing: ''}
  const tokens = await readTable(options.db, table, store => store.read(listDirectories)).catch(() => [])
  return tokens.filter(({until}) => until === null || until > now)
}

/** A token that no one uses is a way in that no one watches. */
function directories({checked, now}: Deployment, tokens: readonly ListedDirectory[]): Looked {
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

/** Where the audit log is sent. */
function auditLog({options: {collector}}: Deployment): Looked {
  if (!collector || collector.to === 'stdout') return []
  const {protocol, hostname} = collector.to
  if (protocol === 'https:' || isOwnMachine(hostname)) return []
  const message = `The audit log goes to ${hostname} unencrypted: it can be read and changed on the way, with what authorizes it.`
  return [unsafe('O129', '--audit-to', message, `Use https://${hostname}, or a collector on this machine.`)]
}

function document({checked, options}: Deployment, tokens: readonly ListedDirectory[]): Looked {
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
        `The document has ${counted(warnings, 'warning')}: something in it may not be what its author means.`,
        '`nonet check` shows them. Change the lines, or accept a warning with the reason.',
      ),
    )
  return found
}

export function deployText(findings: readonly DeployFinding[], colour: boolean): string {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
  return findings
    .map(({code, severity, where, message, hint}) => {
      const tone = severity === 'unsafe' ? 31 : 33
      return `${paint(1, where)} ${paint(tone, severity)} ${code}  ${message}\n  ${paint(36, '→')} ${hint}\n\n`
    })
    .join('')
}

export function deploySummary(findings: readonly DeployFinding[]): string {
  const bad = findings.filter(({severity}) => severity === 'unsafe').length
  const advised = findings.length - bad
  const advices = advised > 0 ? `${advised === 1 ? '1 piece' : `${advised} pieces`} of advice` : ''
  if (bad === 0)
    return `Nothing unsafe was found${advices ? `; there ${advised === 1 ? 'is' : 'are'} ${advices}` : ''}.`
  return `${counted(bad, 'unsafe setting')}${advices ? ` and ${advices}` : ''}.`
}
