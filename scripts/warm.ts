/**
 * Lets the command that was just built serve its first pages, so that what Node compiled for them lies beside it: the first start of an
 * application is as fast as the next one, also where nothing can be written, as in a container.
 */
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {globSync, mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

const patience = 60_000

const compiled = (): string[] => globSync('dist/main-*')

/** Without it everything works, and the first start takes a moment longer. */
export async function warm(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-warm-'))
  try {
    // The second start finds all that it needs to know, as most starts do.
    await serve(folder, async () => {})
    for (const file of compiled()) rmSync(file)
    await serve(folder, look)
    if (compiled().length === 0) throw new Error('nothing was written.')
  } catch (error) {
    console.warn(`What is compiled is not kept: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

async function serve(folder: string, use: (origin: string) => Promise<void>): Promise<void> {
  const args = [
    'dist/nonet.js',
    'run',
    'apps/time-off',
    '--demo',
    '--db',
    `sqlite:${folder}/data.sqlite`,
    '--port',
    '0',
  ]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: patience,
  })
  const ended = once(child, 'exit')
  try {
    let said = ''
    for await (const chunk of child.stdout) {
      said += String(chunk)
      const origin = /listening on (http:\S+)/.exec(said)?.[1]
      if (origin === undefined) continue
      child.stdout.resume()
      await use(origin)
      break
    }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

/** As the first of the demonstration people. More pages would make every start read more than its first page needs. */
async function look(origin: string): Promise<void> {
  const person = /name="person" value="([^"]+)"/.exec(await text(`${origin}/sign-in`))?.[1] ?? ''
  const body = new URLSearchParams({_action: 'look around', person})
  const entered = await fetch(`${origin}/sign-in`, {method: 'POST', body, headers: {origin}, redirect: 'manual'})
  const headers = {
    accept: 'text/html',
    cookie: entered.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; '),
  }
  const home = await text(`${origin}/`, headers)
  if (!home.includes('aria-current="page"')) throw new Error('nobody could look around.')
  for (const path of linksIn(home).slice(0, 2)) {
    const page = await text(`${origin}${path}`, headers)
    const record = linksIn(page).find(link => link.startsWith(`${path}/`) && /\d$/.test(link))
    if (record !== undefined) await text(`${origin}${record}`, headers)
  }
}

const linksIn = (page: string): string[] => [
  ...new Set([...page.matchAll(/<a [^>]*href="(\/[a-z][^"?#]*)"/g)].map(([, path = '']) => path)),
]

async function text(url: string, headers: Readonly<Record<string, string>> = {accept: 'text/html'}): Promise<string> {
  const response = await fetch(url, {headers, signal: AbortSignal.timeout(patience)})
  return await response.text()
}
