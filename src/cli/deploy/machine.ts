/** Settings of the machine: backups, who can read its files, free space, and how the process runs. */

import {existsSync} from 'node:fs'
import {readdir, readFile, stat, statfs} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import {databaseAddress} from '../../store/open.ts'
import {advice, type Deployment, type Looked, unsafe} from './findings.ts'

export const day = 24 * 60 * 60 * 1000

export async function backups({options, backups: folder, now}: Deployment): Promise<Looked> {
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
  const address = databaseAddress(options.db)
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

export async function modes({options, backups: folder}: Deployment): Promise<Looked> {
  if (process.platform === 'win32') return []
  const address = databaseAddress(options.db)
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

export async function secrets({args, options}: Deployment): Promise<Looked> {
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

export async function room({options, checked}: Deployment): Promise<Looked> {
  const {UPLOADS_IN_ALL: most} = checked.specification.limits.settings
  const folder = existsSync(options.files) ? options.files : '.'
  const disk = await statfs(folder).catch(() => null)
  if (!disk || disk.bavail * disk.bsize >= most) return []
  const free = Math.floor((disk.bavail * disk.bsize) / 1024 ** 2)
  const message = `Files of people may take more than the ${free} MB that are free for ${options.files}: a full disk stops every change.`
  const hint = 'Set UPLOADS_IN_ALL in point 9 to less than what is free, or make room.'
  return [advice('O117', options.files, message, hint)]
}

export function runtime({env, user}: Deployment): Looked {
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
