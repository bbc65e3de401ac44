/** Applies fixes of findings to the text of their file. */
import type {Finding, Fix} from './finding.ts'

export function applyFix(text: string, {line, column, endLine, endColumn, text: by}: Fix): string {
  const starts = [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({0: end, index}) => index + end.length)]
  const offset = (row: number, at: number) => Math.min((starts[row - 1] ?? text.length) + at - 1, text.length)
  return text.slice(0, offset(line, column)) + by + text.slice(offset(endLine, endColumn))
}

/** From the last one to the first, so that places stay right; of two that overlap, the first is applied. */
export function applyFixes(
  text: string,
  findings: readonly Finding[],
): {readonly text: string; readonly count: number} {
  const taken: Fix[] = []
  for (const {fix} of findings) if (fix && !taken.some(other => overlap(fix, other))) taken.push(fix)
  const last = taken.toSorted((a, b) => b.line - a.line || b.column - a.column)
  return {text: last.reduce(applyFix, text), count: taken.length}
}

const isBefore = (a: Fix, b: Fix): boolean => a.endLine < b.line || (a.endLine === b.line && a.endColumn <= b.column)

const overlap = (a: Fix, b: Fix): boolean => !isBefore(a, b) && !isBefore(b, a)
