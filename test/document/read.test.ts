import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {type Block, isOpen, placeIn, pointNumbers, sourceOf} from '../../src/document/raw.ts'
import {readDocument} from '../../src/document/read.ts'
import {checkDocument} from '../../src/screens/testing.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readDocument([{file: 'app.md', bytes: bytes(text)}])
const codes = (text: string) => read(text).findings.map(found => `${found.code} ${found.line}:${found.column}`)

function blocks(text: string): readonly Block[] {
  return read(`# T\n## 2. S\n${text}`).document.points[2].sections.flatMap(section => section.blocks)
}

describe('a document', () => {
  it('has nine points, with sections under their headings', () => {
    const {document, findings} = read(
      '# Title\n\n## 2. Screens\n\nProse.\n\n### One\n\nWords.\n\n### Two\n\n## 3. Entities\n',
    )
    expect(findings).toEqual([])
    expect(document.title?.text).toBe('Title')
    expect(document.points[2].sections.map(section => section.heading?.text ?? null)).toEqual([null, 'One', 'Two'])
    expect(document.points[3].headings[0]).toMatchObject({text: '3. Entities', line: 13, column: 4})
    expect(document.points[9].sections).toEqual([])
  })

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('keeps its positions with %s line ends', (_name, end) => {
    const text = ['\uFEFF# T', '', '## 9. Limits', '', '| Name | Value |', '|---|---|', '| A | 1 |'].join(end)
    const {document, findings} = read(text)
    expect(findings).toEqual([])
    const [table] = document.points[9].sections[0]?.blocks ?? []
    expect(table).toMatchObject({
      kind: 'table',
      line: 5,
      rows: [
        {
          line: 7,
          cells: [
            {text: 'A', line: 7, column: 3},
            {text: '1', line: 7, column: 7},
          ],
        },
      ],
    })
  })

  it('in several files is combined in the order of the files', () => {
    const {document, findings} = readDocument([
      {file: 'a.md', bytes: bytes('# T\n\n## 2. A\n\n- first: 1\n')},
      {file: 'b.md', bytes: bytes('## 2. B\n\n- second: 2\n')},
    ])
    expect(findings).toEqual([])
    const keys = document.points[2].sections
      .flatMap(section => section.blocks)
      .map(block => block.kind === 'bullet' && `${block.file} ${block.key.text}`)
    expect(keys).toEqual(['a.md first', 'b.md second'])
  })

  it('reads bullets with keys, also over several lines, and leaves other lists as prose', () => {
    const found = blocks('\n- where: `a = 1`\n  and b\n- Note: prose\n\n1. one\n2. two\n\n* plain\n* list\n')
    expect(found.map(block => block.kind)).toEqual(['bullet', 'prose', 'prose', 'prose'])
    expect(found[0]).toMatchObject({
      key: {text: 'where', line: 4, column: 3},
      value: {text: 'a = 1 and b', line: 4, column: 10},
    })
  })

  it('reads fenced blocks, and no table inside them', () => {
    const [fence] = blocks('\n```json\n| a |\n|---|\n```\n')
    expect(fence).toMatchObject({kind: 'fence', info: 'json', content: '| a |\n|---|\n', line: 4, endLine: 7})
  })

  it('keeps prose as written', () => {
    const {document} = read('# T\n## 2. S\n\nOne *two*\nthree.\n\n> four\n\n#### Five\n\n| a |\n|---|\n| b |\n')
    const all = document.points[2].sections.flatMap(section => section.blocks)
    expect(sourceOf(document, all)).toBe('One *two*\nthree.\n\n> four\n\n#### Five\n\n| a |\n|---|\n| b |')
  })

  it('is open at a point that is missing or contains only prose', () => {
    const {document} = read('# T\n## 1. A\nProse.\n\n- a list\n\n## 2. B\n- key: value\n\n## 3. C\n\n```\nx\n```\n')
    expect(pointNumbers.filter(number => isOpen(document.points[number]))).toEqual([1, 4, 5, 6, 7, 8, 9])
  })

  it('may start with prose before the first section', () => {
    expect(codes('Hello.\n\n# T\n\nProse before.\n\n## 1. A\n')).toEqual([])
  })
})

describe('a cell', () => {
  const cells = (row: string) => {
    const [table] = blocks(`\n| a | b | c |\n|---|---|---|\n${row}`)
    return table?.kind === 'table' ? (table.rows[0]?.cells ?? []) : []
  }

  it.each([
    ['| x | y |', ['x', 'y']],
    ['x | y', ['x', 'y']],
    ['|  | `a | ', ['', '`a']],
    ['| `a \\| b` | c\\|d | \\|', ['a | b', 'c|d', '|']],
    ['| ``a`b`` | ` x ` | `a` and `b` |', ['a`b', 'x', 'a and b']],
    ['| first\\_day | a \\* b | "a\\"b\\n" |', ['first_day', 'a * b', '"a\\"b\\n"']],
    ['| 😀 é | שלום | a * (b - 1) * 2 |', ['😀 é', 'שלום', 'a * (b - 1) * 2']],
  ])('of %j reads %j', (row, texts) => {
    expect(cells(row).map(cell => cell.text)).toEqual(texts)
  })

  it('maps every part of its text to the source', () => {
    const [cell] = cells('| see `a \\| bc` end |')
    if (!cell) throw new Error('no cell')
    const source = '| see `a \\| bc` end |'
    for (const part of ['see', 'bc', 'end', '| b']) {
      const place = placeIn(cell, cell.text.indexOf(part))
      expect(source.slice(place.column - 1).startsWith(part)).toBe(true)
      expect(place.line).toBe(6)
    }
  })
})

