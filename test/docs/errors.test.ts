/** `docs/errors.md` and the engine's own errors agree: codes, statuses, messages and placeholders. */
import {globSync, readFileSync} from 'node:fs'
import MarkdownIt from 'markdown-it'
import {describe, expect, test} from 'vitest'
import {errors} from '../../src/messages/en/errors.ts'
import {ownErrors} from '../../src/points/errors/own.ts'
import {refusal} from '../../src/points/errors/run.ts'
import {documentOf} from '../kit/documents.ts'

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const tokens = new MarkdownIt().parse(page, {})

interface Row {
  readonly code: string
  readonly status: string
  readonly when: string
  readonly message: string
  readonly placeholders: string
}

const rows = tokens.flatMap(({type}, index): Row[] => {
  if (type !== 'tr_open') return []
  const end = tokens.findIndex((token, at) => at > index && token.type === 'tr_close')
  const cells = tokens.slice(index, end).filter(token => token.type === 'inline')
  const [code = '', status = '', when = '', message = '', placeholders = ''] = cells.map(cell => cell.content)
  return code === 'Code' ? [] : [{code, status, when, message, placeholders}]
})

const sources = globSync(`${new URL('../../src/', import.meta.url).pathname}**/*.{ts,tsx}`)
  .filter(file => !file.endsWith('errors/own.ts'))
  .map(file => readFileSync(file, 'utf8'))

describe('docs/errors.md', () => {
  test("lists the engine's own codes in their order, with their statuses and messages", () => {
    const own = Object.entries(errors).map(([code, message]) => ({
      code,
      status: String(Object.entries(ownErrors).find(([each]) => each === code)?.[1]),
      message,
    }))
    expect(rows.map(({code, status, message}) => ({code, status, message}))).toEqual(own)
  })

  test.each(rows)('explains when $code happens, and its placeholders', row => {
    const named = [...row.message.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    const explained = [...row.placeholders.matchAll(/`(\w+)`: \w/g)].map(match => match[1])
    expect(explained).toEqual(named)
    expect(row.when).toMatch(/^\w.+\.$/)
  })

  test.each(rows)('$code is used', ({code}) => {
    expect(sources.filter(source => source.includes(`'${code}'`))).not.toEqual([])
  })

  test('replaces messages as in its example', () => {
    const example = tokens.find(token => token.type === 'fence')?.content ?? ''
    const {findings, specification} = documentOf(example)
    expect(findings).toEqual([])
    const {errors} = specification
    expect(refusal(errors, 'NOT_FOUND')).toEqual({
      code: 'NOT_FOUND',
      status: 404,
      message: 'There is no such page at the desk.',
    })
    expect(refusal(errors, 'TOO_LONG', {most: '20', count: '25'})).toEqual({
      code: 'TOO_LONG',
      status: 422,
      message: 'Please use 20 characters at most.',
    })
  })
})
