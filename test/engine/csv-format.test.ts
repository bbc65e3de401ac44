/** CSV as bytes and cells: as written by people, spreadsheets and ourselves. */
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {CsvError, type CsvLimits, csvLine, csvRows, harmless, restored} from '../../src/engine/csv/csv-format.ts'

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let [at, index] = [0, 0]; at < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? bytes.length
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function rowsOf(text: string | Uint8Array, limits?: CsvLimits, sizes: readonly number[] = [1e9]) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const rows: {line: number; cells: readonly string[]}[] = []
  for await (const row of csvRows(inPieces(bytes, sizes), limits)) rows.push(row)
  return rows
}

const cellsOf = async (text: string) => (await rowsOf(text)).map(row => row.cells)

async function errorOf(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => null,
    cause => cause,
  )
  return error instanceof CsvError ? `${error.line}: ${error.code}` : `no CsvError: ${error}`
}

describe('reading CSV', () => {
  test.each<[string, string, string[][]]>([
    [
      'CRLF',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'LF',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'CR alone',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'no end of the last line',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a mark of the byte order',
      '\ufeffa,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b;c\n1,5;2;x,y\n',
      [
        ['a', 'b', 'c'],
        ['1,5', '2', 'x,y'],
      ],
    ],
    [
      'a comma in a quoted header',
      '"a,b,c";d\n1;2\n',
      [
        ['a,b,c', 'd'],
        ['1', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['one column', 'a\n1\n""\n2\n', [['a'], ['1'], [''], ['2']]],
    [
      'quotes, lines and separators inside',
      'a,b\n"x ""y"", z","1\r\n2"\n',
      [
        ['a', 'b'],
        ['x "y", z', '1\r\n2'],
      ],
    ],
    [
      'a quotation mark in the middle',
      'a,b\n5" pipe,x"y"z\n',
      [
        ['a', 'b'],
        ['5" pipe', 'x"y"z'],
      ],
    ],
    [
      'empty cells and lines',
      'a,b\n\n,\n\r\n,x\n',
      [
        ['a', 'b'],
        ['', ''],
        ['', 'x'],
      ],
    ],
    ['nothing at all', '', []],
  ])('accepts %s', async (_, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells)
  })

  test('reports the line of each row', async () => {
    const rows = await rowsOf('a,b\r\n"1\r\n2",x\r\n\r\ny,"\n\n"\nz,z')
    expect(rows.map(row => row.line)).toEqual([1, 2, 5, 8])
  })

  test('reports unreadable input at its line', async () => {
    expect(await errorOf(rowsOf('a,b\n1,2\n"x,3\n4,5\n'))).toBe('3: CSV_QUOTES')
    expect(await errorOf(rowsOf('a,b\n"x"y,3\n'))).toBe('2: CSV_QUOTES')
    expect(await errorOf(rowsOf(new Uint8Array([0x61, 0x0a, 0xe9, 0x0a])))).toBe('1: CSV_NOT_UTF8')
    expect(await errorOf(rowsOf(new Uint8Array([0x61, 0x0a, 0xc3])))).toBe('1: CSV_NOT_UTF8')
    expect(await errorOf(rowsOf(new Uint8Array([0xff, 0xfe, 0x61, 0])))).toBe('1: CSV_NOT_UTF8')
    const small = {row: 10, columns: 3}
    expect(await errorOf(rowsOf('a,b\n1234567890,2\n', small))).toBe('2: CSV_TOO_LONG')
    expect(await errorOf(rowsOf(`a,b\n"${'x\n'.repeat(9)}`, small))).toBe('2: CSV_TOO_LONG')
    expect(await errorOf(rowsOf('x'.repeat(11), small, [3]))).toBe('1: CSV_TOO_LONG')
    expect(await errorOf(rowsOf('a,b\n1,2,3,4\n', small))).toBe('2: CSV_COLUMNS')
    expect(await rowsOf('a,b\n1,2,3\n', small)).toHaveLength(2)
  })

  test('parses everything that was written, in any chunks', async () => {
    const cell = fc.oneof(
      fc.string({unit: 'grapheme', maxLength: 12}),
      fc.string({
        unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', ' ', "'", '=', '-', '1', 'é', '😀'),
        maxLength: 8,
      }),
    )
    const table = fc
      .integer({min: 1, max: 5})
      .chain(width =>
        fc
          .array(fc.array(cell, {minLength: width, maxLength: width}), {maxLength: 6})
          .map(rows => [Array.from({length: width}, (_, index) => `c${index}`), ...rows]),
      )
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.array(fc.integer({min: 1, max: 9}), {minLength: 1, maxLength: 5}),
        async (rows, sizes) => {
          const read = await rowsOf(rows.map(csvLine).join(''), undefined, sizes)
          expect(read.map(row => row.cells.map(restored))).toEqual(rows)
        },
      ),
    )
  })
})

describe('cells that a spreadsheet would execute', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+44 20 7946 0000', "'+44 20 7946 0000"],
    ['-x', "'-x"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["''-5", "'''-5"],
    ['-5', '-5'],
    ['+5.25', '+5.25'],
    ['-5-3', "'-5-3"],
    ["it's", "it's"],
    ["'tis", "'tis"],
    ['', ''],
  ])('%j is written as %j, and comes back', (value, written) => {
    expect(harmless(value)).toBe(written)
    expect(restored(written)).toBe(value)
  })

  test('never start with a formula character, unless they are numbers', () => {
    fc.assert(
      fc.property(
        fc.string({unit: fc.constantFrom('=', '+', '-', '@', "'", '\t', '1', '.', 'a'), maxLength: 6}),
        value => {
          const written = harmless(value)
          expect(/^[=+\-@\t\r]/.test(written) && !/^[-+]\d+(\.\d+)?$/.test(written)).toBe(false)
          expect(restored(written)).toBe(value)
        },
      ),
    )
  })
})