describe('a mistake in the structure of a document', () => {
  it.each([
    ['no title', '## 1. A\n', ['N009 1:1']],
    ['a second title', '# T\n\n# U\n', ['N010 3:3']],
    ['a section twice', '# T\n## 1. A\n## 2. B\n## 1. C\n', ['N005 4:4']],
    ['an unknown number', '# T\n## 12. A\n- key: value\n', ['N006 2:4']],
    ['a number zero', '# T\n## 0. A\n', ['N006 2:4']],
    ['a section without a number', '# T\n## Appendix\n| a |\n|---|\n| b |\n', ['N007 2:4']],
    ['a table before the sections', '# T\n\n| a |\n|---|\n| b |\n', ['N008 3:1']],
    ['a bullet before the sections', '# T\n\n- key: value\n', ['N008 3:3']],
    ['a row with too many cells', '# T\n## 9. L\n| a | b |\n|---|---|\n| 1 | 2 | 3 |\n', ['N011 5:11']],
    ['a table with a short second line', '# T\n## 9. L\n| a | b |\n|---|\n| 1 | 2 |\n', ['N012 3:1']],
    ['a table without a second line', '# T\n## 9. L\n| a | b |\n| 1 | 2 |\n', ['N012 3:1']],
    ['a table right under a bullet', '# T\n## 3. E\n- named by: name\n| Field | Type |\n|---|---|\n', ['N012 4:1']],
    ['a fence that is never closed', '# T\n## 9. L\n```json\n{\n\n## 8. X\n', ['N013 3:1']],
    ['a fence at the very end', '# T\n## 9. L\n```', ['N013 3:1']],
  ])('%s is found at its place', (_name, text, expected) => {
    expect(codes(text)).toEqual(expected)
  })

  it('in its bytes is found at its place', () => {
    const broken = new Uint8Array([...bytes('# T\n\nab'), 0xff, ...bytes('c\n')])
    expect(readDocument([{file: 'x.md', bytes: broken}]).findings).toMatchObject([
      {code: 'N002', file: 'x.md', line: 3, column: 3},
    ])
    const afterMark = new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('# T\n'), 0xc3])
    expect(readDocument([{file: 'x.md', bytes: afterMark}]).findings).toMatchObject([
      {code: 'N002', line: 2, column: 1},
    ])
  })
})

describe('a document without limits', () => {
  const check = (text: string) => checkDocument([{file: 'app.md', bytes: bytes(text)}]).findings

  it('of more than five megabytes is rejected', () => {
    expect(check(`# T\n${'a'.repeat(5 * 1024 * 1024)}`).map(found => found.code)).toEqual(['N003'])
  })

  it('of five megabytes is read', () => {
    expect(
      check(`# T\n\n## 1. A\n\n${`${'Some prose. '.repeat(100)}\n\n`.repeat(4500)}`.slice(0, 5 * 1024 * 1024)),
    ).toEqual([])
  })

  it('of ten thousand rows is read', () => {
    const rows = Array.from({length: 10_000}, (_, index) => `| NAME_${index} | ${index} | \`x\` |`).join('\n')
    expect(check(`# T\n\n## 9. L\n\n| Name | Value | Meaning |\n|---|---|---|\n${rows}`)).toEqual([])
  })

  it.each([
    ['quotations', `# T\n\n${'>'.repeat(10_000)} x`],
    ['lists in one line', `# T\n\n${'- '.repeat(10_000)}x`],
    [
      'lists over lines',
      `# T\n\n${Array.from({length: 2000}, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n')}`,
    ],
  ])('of ten thousand nested %s is rejected without a crash', (_name, text) => {
    expect(check(text).map(found => found.code)).toEqual(['N004'])
  })

  it('of any text gives findings and never throws', () => {
    const piece = fc.oneof(
      fc.string({unit: 'grapheme'}),
      fc.constantFrom(
        '# T\n',
        '## 2. Screens\n',
        '## 9. L\n',
        '### X\n',
        '| Screen | Route | Shows | For |\n|---|---|---|---|\n',
        '| a | /a | page | everyone |\n',
        '- menu: no\n',
        '```\n',
        '\n\n',
        '|',
        '`',
        '\\',
        '> ',
        '    ',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, {maxLength: 30}), pieces => {
        const text = pieces.join('')
        const lines = text.split(/\r\n?|\n/)
        for (const found of check(text)) {
          expect(found.line).toBeGreaterThan(0)
          expect(found.line).toBeLessThanOrEqual(lines.length)
          expect(found.column).toBeGreaterThan(0)
          expect(found.message).not.toBe('')
        }
      }),
      {numRuns: 500},
    )
  })

  it('of any bytes gives findings and never throws', () => {
    fc.assert(fc.property(fc.uint8Array({maxLength: 200}), data => void checkDocument([{file: 'app.md', bytes: data}])))
  })
})
