/** Expressions and their results by the DMN standard, through the same interface as `nonet feel --lines`. */
import {Readable} from 'node:stream'
import {describe, expect, test} from 'vitest'
import {feelCommand} from '../../src/cli/feel.ts'
import {dates} from './conformance/dates.ts'
import {lists} from './conformance/lists.ts'
import {logic} from './conformance/logic.ts'
import {numbers} from './conformance/numbers.ts'
import type {Row, Table} from './conformance/row.ts'
import {texts} from './conformance/texts.ts'

const lineOf = ([expression, , given = '{}']: Row): string =>
  `{"expr": ${JSON.stringify(expression)}, "with": ${given}}\n`

async function answers(rows: readonly Row[]): Promise<readonly unknown[]> {
  let out = ''
  const io = {stdin: Readable.from(rows.map(lineOf)), out: (text: string) => (out += text), err: () => {}}
  await feelCommand(['--lines'], io)
  return out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

const tables: Readonly<Record<string, Table>> = {numbers, texts, dates, lists, logic}

for (const [name, table] of Object.entries(tables)) {
  describe(name, () => {
    test.each(Object.entries(table))('%s', async (_, rows) => {
      const found = await answers(rows)
      const seen = rows.map(([expression], i) => ({expression, answer: found[i]}))
      expect(seen).toEqual(rows.map(([expression, value]) => ({expression, answer: {value}})))
    })
  })
}
