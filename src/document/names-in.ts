/** Names in a cell, separated by commas, each with its place. */
import {sliceOf, type Text} from './raw.ts'

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
