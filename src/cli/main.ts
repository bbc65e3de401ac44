#!/usr/bin/env node
/** The command `nonet`: finds the command meant, runs it, and turns every failure into one clear line and an exit code. */
import {enableCompileCache} from 'node:module'
import {suggest} from '../document/near.ts'
import {CannotRun, type Command, exit, type Io, WrongUsage} from './command.ts'

interface Listed {
  readonly summary: string
  readonly load: () => Promise<Command>
}

const commands: Readonly<Record<string, Listed>> = {
  run: {summary: 'serve a document as a web application', load: async () => (await import('./run.ts')).run},
  dev: {
    summary: 'the same, and follow the document while you write it',
    load: async () => (await import('./dev.ts')).dev,
  },
  check: {
    summary: 'say what is wrong with a document, and which points are open',
    load: async () => (await import('./check.ts')).check,
  },
  new: {summary: 'write a small document to start from', load: async () => (await import('./new.ts')).create},
  plan: {
    summary: 'say what a document would change about a database',
    load: async () => (await import('./plan.ts')).plan,
  },
  backup: {
    summary: 'copy a database to a file, while it is in use',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'fill an empty database from such a file',
    load: async () => (await import('./restore.ts')).restore,
  },
  move: {summary: 'move everything from one database to another', load: async () => (await import('./move.ts')).move},
  import: {
    summary: 'bring records of an entity in from a CSV file',
    load: async () => (await import('./import.ts')).importCommand,
  },
  export: {
    summary: 'write records of an entity to a CSV file',
    load: async () => (await import('./export.ts')).exportCommand,
  },
  user: {summary: 'add, list and change people', load: async () => (await import('./user.ts')).user},
  outbox: {
    summary: 'list, retry and drop mails that have not left yet',
    load: async () => (await import('./outbox.ts')).outbox,
  },
  explain: {
    summary: 'say which lines of a document allow or refuse something',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  feel: {summary: 'evaluate an expression', load: async () => (await import('./feel.ts')).feel},
}

const least = [24, 11]

async function main(args: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = args
  if (isTooOld())
    throw new CannotRun(`Nonet needs Node.js ${least.join('.')} or newer; this is ${process.versions.node}.`)
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.out(overview())
    return name === undefined ? exit.usage : exit.done
  }
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!listed) throw new WrongUsage(`There is no command "${name}". ${suggest(name, Object.keys(commands))}`.trim())
  const command = await listed.load()
  if (rest.includes('--help') || rest.includes('-h')) {
    io.out(command.help)
    return exit.done
  }
  return command.run(rest, io)
}

function overview(): string {
  const rows = Object.entries(commands).map(([name, {summary}]) => `  ${name.padEnd(9)}${summary}`)
  return `Nonet runs a nine-point specification, one Markdown document, as a web application.

  nonet COMMAND PATH [options]

${rows.join('\n')}

  nonet COMMAND --help says more about one of them.
`
}

function isTooOld(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major < (least[0] ?? 0) || (major === least[0] && minor < (least[1] ?? 0))
}

function said(error: unknown): {text: string; code: number} {
  if (error instanceof WrongUsage) return {text: `nonet: ${error.message}\n`, code: exit.usage}
  // A store's message is written for operators; its cause is not.
  const known = error instanceof CannotRun || (error instanceof Error && error.name === 'StoreError')
  if (known) return {text: `nonet: ${error.message}\n`, code: exit.failed}
  return {
    text: `nonet: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    code: exit.failed,
  }
}

const io: Io = {
  out: text => process.stdout.write(text),
  err: text => process.stderr.write(text),
  env: process.env,
  stdin: process.stdin,
  colour: process.stderr.isTTY === true && process.env['NO_COLOR'] === undefined,
}

// A reader that went away (`nonet check | head`) is no failure of ours.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(exit.done)
  throw error
})

// The commands are loaded after this, so the second start need not compile them again.
enableCompileCache()

try {
  process.exitCode = await main(process.argv.slice(2), io)
} catch (error) {
  const {text, code} = said(error)
  io.err(text)
  process.exitCode = code
}
