/** How wide each card is, in twelfths: as many in a row as fit in the order of the document, and every row is filled. */
import type {CardBody} from '../../../contract/dashboard.ts'

const usual: Readonly<Record<Exclude<CardBody['as'], 'table'>, number>> = {
  number: 4,
  bars: 6,
  columns: 6,
  line: 6,
  donut: 6,
  failed: 4,
}
const whole = 12
/** A table of more columns needs more room. */
const fewColumns = 3

export function cardWidths(bodies: readonly CardBody[]): number[] {
  const rows: number[][] = []
  for (const body of bodies) {
    const width = body.as === 'table' ? (body.columns.length > fewColumns ? 8 : 6) : usual[body.as]
    const row = rows.at(-1)
    if (row && sum(row) + width <= whole) row.push(width)
    else rows.push([width])
  }
  return rows.flatMap(filled)
}

/** The last of a row takes what is left; equal ones share it. */
function filled(row: readonly number[]): number[] {
  const left = whole - sum(row)
  if (left === 0) return [...row]
  if (row.every(width => width === row[0]) && whole % row.length === 0) return row.map(() => whole / row.length)
  const widest = row.indexOf(Math.max(...row))
  return row.map((width, index) => (index === widest ? width + left : width))
}

const sum = (row: readonly number[]): number => row.reduce((total, width) => total + width, 0)
