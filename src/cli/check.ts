/** `nonet check`: everything that is wrong with a document, for people or for programs. */
import {findingsAsJson} from '../document/print.ts'
import {tellLimits} from '../points/limits/told.ts'
import type {CheckedDocument} from '../points/specification.ts'
import {type Command, exit, onePath, parse} from './command.ts'
import {defaultsText, openDefaults} from './defaults.ts'
import {checkPath, counted, findingsText, tally} from './document.ts'

export const check: Command = {
  help: `nonet check PATH [--json] [--defaults]

Reads a document (a Markdown file, or a folder of them) and says what is wrong with it: file, line and column, a code,
a sentence and what to do. Lists which of the nine points are open, and how many warnings the document accepts.

  --json      the same for programs: {"findings":[{code,severity,file,line,column,message,hint}],"open":[3,4],
              "accepted":[{…,because}]}
  --defaults  also every limit and setting: its value, where it comes from and what it does; and what holds where a
              point is open

Exit code 0: it may run. 1: it has errors. 2: the command was written wrongly.
`,
  async run(args, io) {
    const options = parse(args, {json: {type: 'boolean'}, defaults: {type: 'boolean'}}, {})
    const checked = await checkPath(onePath(options.paths, 'check'))
    const {specification, sound} = checked
    const limits = options.flag('defaults') ? tellLimits(specification.limits) : null
    if (options.flag('json')) io.out(`${asJson(checked, limits)}\n`)
    else {
      io.err(findingsText(checked, io))
      io.out(`${[...summary(checked), ...(limits ? ['', defaultsText(limits, specification.open)] : [])].join('\n')}\n`)
    }
    return sound ? exit.done : exit.failed
  },
}

function asJson({findings, accepted, specification}: CheckedDocument, limits: ReturnType<typeof tellLimits> | null) {
  const {open} = specification
  return findingsAsJson({findings, open, accepted, ...(limits ? {limits, openDefaults: openDefaults(open)} : {})})
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
