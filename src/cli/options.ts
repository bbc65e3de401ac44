/** The options that commands share: data place, database, mail, and those of `run` and `dev`. */

import {basename, dirname, extname, resolve} from 'node:path'
import {readSignIn, type SignInOptions, WrongProvider} from '../accounts/sso/providers.ts'
import {isMailAddress, isSmtpAddress} from '../mail/mailer.ts'
import {plainLanguage} from '../messages/language.ts'
import {isLoopback} from '../server/middleware/host.ts'
import type {Sums} from '../store/copy/copy-store.ts'
import {databaseAddress} from '../store/open.ts'
import {type CollectorOptions, readCollector, WrongCollector} from '../webhooks/log-collector.ts'
import {type Io, type OptionSpec, onePath, type Parsed, parseOptions, WrongUsage} from './command.ts'

// The default location of a document's data: its own folder, so that two documents never share records.

interface DataPlace {
  readonly db: string
  readonly files: string
}

/**
 * `apps/time-off` and `apps/time-off/app.md` are one document, named by its folder; a file with another name has its
 * own.
 */
export function defaultDataPlace(path: string): DataPlace {
  const whole = resolve(path)
  const inFolder = extname(whole) === '.md' && basename(whole) === 'app.md' ? dirname(whole) : whole
  const name = basename(inFolder, '.md').replace(/[^\p{L}\p{N}._-]+/gu, '-') || 'app'
  return {db: `sqlite:.nonet/${name}/data.sqlite`, files: `.nonet/${name}/files`}
}

// Options of the database commands.

/** The address of a database, required and validated. */
export function neededDatabase(options: Parsed, name: string): string {
  const address = options.text(name)
  if (address === undefined) throw new WrongUsage(`Name the database: --${name} sqlite:FILE or --${name} postgres://…`)
  databaseAddress(address)
  return address
}

/** Without `--db`, the database of the document's own folder. */
export function databaseFor(path: string, options: Parsed): string {
  return options.text('db') === undefined ? defaultDataPlace(path).db : neededDatabase(options, 'db')
}

export function recordsText(sums: Sums): string {
  const tables = Object.values(sums)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows.toLocaleString(plainLanguage)} rows in ${tables.length} tables, each compared`
}

export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString(plainLanguage)} files`
}

// Mail options: a server, a sender, and an origin for links.

const mailOptions: Readonly<Record<string, OptionSpec>> = {
  smtp: {type: 'string'},
  'mail-from': {type: 'string'},
}

const mailOptionsHelp = `  --smtp URL               the mail server: smtp://HOST:PORT or smtps://USER:PASSWORD@HOST; without it, mails about accounts are printed
  --mail-from ADDRESS      the sender of mails`

export interface MailOptions {
  readonly server: string
  readonly from: string
}

/** Null if no server is given. The server's address is never printed: it may contain a password. */
function readMail(options: Parsed, origin: string | null): MailOptions | null {
  const [server, from] = [options.text('smtp'), options.text('mail-from')]
  if (server === undefined) {
    if (from === undefined) return null
    throw new WrongUsage('--mail-from needs a mail server: --smtp smtps://USER:PASSWORD@HOST')
  }
  if (!isSmtpAddress(server)) throw new WrongUsage('--smtp must be smtp://HOST:PORT or smtps://USER:PASSWORD@HOST.')
  if (from === undefined) throw new WrongUsage('--smtp needs the sender of mails: --mail-from desk@example.com')
  if (!isMailAddress(from))
    throw new WrongUsage(`--mail-from must be one address such as desk@example.com, not "${from}".`)
  if (origin === null)
    throw new WrongUsage(
      '--smtp needs the address people type, for the links in mails: --origin https://time.example.com',
    )
  return {server, from}
}

// Options of `run` and `dev`.

export const serveOptions: Readonly<Record<string, OptionSpec>> = {
  port: {type: 'string'},
  host: {type: 'string'},
  db: {type: 'string'},
  connections: {type: 'string'},
  files: {type: 'string'},
  origin: {type: 'string'},
  demo: {type: 'boolean'},
  'public-demo': {type: 'boolean'},
  accept: {type: 'string'},
  'trust-proxy': {type: 'boolean'},
  'private-hosts': {type: 'string'},
  'no-code': {type: 'boolean'},
  'audit-to': {type: 'string'},
  ...mailOptions,
}

