/** Documents of the maximum size. */
import {expect, it} from 'vitest'
import {checkDocument} from '../../src/screens/testing.ts'

const check = (text: string) => checkDocument([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings

it('a document of four hundred thousand paragraphs is read', () => {
  expect(check(`# T\n\n## 1. A\n\n${'Some prose.\n\n'.repeat(400_000)}`.slice(0, 5 * 1024 * 1024))).toEqual([])
})

it('a document of a hundred thousand rows is read', () => {
  const rows = Array.from({length: 100_000}, (_, index) => `| NAME_${index} | ${index} | \`x\` |`).join('\n')
  expect(check(`# T\n\n## 9. L\n\n| Name | Value | Meaning |\n|---|---|---|\n${rows}`)).toEqual([])
})
