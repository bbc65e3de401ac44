/** Rows → a CSV file (RFC 4180). */

export type Row = Readonly<Record<string, string>>

export function csv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map(row => columns.map(column => cell(row[column] ?? '')).join(','))
  return [columns.join(','), ...lines, ''].join('\r\n')
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