export const serveOptionsHelp = `  --port 3000              port to listen on; 0 picks any free port
  --host 127.0.0.1         0.0.0.0 lets other machines in
  --db sqlite:FILE         where records are kept; postgres://… for PostgreSQL
  --connections 10         to PostgreSQL, at most, besides one for changes of other processes
  --files DIR              where uploaded files are kept
  --origin URL             the public address, when the application is behind a proxy
${mailOptionsHelp}
  --demo                   loads demo people and data; every visitor can sign in as any of them
  --public-demo            allow --demo even if other machines can reach it
  --trust-proxy            trust the forwarding headers of the proxy in front
  --private-hosts NAMES    hosts that calls may reach even if their addresses are private, without TLS
  --audit-to stdout|URL    also sends the audit log there, as JSON lines
  --no-code                serves own screens as tables and forms, without the code beside the document
  --accept ID              apply the plan with this id even though it loses data

Each is also read from the environment, as NONET_ and its name: NONET_PORT, NONET_HOST, NONET_DB,
NONET_CONNECTIONS, NONET_FILES, NONET_ORIGIN, NONET_SMTP, NONET_MAIL_FROM, NONET_DEMO=1, NONET_PUBLIC_DEMO=1,
NONET_TRUST_PROXY=1, NONET_PRIVATE_HOSTS, NONET_AUDIT_TO, NONET_NO_CODE=1, NONET_ACCEPT. An option of the command line wins.
Providers of single sign-on are named in NONET_SSO and described in NONET_SSO_NAME_…; NONET_PASSWORDS_FOR
names who may still use a password. See "Single sign-on" in docs/operations.md.
NONET_AUDIT_AUTHORIZATION is the Authorization that a log collector asks for. See "Audit log" there.
By default, data is kept in .nonet/ in the working folder, in a folder for each document.
`

export interface ServeOptions {
  readonly path: string
  readonly port: number
  readonly host: string
  readonly db: string
  /** To PostgreSQL; undefined for the usual number. */
  readonly connections: number | undefined
  readonly files: string
  readonly origin: string | null
  readonly demo: boolean
  readonly accept: string | undefined
  readonly trustProxy: boolean
  /** Null if mails are printed. */
  readonly mail: MailOptions | null
  readonly mailsNotices: boolean
  /** Whether mails are delivered, so that they prove addresses. */
  readonly provesAddresses: boolean
  /** Hosts that outgoing calls may reach at private addresses. */
  readonly privateHosts: readonly string[]
  readonly signIn: SignInOptions
  /** Own code is left out. */
  readonly noCode: boolean
  /** A provider of single sign-on on this machine, to try it. */
  readonly sso: boolean
  /** Where the audit log is sent; null: it is only kept in the database, if point 6 names a role that sees it. */
  readonly collector: CollectorOptions | null
}

export function readServeOptions(args: readonly string[], command: string, io: Io): ServeOptions {
  const known = command === 'dev' ? {...serveOptions, sso: {type: 'boolean'} as const} : serveOptions
  const parsed = parseOptions(args, known, io.env)
  const options = serveOptionsOf(parsed, command, io.env)
  if (options.sso && isPublic(options)) throw new WrongUsage(localSso)
  if (options.demo && isPublic(options) && !parsed.flag('public-demo')) throw new WrongUsage(publicDemo)
  return options
}

