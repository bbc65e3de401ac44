/** The text of a card taken apart at its words: `sum of Order.total where … by month(created)`, `list of … sort … limit 5 columns …`. */
import {sliceOf, type Text} from '../../document/raw.ts'

const clauseWords = ['where', 'by', 'sort', 'limit', 'columns'] as const
export type ClauseWord = (typeof clauseWords)[number]

export interface Clauses {
  /** What stands before the first of those words. */
  readonly of: Text
  readonly clauses: ReadonlyMap<ClauseWord, Text>
  /** A word that stands there twice. */
  readonly twice: ClauseWord | null
}

interface Mark {
  readonly word: ClauseWord
  readonly at: number
}

export function readClauses(text: Text): Clauses {
  const marks = marksIn(text.text)
  const words = marks.map(mark => mark.word)
  const clauses = marks.map(({word, at}, index) => {
    const end = marks[index + 1]?.at ?? text.text.length
    return [word, sliceOf(text, at + word.length, end)] as const
  })
  return {
    of: sliceOf(text, 0, marks[0]?.at ?? text.text.length),
    clauses: new Map(clauses),
    twice: words.find((word, index) => words.indexOf(word) !== index) ?? null,
  }
}

/** Words inside of quotes and brackets belong to an expression. */
function marksIn(text: string): Mark[] {
  const marks: Mark[] = []
  let depth = 0
  for (const match of text.matchAll(/"(?:[^"\\]|\\.)*"|[([{]|[)\]}]|(?<![\w.])[a-z]+(?![\w.])/g)) {
    const [found] = match
    if (/^[([{]$/.test(found)) depth += 1
    else if (/^[)\]}]$/.test(found)) depth -= 1
    const word = depth === 0 ? clauseWords.find(each => each === found) : undefined
    if (word) marks.push({word, at: match.index})
  }
  return marks
}
