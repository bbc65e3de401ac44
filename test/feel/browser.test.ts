/** Expressions in the browser: the same results from JSON, without a parser, within its size budget. */
import {gzipSync} from 'node:zlib'
import {build} from 'esbuild'
import {describe, expect, test} from 'vitest'
import {canEvaluate, compileInBrowser} from '../../src/feel/browser.ts'
import {parseNum} from '../../src/feel/decimal.ts'
import {readDate} from '../../src/feel/format.ts'
import {compile, encode, type Scope, type} from '../../src/feel/index.ts'
import {timeOff} from './scopes.ts'
import {environmentAt, memoryWorld, NOW, type Rows, ref} from './world.ts'

const MOST_BYTES = 9000

function coreOf(text: string, scope: Scope = {...timeOff, entity: 'Request'}) {
  const typed = type(text, scope)
  if (!typed.ok) throw new Error(JSON.stringify(typed.problems))
  return typed.core
}

async function bundle(): Promise<string> {
  const made = await build({
    entryPoints: ['src/feel/browser.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return made.outputFiles[0]?.text ?? ''
}

test(`evaluator, decimals and functions together weigh at most ${MOST_BYTES} bytes gzipped`, async () => {
  const code = await bundle()
  expect(code.length).toBeGreaterThan(1000)
  expect(gzipSync(code, {level: 9}).length).toBeLessThanOrEqual(MOST_BYTES)
})

test('no parser, no regular expression engine and no code from text is in it', async () => {
  const code = await bundle()
  expect(code).not.toMatch(/\beval\(|new Function|LRParser|RE2/)
})

describe('unsupported functions are known', () => {
  test.each([
    ['days > 0', true],
    ['working days(first_day, last_day) > 1 and string length(note) < 10', true],
    ['matches(note, "a+")', false],
    ['days > 0 and (if first_half then replace(note, "a", "b") else note) = "x"', false],
    ['count(remarks[split(text, ",")[1] = "x"]) > 0', false],
  ])('%s: %s', (text, can) => {
    expect(canEvaluate(coreOf(text))).toBe(can)
  })
})

const rows: Rows = {
  Request: {
    r: {
      first_day: readDate('2026-05-04'),
      last_day: readDate('2026-05-15'),
      first_half: true,
      days: parseNum('9.5'),
      note: 'ab😀',
      status: 'draft',
      person: ref('User', 'ann'),
    },
  },
  User: {ann: {name: 'Ann', manager: null}},
  Holiday: {h: {day: readDate('2026-05-08')}},
}

describe('it gives the same results as the server', () => {
  const environment = environmentAt(NOW, {this: ref('Request', 'r'), me: ref('User', 'ann')})
  const world = memoryWorld(rows, {}, environment)
  test.each([
    ['working days(first_day, last_day, Holiday.day) - (if first_half then 0.5 else 0)', 8.5],
    ['person = me and person.manager = null', true],
    ['status in ("draft", "submitted") and last_day >= first_day', true],
    ['string length(note)', 3],
    ['first_day + duration("P1M")', '2026-06-04'],
    ['last_day - first_day', 'P11D'],
    ['(last_day - first_day).days / 3', '3.666666666666666666666666666666667'],
    ['now() + duration("PT12H") > now()', true],
    ['today().weekday', 5],
    ['round half up(days / 2, 1)', 4.8],
    ['sum(Request.days) + max(1, 2)', 11.5],
    ['every h in Holiday satisfies h.day > today()', true],
    ['status < "approved"', true],
  ])('%s', (text, expected) => {
    const json = JSON.parse(JSON.stringify(coreOf(text)))
    expect(canEvaluate(json)).toBe(true)
    expect(encode(compileInBrowser(json)({...environment, world}))).toEqual(expected)
    expect(encode(compile(json)({...environment, world}))).toEqual(expected)
  })
})
