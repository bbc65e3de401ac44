/** Documents of the maximum size. */
import {expect, it} from 'vitest'
import {checkDocument} from '../../src/screens/testing.ts'

const check = (text: string) => checkDocument([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings

/** Two lines each. */
const paragraphs = (count: number) => `# T\n\n## 1. A\n\n${'Some prose.\n\n'.repeat(count)}`

it('a document of as many lines as it may have is read, of which every second is a paragraph', () => {
  expect(check(paragraphs(59_990))).toEqual([])
})

it('a document of four hundred thousand paragraphs is one finding', () => {
  expect(check(paragraphs(400_000)).map(({code}) => code)).toEqual(['N003'])
})

it('a document of a hundred thousand rows is read', () => {
  const rows = Array.from({length: 100_000}, (_, index) => `| NAME_${index} | ${index} | \`x\` |`).join('\n')
  expect(check(`# T\n\n## 9. L\n\n| Name | Value | Meaning |\n|---|---|---|\n${rows}`)).toEqual([])
})
