/**
 * Lighthouse with a simulated phone, on the pages of the planner that people see first: `npm run bench:lighthouse`.
 * Lighthouse is large and used only here, so npx keeps it in npm's cache. Fails if performance is below 95 or another
 * category below 100.
 */
import {execFileSync, spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {parseArgs} from 'node:util'
import {chromium} from 'playwright-core'
import {findChromium} from '../scripts/chromium.ts'
import {middle} from './figures.ts'

/** The newest version that runs on this Node; `LIGHTHOUSE` names an installed command. */
const lighthouse = (process.env['LIGHTHOUSE'] ?? 'npx --yes lighthouse@12.8.2').split(' ')
const least = {performance: 95, accessibility: 100, 'best-practices': 100, seo: 100}
type Category = keyof typeof least
const categories: readonly Category[] = ['performance', 'accessibility', 'best-practices', 'seo']

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly displayValue?: string
}

interface Report {
  readonly categories: Readonly<Record<Category, {score: number; auditRefs: readonly {id: string; weight: number}[]}>>
  readonly audits: Readonly<Record<string, Audit>>
}

const {values} = parseArgs({
  options: {rounds: {type: 'string', default: '3'}, desktop: {type: 'boolean', default: false}},
})
const rounds = Number(values.rounds)
const executable = findChromium()
if (!executable) throw new Error('Lighthouse needs Chromium.')
const folder = mkdtempSync(join(tmpdir(), 'nonet-lighthouse-'))
const server = spawn(
  process.execPath,
  ['dist/nonet.js', 'run', 'apps/time-off', '--demo', '--db', `sqlite:${join(folder, 'db.sqlite')}`, '--port', '0'],
  {stdio: ['ignore', 'pipe', 'inherit']},
)
try {
  const base = await listening()
  const {cookie, record} = await signedIn(base)
  const pages = [
    ['sign-in', '/sign-in', ''],
    ['home', '/', cookie],
    ['a list', '/requests', cookie],
    ['a record', record, cookie],
    ['a form', '/requests/new', cookie],
  ] as const
  for (const [name, path, as] of pages) {
    const reports = Array.from({length: rounds}, () => judged(`${base}${path}`, as))
    console.log(`${name.padEnd(10)} ${lines(reports).join('\n')}`)
  }
} finally {
  if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
  rmSync(folder, {recursive: true, force: true})
}

/** Resolves with the address when the server prints it. */
async function listening(): Promise<string> {
  return new Promise((resolve, reject) => {
    server.stdout.on('data', chunk => {
      const [found] = /http:\S+/.exec(String(chunk)) ?? []
      if (found) resolve(found)
    })
    server.once('exit', () => reject(new Error('The planner did not start.')))
  })
}

/** The session of a demonstration person with all roles, and the address of a request. */
async function signedIn(base: string): Promise<{cookie: string; record: string}> {
  const browser = await chromium.launch({executablePath: executable ?? '', args: ['--no-sandbox', '--disable-gpu']})
  try {
    const page = await browser.newPage({baseURL: base})
    await page.goto('/sign-in')
    await page.getByRole('button', {name: /HR/}).first().click()
    await page.waitForURL(`${base}/`)
    await page.goto('/requests')
    const record = await page.getByRole('table').getByRole('link', {name: /^\d+$/}).first().getAttribute('href')
    const cookies = await page.context().cookies()
    return {cookie: cookies.map(({name, value}) => `${name}=${value}`).join('; '), record: record ?? '/'}
  } finally {
    await browser.close()
  }
}

function judged(url: string, cookie: string): Report {
  const [command = '', ...args] = lighthouse
  const path = join(folder, 'report.json')
  execFileSync(
    command,
    [
      ...args,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${path}`,
      `--only-categories=${categories.join()}`,
      ...(values.desktop ? ['--preset=desktop'] : []),
      ...(cookie ? [`--extra-headers=${JSON.stringify({cookie})}`] : []),
      '--chrome-flags=--no-sandbox --disable-gpu --headless',
    ],
    {stdio: ['ignore', 'ignore', 'inherit'], env: {...process.env, CHROME_PATH: executable ?? ''}},
  )
  return JSON.parse(readFileSync(path, 'utf8'))
}

function lines(reports: readonly Report[]): string[] {
  const scores = categories.map(category => {
    const score = Math.round(100 * middle(reports.map(report => report.categories[category].score)))
    if (score < least[category]) process.exitCode = 1
    return `${category} ${score}${score < least[category] ? ` (at least ${least[category]})` : ''}`
  })
  const [report] = reports
  if (!report) return scores
  const lost = categories.flatMap(category =>
    report.categories[category].auditRefs.flatMap(({id, weight}) => {
      const audit = report.audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
      return [`           ${category}: ${audit.title} ${audit.displayValue ?? ''}`]
    }),
  )
  return [scores.join(', '), ...lost]
}
