/** Any text: parsing and typing give a tree or problems, evaluation a value, and nothing throws or hangs. */
import {readFileSync} from 'node:fs'
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {compile, encode, parse, type Scope, type} from '../../src/feel/index.ts'
import {evaluateLoose, jsonValues} from '../../src/feel/loose.ts'
import {dates} from '../feel/conformance/dates.ts'
import {lists} from '../feel/conformance/lists.ts'
import {logic} from '../feel/conformance/logic.ts'
import {numbers} from '../feel/conformance/numbers.ts'
import {texts} from '../feel/conformance/texts.ts'
import {helpdesk, timeOff} from '../feel/scopes.ts'
import {environmentAt, memoryWorld, NOW, type Rows, ref} from '../feel/world.ts'

const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
const settings = {seed, numRuns: Number(process.env.NONET_RUNS ?? 2000)}
console.log(`fuzz seed ${seed}`)

const real: readonly string[] = [
  ...[numbers, texts, dates, lists, logic].flatMap(table =>
    Object.values(table).flatMap(rows => rows.map(([text]) => text)),
  ),
  ...expressionsIn('test/feel/documents.test.ts'),
]

/** The expressions of the two documents, from the neighbouring test. */
function expressionsIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/text: '([^'\n]+)'/g)].map(([, text = '']) => text)
}

const pieces = [
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '"',
  ',',
  '..',
  '.',
  ' and ',
  ' or ',
  ' in ',
  'not',
  ' = ',
  ' < ',
  '>=',
  '**',
  '-',
  '@',
  '\\',
  '//',
  '/*',
  ' satisfies ',
  ' some x in ',
  'if ',
  ' then ',
  ' else ',
  'null',
  'item',
  '1e9999',
  '0',
  '9'.repeat(40),
  'duration("P1D")',
  'status',
  '.constructor',
  '.__proto__',
  'toString',
  'hasOwnProperty(1)',
  '{Is constructor}',
  'Ticket',
  'this',
  'me',
  '\u{1F40E}',
  '\ud800',
  '\n',
  '\t',
]

const word = fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(...real), fc.string({unit: 'binary', maxLength: 6}))

const anyText = fc.oneof(
  fc.constantFrom(...real),
  fc.string({unit: 'binary', maxLength: 200}),
  fc.array(word, {maxLength: 25}).map(parts => parts.join('')),
  mutated(),
)

/** A real expression with a piece removed, doubled or replaced. */
function mutated(): fc.Arbitrary<string> {
  return fc.tuple(fc.constantFrom(...real), fc.nat(), fc.nat(20), word).map(([text, at, length, piece]) => {
    const start = text.length === 0 ? 0 : at % text.length
    return text.slice(0, start) + piece + text.slice(start + length)
  })
}

const scopes: readonly Scope[] = [
  {...helpdesk, entity: 'Ticket'},
  {...timeOff, entity: 'Request'},
  {entities: new Map(), loose: true, inputs: new Map()},
]

const isProblem = (text: string) => (problem: {start: number; end: number; message: string; hint: string}) =>
  problem.start >= 0 &&
  problem.end <= text.length &&
  problem.start <= problem.end &&
  problem.message !== '' &&
  problem.hint !== ''

test(`parsing never throws (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyText, text => {
      const parsed = parse(text)
      return parsed.ok || (parsed.problems.length > 0 && parsed.problems.every(isProblem(text)))
    }),
    settings,
  )
})

test(`typing never throws, and its problems are inside the text (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(...scopes), (text, scope) => {
      const typed = type(text, scope)
      return typed.ok || (typed.problems.length > 0 && typed.problems.every(isProblem(text)))
    }),
    settings,
  )
})

const rows: Rows = {
  Ticket: {
    t1: {
      status: 'open',
      number: 1,
      subject: 'a\u{1F40E}',
      body: null,
      requester: ref('User', 'u1'),
      assignee: null,
      priority: 'high',
      due: null,
    },
  },
  User: {u1: {name: 'Ann', team: null}},
  Comment: {c1: {ticket: ref('Ticket', 't1'), author: ref('User', 'u1'), text: 'x'}},
}

test(`evaluating typed expressions never throws, and gives JSON values (seed ${seed})`, () => {
  const environment = environmentAt(NOW, {this: ref('Ticket', 't1'), old: ref('Ticket', 't1'), me: ref('User', 'u1')})
  const relations = new Map([['Ticket.comments', {entity: 'Comment', by: 'ticket'}]])
  const world = memoryWorld(rows, {relations}, environment)
  fc.assert(
    fc.property(anyText, text => {
      const typed = type(text, {...helpdesk, entity: 'Ticket'})
      if (typed.ok) JSON.stringify(encode(compile(typed.core)({...environment, world})))
    }),
    settings,
  )
})

test(`evaluating without types never throws (seed ${seed})`, () => {
  const given = jsonValues('{"a": 1, "b": [1, null, {"c": "x"}], "c": {"d": {"e": 2.5}}, "s": "text"}')
  if (!(given instanceof Map)) throw new Error('the values are no context')
  fc.assert(
    fc.property(anyText, text => {
      const answer = evaluateLoose(text, given, NOW)
      if (answer.ok) JSON.stringify(encode(answer.value))
    }),
    settings,
  )
})

describe('the fuzzer itself', () => {
  test('reaches evaluation, not only problems', () => {
    const typed = fc
      .sample(anyText, {seed: 1, numRuns: 500})
      .filter(text => type(text, scopes[2] ?? {entities: new Map()}).ok)
    expect(typed.length).toBeGreaterThan(50)
  })
  test('includes the real expressions', () => {
    expect(real.length).toBeGreaterThan(700)
  })
})
