/**
 * Counts the names in a document: in cells, bullets and, in braces, in prose. A name that is counted may be a use; a
 * name that is not counted is unused.
 */
import type {Block, PointNumber, RawDocument, RawSection, Text} from '../document/raw.ts'
import {pointNumbers, sourceOf} from '../document/raw.ts'

/** Columns of documentation, which use nothing. */
const documentation = new Set(['meaning', 'notes'])

export class NameUses {
  private readonly words = new Map<PointNumber, Map<string, number>>()

  constructor(document: RawDocument) {
    for (const number of pointNumbers) {
      const words = new Map<string, number>()
      for (const text of textsInSections(document, document.points[number].sections))
        for (const word of wordsIn(text)) words.set(word, (words.get(word) ?? 0) + 1)
      this.words.set(number, words)
    }
  }

  /** How often a name occurs in these points. `ask back` counts as `ask_back`. */
  times(name: string, points: readonly PointNumber[] = pointNumbers): number {
    return points.reduce((sum, point) => sum + (this.words.get(point)?.get(name) ?? 0), 0)
  }
}

/** A name may be written with spaces, so sequences of words count as names, too. */
function* wordsIn(text: string): Generator<string> {
  for (const [run] of text.matchAll(/\w+(?: +\w+)*/g)) {
    const words = run.split(/ +/)
    for (let start = 0; start < words.length; start += 1)
      for (let end = start + 1; end <= Math.min(words.length, start + 5); end += 1)
        yield words.slice(start, end).join('_')
  }
}

function* textsInSections(document: RawDocument, sections: readonly RawSection[]): Generator<string> {
  for (const {heading, blocks} of sections) {
    if (heading) yield heading.text
    for (const block of blocks) yield* textsOfBlock(document, block)
  }
}

function* textsOfBlock(document: RawDocument, block: Block): Generator<string> {
  if (block.kind === 'bullet') yield block.value.text
  else if (block.kind === 'table') yield* cellsOf(block)
  else for (const [, inside = ''] of sourceOf(document, [block]).matchAll(/\{([^{}]*)\}/g)) yield inside
}

function* cellsOf({header, rows}: Block & {kind: 'table'}): Generator<string> {
  const told = header.cells.map(({text}: Text) => documentation.has(text.toLowerCase()))
  for (const {cells} of rows) for (const [index, {text}] of cells.entries()) if (!told[index]) yield text
}
