/** Functions of own code run in processes of their own: values in, a value out, in a limited time. */
import {readFileSync} from 'node:fs'
import {expect, test} from 'vitest'
import {FunctionFailed} from '../../src/engine/transaction/context.ts'
import {ownFunctions} from '../kit/own-code.ts'

const body = (text: string) => `export default values => { ${text} }`

test('a function gets its values, and gives one', async () => {
  const {call} = ownFunctions({
    price: 'export default ({hours, seats}) => hours * seats * 1.5',
    shown: `export default ({day}) => new Intl.DateTimeFormat('de').format(new Date(day))`,
    day: `export default ({day}) => new Date(day).getUTCDay() === 0 ? 'Sunday' : null`,
  })
  const calls = [
    {name: 'price', values: {hours: 2, seats: 10}},
    {name: 'day', values: {day: '2026-05-03'}},
    {name: 'day', values: {day: '2026-05-04'}},
    {name: 'shown', values: {day: '2026-05-04'}},
  ]
  expect(await call(calls)).toEqual([30, 'Sunday', null, '4.5.2026'])
  // More than one message.
  const many = Array.from({length: 250}, (_, hours) => ({name: 'price', values: {hours, seats: 2}}))
  expect((await call(many)).at(-1)).toBe(249 * 3)
})

test.each([
  ['a text that is no value', 'return undefined', 'gave undefined'],
  ['no finite number', 'return 1 / 0', 'gave Infinity'],
  ['not a number', 'return Number("x")', 'gave NaN'],
  ['too long a text', 'return "x".repeat(9 * 1024 * 1024)', 'What broken gives is too large.'],
  ['a list', 'return [1]', 'gave a list'],
  ['an object that pretends', 'return {toJSON: () => 1, valueOf: () => 1}', 'gave an object'],
  ['a promise', 'return Promise.resolve(1)', 'gave a promise'],
  ['a large number', 'return 10n', 'gave bigint'],
  ['an error', 'throw new Error("no price")', 'no price'],
  ['what has no text', 'throw {toString() { throw 1 }}', 'has no text'],
  ['the clock', 'return Date.now()', 'has no clock'],
  ['the clock as a date', 'return new Date().getTime()', 'has no clock'],
  ['the clock as a text', 'return Date()', 'has no clock'],
  ['the clock by another name', 'return new (new Date("2026-01-01").constructor)().getTime()', 'has no clock'],
  ['the clock as a formatted text', 'return new Intl.DateTimeFormat().format()', 'has no clock'],
  ['the clock in parts', 'return new Intl.DateTimeFormat().formatToParts()[0].value', 'has no clock'],
  ['the clock of a file', 'return new File([], "x").lastModified', 'File is not defined'],
  ['the clock of an event', 'return new Event("x").timeStamp', 'Event is not defined'],
  [
    'the clock through what it has replaced',
    'Reflect.construct = made => made.now(); Reflect.apply = made => 1; return new Date("2026-01-01") > 1 ? undefined.x : 1',
    "reading 'x'",
  ],
  ['random numbers', 'return Math.random()', 'has no random numbers'],
  ['the environment', 'return Object.keys(process.env).length', 'process is not defined'],
  ['the network', 'return fetch("http://127.0.0.1") ? 1 : 2', 'fetch is not defined'],
  ['code from text', 'return Function("return 1")()', 'Code generation from strings disallowed'],
  ['__proto__', 'return values.__proto__ === undefined ? undefined.x : 1', "reading 'x'"],
])('%s is refused, and the next call is answered', async (_, text, message) => {
  const {one, failures} = ownFunctions({broken: body(text), fine: body('return 7')}, {deadline: 20_000})
  await expect(one('broken')).rejects.toThrow(FunctionFailed)
  expect(failures).toEqual([expect.stringContaining(message)])
  expect(await one('fine')).toBe(7)
})

test.each([
  ['never ends', body('for (;;);')],
  ['ends its process by filling the memory', body('const all = []; for (;;) all.push(new Array(1e6).fill(values))')],
])('a function that %s is stopped in time, and the next call is answered', async (_, source) => {
  const {processes, one} = ownFunctions({broken: source, fine: body('return 7')})
  await processes.start()
  const begin = performance.now()
  await expect(one('broken')).rejects.toThrow(FunctionFailed)
  // Two seconds, on a machine that is busy.
  expect(performance.now() - begin).toBeLessThan(5000)
  await expect.poll(() => one('fine').catch(() => null)).toBe(7)
})

test('many calls have more time than one', async () => {
  const slow = body('let sum = 0; for (let at = 0; at < values.steps; at++) sum += at % 7; return sum')
  const {call, processes} = ownFunctions({slow}, {deadline: 500})
  await processes.start()
  const timed = async (steps: number, times: number) => {
    const begin = performance.now()
    await call(Array.from({length: times}, () => ({name: 'slow', values: {steps}})))
    return performance.now() - begin
  }
  await timed(1e6, 1)
  // Of about ten milliseconds each: together they take longer than one may.
  const steps = 1e7 / Math.max(1, await timed(1e6, 1))
  expect(await timed(steps, 100)).toBeGreaterThan(500)
})

test('a module that never ends, or cannot be loaded, keeps no write waiting', async () => {
  const {one} = ownFunctions({broken: 'for (;;);\nexport default () => 1'})
  const begin = performance.now()
  await expect(one('broken')).rejects.toThrow(FunctionFailed)
  expect(performance.now() - begin).toBeLessThan(12_000)
  const others = ownFunctions({
    broken: `throw new Error('at import')`,
    none: 'export default 7',
    fine: body('return 7'),
  })
  await expect(others.one('broken')).rejects.toThrow('at import')
  await expect(others.one('none')).rejects.toThrow('none is not a function')
  await expect(others.one('constructor')).rejects.toThrow('There is no function constructor')
  expect(await others.one('fine')).toBe(7)
})

test.each([
  'node:fs',
  'fs',
  'node:child_process',
  'nonet:kit',
  '/etc/passwd',
  'file:///etc/passwd',
  '../../engine.json',
])('a function cannot import %s', async specifier => {
  const {one, folder} = ownFunctions({
    broken: `import * as all from ${JSON.stringify(specifier)}\nexport default () => 1`,
  })
  await expect(one('broken')).rejects.toThrow(/cannot import|ERR_|not allowed/i)
  expect(readFileSync(`${folder}/broken.mjs`, 'utf8')).toContain(specifier)
})

test('what one function changes of the language does not change what others give', async () => {
  const {one} = ownFunctions({
    bad: body(
      `Array.prototype.push = () => { throw 1 }; JSON.parse = () => 9; Object.entries = () => []; Number.isFinite = () => true; return 1 / 0`,
    ),
    fine: body('return 7'),
  })
  await expect(one('bad')).rejects.toThrow(FunctionFailed)
  expect(await one('fine').catch(() => 'refused')).not.toBe(9)
})
