/** Rows → CSV after RFC 4180. Cells that a spreadsheet would execute are made harmless, in a way that can be undone. */

/** What Excel reads a UTF-8 file by. */
export const byteOrderMark = '\ufeff'

export function csvLine(cells: readonly string[]): string {
  const written = cells.map(cell => quoted(harmless(cell)))
  return `${written.length === 1 && written[0] === '' ? '""' : written.join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Also the wide forms, which some spreadsheets take for the narrow ones. */
const begins = '[=+\\-@\\t\\r\\n\\uff1d\\uff0b\\uff0d\\uff20]'
const executable = new RegExp(`^'*${begins}`)
const marked = new RegExp(`^'+${begins}`)
const plainNumber = /^[-+]?\d+(?:\.\d+)?$/

/** An apostrophe says to spreadsheets that a text follows. A text that has one there already gets another, to be told apart. */
export function harmless(cell: string): string {
  return executable.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell
}

export function restored(cell: string): string {
  return marked.test(cell) ? cell.slice(1) : cell
}
