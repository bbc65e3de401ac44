/** Brackets in a text whose quotes are blanked out. */

/** How many brackets are open at an offset. */
export function bracketsIn(code: string, at: number): number {
  let depth = 0
  for (const [bracket] of code.slice(0, at).matchAll(/[()[\]{}]/g)) depth += '([{'.includes(bracket) ? 1 : -1
  return depth
}

/** Where the bracket that opens at an offset is closed; null where it is not. */
export function closingOf(code: string, open: number): number | null {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1
    if (')]}'.includes(code[at] ?? '')) depth -= 1
    if (depth === 0) return at
  }
  return null
}

/** The stretches between commas or semicolons that no bracket inside encloses. */
export function partsAt(code: string, from: number, to: number): {readonly start: number; readonly end: number}[] {
  const parts: {start: number; end: number}[] = []
  let start = from
  let depth = 0
  for (let at = from; at < to; at += 1) {
    const sign = code[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (!',;'.includes(sign) || depth > 0) continue
    parts.push({start, end: at})
    start = at + 1
  }
  return [...parts, {start, end: to}]
}