/** Also used to check the options without starting anything. */
export function serveOptionsOf(options: Parsed, command: string, env: Io['env'] = {}): ServeOptions {
  const origin = readOrigin(options.text('origin'))
  const mail = readMail(options, origin)
  const path = onePath(options.paths, command)
  const usual = defaultDataPlace(path)
  return {
    path,
    port: readPort(options.text('port') ?? '3000'),
    host: options.text('host') ?? '127.0.0.1',
    db: readDatabase(options.text('db') ?? usual.db),
    connections: readConnections(options.text('connections')),
    files: options.text('files') ?? usual.files,
    origin,
    demo: options.flag('demo'),
    accept: options.text('accept'),
    trustProxy: options.flag('trust-proxy'),
    mail,
    mailsNotices: mail !== null || keepsMails({demo: options.flag('demo')}, command === 'dev'),
    provesAddresses: mail !== null,
    privateHosts: readHosts(options.text('private-hosts')),
    signIn: signInOptions(env),
    noCode: options.flag('no-code'),
    sso: command === 'dev' && options.flag('sso'),
    collector: collectorOptions(options, env),
  }
}

function signInOptions(env: Io['env']): SignInOptions {
  try {
    return readSignIn(env)
  } catch (error) {
    if (error instanceof WrongProvider) throw new WrongUsage(error.message)
    throw error
  }
}

function collectorOptions(options: Parsed, env: Io['env']): CollectorOptions | null {
  try {
    return readCollector(options.text('audit-to'), env['NONET_AUDIT_AUTHORIZATION'] || undefined)
  } catch (error) {
    if (error instanceof WrongCollector) throw new WrongUsage(error.message)
    throw error
  }
}

/** Whether a page shows the sent mails: notifications are then sent by mail even without a server. */
export function keepsMails({demo}: Pick<ServeOptions, 'demo'>, dev: boolean): boolean {
  return demo || dev
}

const publicDemo =
  '--demo lets every visitor sign in as any person of the demo, and other machines can reach this address. Leave out --demo, listen on 127.0.0.1 without --origin, or add --public-demo if that is what you want.'

const localSso =
  '--sso lets everyone sign in as anyone, so it is for this machine only: listen on 127.0.0.1, without --origin.'

/** Whether other machines can reach it, directly or through a proxy. */
function isPublic({host, origin}: Pick<ServeOptions, 'host' | 'origin'>): boolean {
  return !isOwnMachine(host) || (origin !== null && !isLoopback(origin))
}

/** Whether a host is this machine, by a loopback name or address. */
export function isOwnMachine(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
}

/** A warning about an address that is served to others; null if it is fine. */
export function plainTextWarning({host, origin}: Pick<ServeOptions, 'host' | 'origin'>): string | null {
  if (!isPublic({host, origin}) || origin?.startsWith('https:')) return null
  const what = origin === null ? 'No --origin is given' : `${origin} is not encrypted`
  return `Warning: ${what}, and other machines can reach this address. Passwords and pages would travel unencrypted. Put a proxy with TLS in front and set --origin https://…; run \`nonet check --deploy\` for details.`
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new WrongUsage(`--port must be a number from 0 to 65535, not "${text}".`)
}

/** With one, an export would keep everyone waiting. */
const [fewestConnections, mostConnections] = [2, 200]

function readConnections(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const connections = Number(text)
  if (/^\d+$/.test(text) && connections >= fewestConnections && connections <= mostConnections) return connections
  throw new WrongUsage(
    `--connections must be a number from ${fewestConnections} to ${mostConnections}, not "${text}": each takes memory of PostgreSQL, and a page needs one at a time.`,
  )
}

function readHosts(text = ''): string[] {
  const hosts = text.split(/[\s,]+/).filter(host => host !== '')
  const odd = hosts.find(
    host => !URL.canParse(`http://${host}`) || new URL(`http://${host}`).hostname !== host.toLowerCase(),
  )
  if (odd === undefined) return hosts.map(host => host.toLowerCase())
  throw new WrongUsage(
    `--private-hosts takes names or addresses such as erp.internal,10.0.0.5, without ports, not "${odd}".`,
  )
}

function readDatabase(text: string): string {
  if (/^sqlite:.+/.test(text) || /^postgres(?:ql)?:\/\/./.test(text)) return text
  throw new WrongUsage('--db must be sqlite:FILE or postgres://…')
}

function readOrigin(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  const plain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!plain) throw new WrongUsage(`--origin must be an address such as https://time.example.com, not "${text}".`)
  return url.origin
}
