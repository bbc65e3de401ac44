/** Marks: what stands in a statement for a value that differs from request to request, until it is run. */
import {randomInt, randomUUID} from 'node:crypto'

export type Late = string | number

/** Marks are made anew in each process, so that no document can hold one. */
export const mostLate = 50
const numberMarks = randomInt(500_000_000_000, 600_000_000_000)
const idMarks = randomUUID().replace(/^(.{14}).(.{4}).(.{3})-.*$/, '$17$28$3')
export const meMark = idMark(mostLate)

function idMark(index: number): string {
  return `${idMarks}-${String(index).padStart(12, 'a')}`
}

/** The mark in the place of a value: of the same kind, so that the statement is the same. */
export function markFor(value: Late, index: number): Late | null {
  if (index >= mostLate) return null
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? numberMarks + index : null
  return isId.test(value) ? idMark(index) : null
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export interface Marked {
  readonly at: number
  /** Which of the late values; the one after the last is who asks. */
  readonly index: number
}

export function placesOf(parameters: readonly unknown[]): Marked[] {
  return parameters.flatMap((value, at) => {
    const index = indexOf(String(value))
    return index === null ? [] : [{at, index}]
  })
}

function indexOf(text: string): number | null {
  if (text.startsWith(idMarks)) return Number(text.slice(-2).replace('a', ''))
  const index = /^\d{12}$/.test(text) ? Number(text) - numberMarks : -1
  return index >= 0 && index < mostLate ? index : null
}

/** Whether one got into the text itself, where nothing can take its place. */
export function holdsMark(text: string): boolean {
  return text.includes(idMarks) || text.includes(String(numberMarks).slice(0, 9))
}
