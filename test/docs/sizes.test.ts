/** Files and functions of a readable size: a longer one holds two ideas. */
import {globSync, readFileSync} from 'node:fs'
import ts from 'typescript-5'
import {expect, it} from 'vitest'

const mostLinesOfFile = 450
const mostLinesOfFunction = 120

interface Sized {
  readonly place: string
  readonly lines: number
}

const files = globSync('src/**/*.{ts,tsx}').map(file => ({file, text: readFileSync(file, 'utf8')}))

function functionsOf({file, text}: (typeof files)[number]): Sized[] {
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false)
  const lineAt = (position: number) => parsed.getLineAndCharacterOfPosition(position).line + 1
  const found: Sized[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const from = lineAt(node.getStart(parsed))
      found.push({place: `${file}:${from}`, lines: lineAt(node.end) - from + 1})
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

const longerThan = (most: number, sized: readonly Sized[]): string[] =>
  sized.filter(({lines}) => lines > most).map(({place, lines}) => `${place} has ${lines} lines`)

it('files have at most 450 lines', () => {
  const sizes = files.map(({file, text}) => ({place: file, lines: text.split('\n').length - 1}))
  expect(sizes.length).toBeGreaterThan(500)
  expect(longerThan(mostLinesOfFile, sizes)).toEqual([])
})

it('functions have at most 120 lines', () => {
  // The others are in shorter files.
  const sizes = files.filter(({text}) => text.split('\n').length > mostLinesOfFunction).flatMap(functionsOf)
  expect(sizes.length).toBeGreaterThan(5_000)
  expect(longerThan(mostLinesOfFunction, sizes)).toEqual([])
})
