/**
 * The common interface of all `nonet` commands, and how their options are parsed: flags first, then the environment.
 */
import {parseArgs} from 'node:util'
import {didYouMean, nearest, suggestWord} from '../document/spelling.ts'

export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: NodeJS.ReadableStream
  /** Colours only for a terminal. */
  readonly colour: boolean
}

export interface Command {
  readonly help: string
  readonly run: (args: readonly string[], io: Io) => Promise<number>
}

/** Exit codes: success, a problem in the document or the data, an invalid command line. */
export const exit = {done: 0, failed: 1, usage: 2} as const

/** The command line is invalid: reported in one line, with exit code 2. */
export class WrongUsage extends Error {}

/** An external problem (a port, a path, a database): reported in one line, with exit code 1. */
export class CannotRun extends Error {}

export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly multiple?: boolean
  readonly short?: string
}

export interface Parsed {
  readonly paths: readonly string[]
  readonly text: (name: string) => string | undefined
  /** All values of an option that may be repeated. */
  readonly texts: (name: string) => readonly string[]
  readonly flag: (name: string) => boolean
}

export function parseOptions(
  args: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
  env: Io['env'],
): Parsed {
  const known = {...options, help: {type: 'boolean', short: 'h'} as const}
  const {values, positionals} = parseStrictly(args, known)
  return {
    paths: positionals,
    // An empty variable is how a service file leaves one out.
    text: name => stringOf(values[name]) ?? (env[variableFor(name)] || undefined),
    texts: name => textsOf(values[name]),
    flag: name => values[name] === true || isYes(env[variableFor(name)]),
  }
}

function parseStrictly(args: readonly string[], options: Readonly<Record<string, OptionSpec>>) {
  for (const word of args) {
    if (word === '--') break
    const name = /^--([^=]+)/.exec(word)?.[1]
    if (name !== undefined && !Object.hasOwn(options, name)) {
      const names = Object.keys(options).map(each => `--${each}`)
      throw new WrongUsage(`There is no option --${name}. ${suggestWord(`--${name}`, names)}`.trim())
    }
  }
  try {
    return parseArgs({args: [...args], options, allowPositionals: true})
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
  }
}

/** `--db` can also be set as `NONET_DB`. */
function variableFor(name: string): string {
  return `NONET_${name.toUpperCase().replaceAll('-', '_')}`
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

function isYes(text: string | undefined): boolean {
  return text !== undefined && ['1', 'true', 'yes'].includes(text.toLowerCase())
}

export function onePath(paths: readonly string[], command: string, what: 'document' | 'folder' = 'document'): string {
  const [path, ...more] = paths
  const usage = `nonet ${command} ${what === 'folder' ? 'FOLDER' : 'PATH'}`
  if (path === undefined) throw new WrongUsage(`Name the ${what}: ${usage}`)
  if (more.length > 0) throw new WrongUsage(`Name one ${what}, not ${paths.length}: ${usage}`)
  return path
}

/** The value of an option that the command cannot do without. */
export function needed(options: Parsed, name: string): string {
  const given = options.text(name)
  if (given === undefined || given.trim() === '') throw new WrongUsage(`Add --${name}.`)
  return given
}

/** A command with several verbs was called with another one. */
export function unknownVerb(command: string, verb: string, verbs: readonly string[]): WrongUsage {
  const near = nearest(verb, verbs)
  return new WrongUsage(
    `Use one of: nonet ${command} ${verbs.join(' | ')}.${near === null ? '' : ` ${didYouMean(near)}`}`,
  )
}
