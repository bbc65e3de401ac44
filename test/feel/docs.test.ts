/** docs/expressions.md and the code agree: every function is listed, and every example gives the stated result. */
import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {functions} from '../../src/feel/functions/table.ts'
import {encode} from '../../src/feel/index.ts'
import {evaluateLoose} from '../../src/feel/loose.ts'
import {NOW} from './world.ts'

const page = readFileSync('docs/expressions.md', 'utf8')

const section = (title: string): string => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

const rowsOf = (title: string): string[][] =>
  section(title)
    .split('\n')
    .filter(line => /^\| .*`/.test(line))
    .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '').trim()))

const code = (cell = ''): string => cell.replace(/^`|`$/g, '')

test('every function is documented, and every documented one exists', () => {
  expect(
    rowsOf('Functions')
      .map(([name]) => code(name))
      .sort(),
  ).toEqual(Object.keys(functions).sort())
})

describe.each(['Operators', 'Functions'])('%s', title => {
  test.each(rowsOf(title).map(([, example, gives]) => [code(example), code(gives)]))(
    '%s gives %s',
    (example, gives) => {
      const answer = evaluateLoose(example ?? '', new Map(), NOW)
      expect(answer.ok ? JSON.stringify(encode(answer.value)) : answer.problems).toEqual(gives)
    },
  )
})
