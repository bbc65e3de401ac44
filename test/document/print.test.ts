import {describe, expect, it} from 'vitest'
import {findingsAsJson, printFindings} from '../../src/document/print.ts'
import {isSlip, nearest, suggestWord} from '../../src/document/spelling.ts'
import {documentOf} from '../kit/documents.ts'

const text = `# T

## 2. Screens

| Screen | Route | Shows | Fro |
|---|---|---|---|
| 😀 Rules | /rules | pge | everyone |
`

describe('findings for people', () => {
  it('show the line with a caret, the code, the message and the hint', () => {
    const {findings, specification} = documentOf(text)
    const printed = printFindings(findings, {colour: false, sources: specification.document.sources})
    expect(printed).toBe(
      `app.md:5:28 error N014  Unknown column \`Fro\`.
  5 | | Screen | Route | Shows | Fro |
    |                            ^
  → Did you mean \`For\`?

app.md:7:23 error N201  Unknown screen type \`pge\`.
  7 | | 😀 Rules | /rules | pge | everyone |
    |                       ^
  → Write \`page\`.`,
    )
  })

  it('are coloured only on request', () => {
    const {findings, specification} = documentOf(text)
    const print = (colour: boolean) => printFindings(findings, {colour, sources: specification.document.sources})
    expect(print(true)).toContain('\u001b[31m')
    expect(print(false)).not.toContain('\u001b')
  })

  it('place the caret correctly after wide characters, tabs and long lines', () => {
    const sources = [{file: 'a', lines: [`|\t漢字😀 x | ${'y'.repeat(300)} here`]}]
    const at = (column: number) =>
      printFindings([{code: 'N014', severity: 'error', file: 'a', line: 1, column, message: 'm', hint: ''}], {
        colour: false,
        sources,
      })
    const near = at(8).split('\n')
    expect(near[2]?.indexOf('^')).toBe((near[1] ?? '').indexOf('x') + 2)
    const far = at(313).split('\n')
    expect(far[1]?.[far[2]?.indexOf('^') ?? 0]).toBe('h')
  })

  it('cannot control the terminal', () => {
    const sources = [{file: 'a', lines: ['evil \u001b[2J\u0007 line']}]
    const printed = printFindings(
      [{code: 'N014', severity: 'error', file: 'a', line: 1, column: 1, message: 'm', hint: ''}],
      {colour: false, sources},
    )
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must be gone
    expect(printed).not.toMatch(/[\u001b\u0007]/)
  })

  it('are cut after a hundred', () => {
    const findings = Array.from({length: 130}, (_, index) => ({
      code: 'N014' as const,
      severity: 'error' as const,
      file: 'a',
      line: index + 1,
      column: 1,
      message: `m${index}`,
      hint: '',
    }))
    expect(printFindings(findings, {colour: false, sources: []})).toMatch(/… and 30 more\.$/)
  })

  it('are printed once if they are the same, with their other places', () => {
    const found = (line: number, message = 'm', file = 'a.md') =>
      ({code: 'N211', severity: 'error', file, line, column: 2, message, hint: 'Do.'}) as const
    const print = (lines: readonly number[]) =>
      printFindings([...lines.map(line => found(line)), found(7, 'other'), found(8, 'm', 'b.md')], {
        colour: false,
        sources: [],
      })
    expect(print([1, 2, 3])).toBe(
      'a.md:1:2 error N211  m\n  → Do.\n  The same at 2:2, 3:2, b.md:8:2.\n\na.md:7:2 error N211  other\n  → Do.',
    )
    expect(print(Array.from({length: 20}, (_, index) => index + 1))).toContain('8:2, 9:2 and 12 more places.')
  })
})

describe('findings for programs', () => {
  it('are JSON of a fixed shape, with the open points', () => {
    const {findings, specification} = documentOf(text)
    const json = JSON.parse(findingsAsJson({findings, open: specification.open, accepted: []}))
    expect(Object.keys(json)).toEqual(['findings', 'open', 'accepted'])
    expect(json.open).toEqual([1, 3, 4, 5, 6, 7, 8, 9])
    const keys = ['code', 'severity', 'file', 'line', 'column', 'message', 'hint', 'fix']
    expect(Object.keys(json.findings[0])).toEqual(keys)
    expect(json.findings[0].fix).toEqual({line: 5, column: 28, endLine: 5, endColumn: 31, text: 'For'})
  })
})

describe('a near name', () => {
  it.each([
    ['pge', ['page', 'list'], 'page'],
    ['signed-in', ['everyone', 'signed in'], 'signed in'],
    ['tiem_zone', ['TIME_ZONE', 'PAGE_SIZE'], 'TIME_ZONE'],
    ['zebra', ['page', 'list'], null],
    ['', ['page'], null],
  ])('of %j among %j is %j', (word, names, expected) => {
    expect(nearest(word, names)).toBe(expected)
  })

  it.each([
    ['parkd', 'parked', true],
    ['outt', 'out', true],
    ['out', 'own', false],
    ['in', 'inn', false],
    ['open', 'open', false],
    ['closed', 'opened', false],
  ])('%j is a misspelling of %j: %j', (word, other, expected) => {
    expect([isSlip(word, other), isSlip(other, word)]).toEqual([expected, expected])
  })

  it('is never a longer way off than a name in the other case', () => {
    expect(nearest('custmer', ['Customer', 'everyone'])).toBe('Customer')
    expect(nearest('custmer', ['Customer', 'everyone', 'customer'])).toBe('customer')
  })

  it('is suggested, or the whole of a small set', () => {
    expect(suggestWord('zebra', ['page', 'list'])).toBe('Use one of: page, list.')
    expect(suggestWord('zebra', [], 'Nothing.')).toBe('Nothing.')
  })
})
