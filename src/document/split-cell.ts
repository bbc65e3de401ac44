/** Splits a cell at a separator, but not inside quotes or brackets. Every part keeps its place in the source. */

import {sliceOf, type Text} from './raw.ts'

const opening = '([{'
const closing = ')]}'

export function splitText(text: Text, sign: string): Text[] {
  const ends = [...signsIn(text.text, sign), text.text.length]
  let start = 0
  return ends.map(end => {
    const part = between(text, start, end)
    start = end + 1
    return part
  })
}

/** Before and after the first of these signs; null where there is none. */
export function splitOnce(text: Text, sign: string): readonly [Text, Text] | null {
  const [at] = signsIn(text.text, sign)
  return at === undefined ? null : [between(text, 0, at), between(text, at + 1, text.text.length)]
}

export function between(text: Text, start: number, end: number): Text {
  return sliceOf(text, start, end)
}

function signsIn(text: string, sign: string): number[] {
  const found: number[] = []
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') at = endOfString(text, at)
    else if (opening.includes(character)) depth += 1
    else if (closing.includes(character)) depth -= 1
    else if (character === sign && depth === 0) found.push(at)
  }
  return found
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

// A comma-separated list of names, each with its place.

export interface PlacedName {
  readonly name: string
  readonly place: Text
}

export function namesIn(text: Text, from = 0): PlacedName[] {
  const found: PlacedName[] = []
  for (const match of text.text.slice(from).matchAll(/[^,]+/g)) {
    const name = match[0].trim()
    const offset = from + match.index + match[0].length - match[0].trimStart().length
    if (name !== '') found.push({name, place: sliceOf(text, offset, offset + name.length)})
  }
  return found
}
