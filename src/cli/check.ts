/** `nonet check`: all problems of a document, for people or for programs; and the defaults that apply. */
import {readFile, writeFile} from 'node:fs/promises'
import {applyFixes} from '../document/finding.ts'
import {findingsAsJson} from '../document/print.ts'
import type {PointNumber} from '../document/raw.ts'
import {type ToldLimit, tellLimits} from '../points/limits/settings.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {fixableFindings, withCodeFindings} from './check-code.ts'
import {withPublicFindings} from './check-public.ts'
import {type Command, exit, type Io, onePath, type Parsed, parseOptions} from './command.ts'
import {deployFindings} from './deploy/deploy.ts'
import {type DeployFinding, type Deployment, deploySummary, deployText} from './deploy/findings.ts'
import {checkPath, countedNoun, findingsText, tally} from './document.ts'
import {serveOptions, serveOptionsOf} from './options.ts'

// Defaults, as `nonet check --defaults` lists them.

const defaults: Readonly<Record<PointNumber, string>> = {
  1: 'the title alone',
  2: 'a list, a record and a form for every entity, for everyone who may read or create it',
  3: 'User alone: name, email, roles, active',
  4: 'records have no states and no actions',
  5: 'types, lengths, ranges, Required and Unique of point 3 alone',
  6: 'one role, Member, who signs up and may do all',
  7: 'no calls',
  8: "the engine's own codes and messages",
  9: "the engine's own values, as listed above",
}

function openDefaults(open: readonly PointNumber[]): {readonly point: number; readonly holds: string}[] {
  return open.map(point => ({point, holds: defaults[point]}))
}

function defaultsText(limits: readonly ToldLimit[], open: readonly PointNumber[]): string {
  const width = Math.max(...limits.map(({name}) => name.length))
  const value = Math.max(...limits.map(limit => limitText(limit).length))
  const from = Math.max(...limits.map(limit => fromOf(limit).length))
  const rows = limits.map(limit =>
    [limit.name.padEnd(width), limitText(limit).padEnd(value), fromOf(limit).padEnd(from), limit.does].join('  '),
  )
  const points = openDefaults(open).map(({point, holds}) => `Point ${point} is open: ${holds}.`)
  return [...rows, ...(points.length > 0 ? ['', ...points] : [])].join('\n')
}

const larger: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  bytes: [
    [1024 ** 3, 'GB'],
    [1024 ** 2, 'MB'],
    [1024, 'KB'],
  ],
  seconds: [
    [86_400, 'days'],
    [3600, 'hours'],
    [60, 'minutes'],
  ],
}

/** In the largest unit that gives a whole number. */
function limitText({value, unit}: ToldLimit): string {
  if (typeof value === 'string') return value
  const [size, name] = larger[unit]?.find(([each]) => value % each === 0) ?? [1, unit]
  return `${value / size} ${name}`
}

function fromOf({from}: ToldLimit): string {
  if (from === 'default') return 'by default'
  return from === 'fixed' ? 'always' : `${from.file}:${from.line}`
}

// The command.

