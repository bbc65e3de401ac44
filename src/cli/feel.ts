/** `nonet feel`: evaluates an expression, or one per line of the standard input. */
import {createInterface} from 'node:readline'
import {encodeValue} from '../feel/format.ts'
import {evaluateLoose, jsonValues, type LooseResult} from '../feel/loose.ts'
import type {ExpressionProblem} from '../feel/scope.ts'
import type {Context, Value} from '../feel/value.ts'
import type {Command} from './command.ts'

export interface FeelIo {
  readonly stdin: NodeJS.ReadableStream
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const USAGE = `usage: nonet feel "expression" [--with '{"a": 1}']
       nonet feel --lines < lines of {"expr": "…", "with": {…}}
`

/** The exit code: 0 for a value, 1 for problems in an expression, 2 for invalid arguments. */
export async function feelCommand(args: string[], io: FeelIo): Promise<number> {
  const read = readArguments(args)
  if (read === null) {
    io.err(USAGE)
    return 2
  }
  return read.lines ? answerLines(io) : answerOne(read, io)
}

interface Arguments {
  readonly lines: boolean
  readonly expression: string
  readonly given: Context
}

/** Parsed by hand, because an expression may start with a minus sign. */
function readArguments(args: readonly string[]): Arguments | null {
  let lines = false
  let given: Value = new Map()
  const expressions: string[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '--lines') lines = true
    else if (arg === '--with') given = jsonValues(args[++i] ?? '')
    else expressions.push(arg)
  }
  const [expression = ''] = expressions
  return given instanceof Map && expressions.length === (lines ? 0 : 1) ? {lines, expression, given} : null
}

function answerOne({expression, given}: Arguments, io: FeelIo): number {
  const answer = evaluateLoose(expression, given, Date.now())
  if (answer.ok) {
    io.out(`${JSON.stringify(encodeValue(answer.value))}\n`)
    return 0
  }
  for (const {code, message, hint, start} of answer.problems) io.err(`${start + 1}: ${code} ${message} ${hint}\n`)
  return 1
}

async function answerLines(io: FeelIo): Promise<number> {
  for await (const line of createInterface({input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY})) {
    if (line.trim() !== '') io.out(`${JSON.stringify(answerLine(line))}\n`)
  }
  return 0
}

function answerLine(line: string): object {
  const asked = jsonValues(line)
  const expression = asked instanceof Map ? asked.get('expr') : null
  const given: Value = asked instanceof Map ? (asked.get('with') ?? new Map()) : null
  if (typeof expression !== 'string' || !(given instanceof Map)) return unread
  return shownAnswer(evaluateLoose(expression, given, Date.now()))
}

const unread = {error: {code: 'N050', message: 'A line is JSON: {"expr": "…", "with": {…}}.', column: 1}}

function shownAnswer(answer: LooseResult): object {
  if (answer.ok) return {value: encodeValue(answer.value)}
  const [first] = answer.problems
  return first === undefined ? unread : {error: errorOf(first)}
}

const errorOf = ({code, message, hint, start}: ExpressionProblem) => ({
  code,
  message: `${message} ${hint}`,
  column: start + 1,
})

export const feel: Command = {
  help: `nonet feel "expression" [--with '{"a": 1}']
nonet feel --lines

Evaluates an expression and prints its value. Names it may use are given as JSON with --with.

  --lines   reads lines of JSON {"expr": "…", "with": {…}} and answers each with {"value": …} or
            {"error": {"code", "message", "column"}}

Exit code 0: a value. 1: the expression is wrong. 2: wrong usage.
`,
  run: (args, io) => feelCommand([...args], io),
}
