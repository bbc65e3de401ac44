/** The `nonet` command: dispatches to a subcommand, and turns every failure into one clear line and an exit code. */
import {isatty} from 'node:tty'
import project from '../../package.json' with {type: 'json'}
import {suggestWord} from '../document/spelling.ts'
import {StoreError, storeAdvice} from '../store/store-error.ts'
import {audit} from './access/audit.ts'
import {directory} from './access/directory.ts'
import {key} from './access/key.ts'
import {user} from './access/user.ts'
import {backup, move, restore} from './backup.ts'
import {build} from './build.ts'
import {check} from './check.ts'
import {CannotRun, type Command, exit, type Io, WrongUsage} from './command.ts'
import {exportCommand, importCommand} from './csv.ts'
import {dev} from './dev.ts'
import {build as engineBuild} from './document.ts'
import {explainCommand} from './explain.ts'
import {feel} from './feel.ts'
import {jobs} from './jobs.ts'
import {create} from './new.ts'
import {outbox} from './outbox.ts'
import {plan} from './plan.ts'
import {recomputeCommand} from './recompute.ts'
import {run} from './run.ts'
import {translate} from './translate.ts'
import {types} from './types.ts'

interface ListedCommand {
  readonly summary: string
  readonly command: Command
}

const commands: Readonly<Record<string, ListedCommand>> = {
  run: {summary: 'serve a document as a web application', command: run},
  dev: {summary: 'serve it and reload it when the document changes', command: dev},
  check: {summary: 'report what is wrong with a document, and which points are open', command: check},
  build: {summary: 'bundle the own code of a document', command: build},
  recompute: {summary: 'compute a field that a function sets again', command: recomputeCommand},
  types: {summary: 'write the types of own screens for TypeScript', command: types},
  translate: {summary: 'add rows for missing translations of a document', command: translate},
  new: {summary: 'write a small document to start from', command: create},
  plan: {summary: 'show what a document would change in a database', command: plan},
  backup: {summary: 'back up a database and its files while the application runs', command: backup},
  restore: {summary: 'restore a backup into an empty database', command: restore},
  move: {summary: 'move everything from one database to another', command: move},
  import: {summary: 'import records of an entity from a CSV file', command: importCommand},
  export: {summary: 'write records of an entity to a CSV file', command: exportCommand},
  key: {summary: 'create, list and revoke API keys', command: key},
  directory: {summary: 'create, list and revoke tokens of directories (SCIM)', command: directory},
  user: {summary: 'add, list and change people', command: user},
  outbox: {summary: 'list, retry and drop mails and calls that have not been sent', command: outbox},
  jobs: {summary: 'list and retry system actions that fail', command: jobs},
  audit: {summary: 'list, export and verify the audit log', command: audit},
  explain: {summary: 'show which lines of a document allow or refuse something', command: explainCommand},
  feel: {summary: 'evaluate an expression', command: feel},
}

async function main(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args
  if (name === 'help' && rest[0] !== undefined) return main([rest[0], '--help'], io)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.out(overview())
    return name === undefined ? exit.usage : exit.done
  }
  if (name === '--version' || name === '-v' || name === 'version') {
    io.out(
      `Nonet ${project.version} (${engineBuild?.slice(0, 12) ?? 'from source'}), Node.js ${process.versions.node}\n`,
    )
    return exit.done
  }
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!listed)
    throw new WrongUsage(
      `There is no command "${name}". ${suggestWord(name, Object.keys(commands), 'Run `nonet --help` for a list.')}`,
    )
  const {command} = listed
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(command.help)
    return exit.done
  }
  return command.run(rest, io)
}

function overview(): string {
  const rows = Object.entries(commands).map(([name, {summary}]) => `  ${name.padEnd(10)}${summary}`)
  return `Nonet runs a nine-point specification, one Markdown document, as a web application.

  nonet COMMAND PATH [options]

${rows.join('\n')}

  Run nonet COMMAND --help for the options of a command, and nonet --version for the version.
`
}

/** Of the disk or the network. Node's message names the problem and the path: `ENOSPC: no space left on device, write`. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

function said(error: unknown): {text: string; code: number} {
  if (error instanceof WrongUsage) return {text: `nonet: ${error.message}\n`, code: exit.usage}
  // A store's message is written for operators; its cause is not.
  if (error instanceof StoreError) {
    const advice = storeAdvice[error.code]
    return {text: `nonet: ${error.message}\n${advice === undefined ? '' : `  → ${advice}\n`}`, code: exit.failed}
  }
  if (isSystemError(error)) return {text: `nonet: ${error.message}\n`, code: exit.failed}
  if (error instanceof CannotRun) return {text: `nonet: ${error.message}\n`, code: exit.failed}
  return {
    text: `nonet: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    code: exit.failed,
  }
}

export async function command(): Promise<void> {
  const io: Io = {
    out: text => process.stdout.write(text),
    err: text => process.stderr.write(text),
    env: process.env,
    // Opened on demand, which takes some milliseconds.
    get stdin() {
      return process.stdin
    },
    // Checked on the terminal itself: a stream is created when something is written.
    colour: isatty(1) && isatty(2) && process.env['NO_COLOR'] === undefined,
  }
  // A reader that exits early (`nonet check | head`) is not an error.
  process.stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(exit.done)
    throw error
  })
  process.exitCode = await runCommand(process.argv.slice(2), io)
}

/** Returns the exit code; failures are printed to `io.err`. */
export async function runCommand(args: readonly string[], io: Io): Promise<number> {
  try {
    return await main(args, io)
  } catch (error) {
    const {text, code} = said(error)
    io.err(text)
    return code
  }
}