export const check: Command = {
  help: `nonet check PATH [--fix] [--json] [--defaults] [--deploy …]

Reads a document (a Markdown file, or a folder of them) and lists its errors and warnings: file, line and column, a
code, a sentence and what to do. Also lists which of the nine points are open, and how many warnings are accepted. Own code is checked with it: its files and names, with rolldown whether it can
be built, and with TypeScript, if it is installed, its types.

  --fix       first applies every automatic fix and writes the files
  --json      for programs: {"findings":[{code,severity,file,line,column,message,hint,fix,also}],"open":[3,4],
              "accepted":[{…,because}]}; a fix is {line,column,endLine,endColumn,text}
  --defaults  also every limit and setting: its value, where it comes from and what it does; and the default of
              every open point
  --deploy    also checks the deployment: pass the options and the environment of \`nonet run\`, and
              --backups FOLDER, where backups are made. Each finding names the option or file, a code and what to do

Exit code 0: it can run. 1: it has errors, or with --deploy something is unsafe. 2: wrong usage.
`,
  async run(args, io) {
    const own = {
      fix: {type: 'boolean'},
      json: {type: 'boolean'},
      defaults: {type: 'boolean'},
      deploy: {type: 'boolean'},
    } as const
    const deploys = args.includes('--deploy')
    const options = parseOptions(
      args,
      deploys ? {...serveOptions, ...deployOptions, ...own} : own,
      deploys ? io.env : {},
    )
    const path = onePath(options.paths, 'check')
    const fixed = options.flag('fix') ? await fixPath(path) : 0
    const checked = await withPublicFindings(path, await withCodeFindings(path, await checkPath(path)))
    const {specification, sound} = checked
    const limits = options.flag('defaults') ? tellLimits(specification.limits) : null
    const deploy = deploys ? await deployFindings(deploymentOf(options, {args, io, checked})) : null
    if (options.flag('json')) io.out(`${checkAsJson(checked, limits, deploy)}\n`)
    else {
      io.out(findingsText(checked, io))
      if (deploy) io.out(deployText(deploy, io.colour))
      if (fixed > 0) io.out(`Applied ${countedNoun(fixed, 'fix', 'fixes')}.\n`)
      const lines = [...summary(checked), ...(deploy ? [deploySummary(deploy)] : [])]
      io.out(`${[...lines, ...(limits ? ['', defaultsText(limits, specification.open)] : [])].join('\n')}\n`)
    }
    return sound && !deploy?.some(({severity}) => severity === 'unsafe') ? exit.done : exit.failed
  },
}

/** A fix may reveal another problem that can be fixed. */
const mostRounds = 10

async function fixPath(path: string): Promise<number> {
  let count = 0
  for (let round = 0; round < mostRounds; round += 1) {
    const findings = await fixableFindings(path, await checkPath(path))
    const byFile = [...Map.groupBy(findings, ({file}) => file)]
    if (byFile.length === 0) return count
    for (const [file, found] of byFile) {
      const fixed = applyFixes(await readFile(file, 'utf8'), found)
      await writeFile(file, fixed.text)
      count += fixed.count
    }
  }
  return count
}

const deployOptions = {backups: {type: 'string'}} as const

interface Checking {
  readonly args: readonly string[]
  readonly io: Io
  readonly checked: CheckedDocument
}

function deploymentOf(options: Parsed, {args, io, checked}: Checking): Deployment {
  const user = process.getuid?.() ?? null
  const backups = options.text('backups')
  return {options: serveOptionsOf(options, 'check', io.env), args, env: io.env, checked, backups, now: Date.now(), user}
}

function checkAsJson(
  {findings, accepted, specification}: CheckedDocument,
  limits: ReturnType<typeof tellLimits> | null,
  deploy: readonly DeployFinding[] | null,
) {
  const {open} = specification
  return findingsAsJson({
    findings,
    open,
    accepted,
    ...(limits ? {limits, openDefaults: openDefaults(open)} : {}),
    ...(deploy ? {deploy} : {}),
  })
}

function summary(checked: CheckedDocument): string[] {
  const {sound, accepted, specification} = checked
  const found = tally(checked)
  return [
    `${sound ? 'The document can run' : 'The document cannot run'}${found ? `: ${found}` : ''}.`,
    ...(accepted.length > 0 ? [`${countedNoun(accepted.length, 'warning')} accepted.`] : []),
    openText(specification.open),
  ]
}

const names = ['purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits']

function openText(open: readonly number[]): string {
  if (open.length === 0) return 'No point is open.'
  const list = open.map(number => `${number} (${names[number - 1]})`).join(', ')
  return open.length === 1 ? `1 point is open: ${list}.` : `${open.length} points are open: ${list}.`
}
