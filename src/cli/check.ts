/** `nonet check`: everything that is wrong with a document, for people or for programs. */
import {findingsAsJson} from '../document/print.ts'
import {tellLimits} from '../points/limits/told.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {type Command, exit, type Io, onePath, type Parsed, parse} from './command.ts'
import {defaultsText, openDefaults} from './defaults.ts'
import {type DeployFinding, type Deployment, deployFindings, deploySummary, deployText} from './deploy.ts'
import {checkPath, counted, findingsText, tally} from './document.ts'
import {serveOptions, serveOptionsOf} from './options.ts'

export const check: Command = {
  help: `nonet check PATH [--json] [--defaults] [--deploy …]

Reads a document (a Markdown file, or a folder of them) and says what is wrong with it: file, line and column, a code,
a sentence and what to do. Lists which of the nine points are open, and how many warnings the document accepts.

  --json      the same for programs: {"findings":[{code,severity,file,line,column,message,hint}],"open":[3,4],
              "accepted":[{…,because}]}
  --defaults  also every limit and setting: its value, where it comes from and what it does; and what holds where a
              point is open
  --deploy    also what is unsafe about serving it: with the options and the environment that \`nonet run\` is going to
              get, and --backups FOLDER, where backups are made. Each finding names the option or file, a code and
              what to do

Exit code 0: it may run. 1: it has errors, or with --deploy something is unsafe. 2: the command was written wrongly.
`,
  async run(args, io) {
    const own = {json: {type: 'boolean'}, defaults: {type: 'boolean'}, deploy: {type: 'boolean'}} as const
    const deploys = args.includes('--deploy')
    const options = parse(args, deploys ? {...serveOptions, ...deployOptions, ...own} : own, deploys ? io.env : {})
    const checked = await checkPath(onePath(options.paths, 'check'))
    const {specification, sound} = checked
    const limits = options.flag('defaults') ? tellLimits(specification.limits) : null
    const deploy = deploys ? await deployFindings(deploymentOf(options, {args, io, checked})) : null
    if (options.flag('json')) io.out(`${asJson(checked, limits, deploy)}\n`)
    else {
      io.err(findingsText(checked, io))
      if (deploy) io.err(deployText(deploy, io.colour))
      const lines = [...summary(checked), ...(deploy ? [deploySummary(deploy)] : [])]
      io.out(`${[...lines, ...(limits ? ['', defaultsText(limits, specification.open)] : [])].join('\n')}\n`)
    }
    return sound && !deploy?.some(({severity}) => severity === 'unsafe') ? exit.done : exit.failed
  },
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
  return {options: serveOptionsOf(options, 'check'), args, env: io.env, checked, backups, now: Date.now(), user}
}

function asJson(
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
    `${sound ? 'It may run' : 'It may not run'}${found ? `: ${found}` : ''}.`,
    ...(accepted.length > 0 ? [`It accepts ${counted(accepted.length, 'warning')}.`] : []),
    openText(specification.open),
  ]
}

const names = ['purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits']

function openText(open: readonly number[]): string {
  if (open.length === 0) return 'No point is open.'
  const list = open.map(number => `${number} (${names[number - 1]})`).join(', ')
  return open.length === 1 ? `One point is open: ${list}.` : `${open.length} points are open: ${list}.`
}
