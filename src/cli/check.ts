/** `nonet check`: everything that is wrong with a document, for people or for programs. */
import {findingsAsJson} from '../document/print.ts'
import {type Command, exit, onePath, parse} from './command.ts'
import {checkPath, findingsText, tally} from './document.ts'

export const check: Command = {
  help: `nonet check PATH [--json]

Reads a document (a Markdown file, or a folder of them) and says what is wrong with it: file, line and column, a code,
a sentence and what to do. Lists which of the nine points are open.

  --json   the same for programs: {"findings":[{code,severity,file,line,column,message,hint}],"open":[3,4]}

Exit code 0: it may run. 1: it has errors. 2: the command was written wrongly.
`,
  async run(args, io) {
    const options = parse(args, {json: {type: 'boolean'}}, {})
    const checked = await checkPath(onePath(options.paths, 'check'))
    const {findings, specification, sound} = checked
    if (options.flag('json')) io.out(`${findingsAsJson(findings, specification.open)}\n`)
    else {
      io.err(findingsText(checked, io))
      io.out(
        `${[`${sound ? 'It may run' : 'It may not run'}${tally(checked) ? `: ${tally(checked)}` : ''}.`, openText(specification.open)].join('\n')}\n`,
      )
    }
    return sound ? exit.done : exit.failed
  },
}

const names = ['purpose', 'screens', 'entities', 'states', 'rules', 'roles', 'calls', 'errors', 'limits']

function openText(open: readonly number[]): string {
  if (open.length === 0) return 'No point is open.'
  const list = open.map(number => `${number} (${names[number - 1]})`).join(', ')
  return open.length === 1 ? `One point is open: ${list}.` : `${open.length} points are open: ${list}.`
}
