/** `nonet feel` on the command line. */
import {Readable} from 'node:stream'
import {expect, test} from 'vitest'
import {feelCommand} from '../../src/cli/feel.ts'

async function call(args: string[], input = '') {
  let [out, err] = ['', '']
  const io = {
    stdin: Readable.from([input]),
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      err += text
    },
  }
  const code = await feelCommand(args, io)
  return {code, out, err}
}

test.each([
  [['1 + 2'], '3\n'],
  [['-5 + 2'], '-3\n'],
  [['"a" + "b"'], '"ab"\n'],
  [['a + b', '--with', '{"a": 1, "b": 0.5}'], '1.5\n'],
  [['--with', '{"a": [1, 2]}', 'a[item > 1]'], '[2]\n'],
  [['a', '--with', '{"a": 0.12345678901234567890123}'], '"0.12345678901234567890123"\n'],
  [['a', '--with', '{"a": 12345678901234567890}'], '"12345678901234567890"\n'],
  [['a', '--with', '{"a": {"b": [1, null, "x"]}}'], '{"b":[1,null,"x"]}\n'],
  [['1/3'], '"0.3333333333333333333333333333333333"\n'],
  [['duration("PT36H")'], '"P1DT12H"\n'],
  [['null'], 'null\n'],
])('%j prints %s', async (args, out) => {
  expect(await call(args)).toEqual({code: 0, out, err: ''})
})

test('a problem goes to the error stream, with its column', async () => {
  expect(await call(['1 + x'])).toEqual({
    code: 1,
    out: '',
    err: '5: N055 Unknown name `x`. If it is a text, write `"x"`.\n',
  })
})

test.each(['1 = = 2', '1 < = 2', '1 + + 2', '+2'])('L24: %s is an error', async text => {
  const {code, out, err} = await call([text])
  expect({code, out}).toEqual({code: 1, out: ''})
  expect(err).toMatch(/^\d: N050 Unexpected `.`\. /)
})

test.each([
  [[]],
  [['1', '2']],
  [['a', '--with', '[1]']],
  [['a', '--with', '{']],
  [['a', '--with']],
  [['--lines', '1']],
])('%j prints the usage', async args => {
  const {code, out, err} = await call(args)
  expect({code, out}).toEqual({code: 2, out: ''})
  expect(err).toMatch(/^usage: nonet feel/)
})

test('lines are evaluated one by one, whatever is wrong with one of them', async () => {
  const input = [
    '{"expr": "a * 2", "with": {"a": 21}}',
    '',
    '{"expr": "1 +"}',
    'nonsense',
    '{"with": {}}',
    '{"expr": "today() = null"}',
  ].join('\n')
  const {code, out} = await call(['--lines'], input)
  const answers = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(code).toBe(0)
  expect(answers.map(({value, error}) => error?.code ?? value)).toEqual([42, 'N050', 'N050', 'N050', false])
  expect(answers[1].error).toMatchObject({column: 4})
})
