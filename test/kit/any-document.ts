/** Documents that nobody would write: the check must not crash, and every finding must have a place. */
import {readFileSync} from 'node:fs'
import fc from 'fast-check'
import {expect, test} from 'vitest'
import {documentOf} from './documents.ts'

const helpdesk = readFileSync(new URL('../documents/helpdesk/app.md', import.meta.url), 'utf8')
const timeOff = readFileSync(new URL('../../apps/time-off/app.md', import.meta.url), 'utf8')

/** Every finding is inside the document and has a hint. */
function expectPlaces(text: string): void {
  const lines = text.split(/\r\n?|\n/)
  for (const {line, column, message, hint} of documentOf(text).findings) {
    expect(line).toBeLessThanOrEqual(lines.length)
    expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
    expect([message, hint]).not.toContain('')
  }
}

const words = fc.constantFrom(
  ...'text number decimal 2 money date time and of one any list by many serial from 1001 User Ticket Thing = + ( ) [ ] , .. 0 100 -5 ; (was x) was me this today() null "a" \\| ` yes no { } named'.split(
    ' ',
  ),
)
const cell = fc.array(words, {maxLength: 6}).map(parts => parts.join(' '))
const row = fc.array(cell, {minLength: 3, maxLength: 6}).map(cells => `| ${cells.join(' | ')} |`)
const bullet = fc
  .tuple(fc.constantFrom('named by', 'unique', 'part of', 'plural'), cell)
  .map(([key, value]) => `- ${key}: ${value}`)
const entity = fc
  .tuple(
    fc.constantFrom('Ticket', 'Thing', 'User', 'thing', 'Thing (was Ticket)'),
    fc.array(bullet, {maxLength: 2}),
    fc.array(row, {maxLength: 5}),
  )
  .map(
    ([name, bullets, rows]) =>
      `### ${name}\n\n${bullets.join('\n')}\n\n| Field | Type | Required | Default | Unique | Meaning |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`,
  )
const machine = fc
  .tuple(fc.constantFrom('Ticket', 'Thing'), cell, fc.array(fc.tuple(cell, cell), {maxLength: 3}))
  .map(
    ([name, starts, rows]) =>
      `### ${name}\n\n- starts: ${starts}\n\n| Action | From | To |\n|---|---|---|\n${rows.map(([from, to]) => `| go | ${from} | ${to} |`).join('\n')}\n`,
  )

/** A failure is reported in time, with the smallest document found until then. */
const bounded = {interruptAfterTimeLimit: 20 * 60_000, markInterruptAsFailure: true}

export interface Runs {
  /** The number of documents made of random rows. */
  readonly random: number
  /** The number of valid documents with damaged lines, each. */
  readonly damaged: number
}

export function anyDocumentIsChecked({random, damaged}: Runs): void {
  test('of random entities and states is checked without a crash, with every finding at a place', () => {
    fc.assert(
      fc.property(fc.array(entity, {maxLength: 3}), fc.array(machine, {maxLength: 2}), (entities, machines) => {
        expectPlaces(`# T\n\n## 3. E\n\n${entities.join('\n')}\n\n## 4. S\n\n${machines.join('\n')}\n`)
      }),
      {...bounded, numRuns: random},
    )
  })

  test.each([
    ['the helpdesk', helpdesk],
    ['the time-off planner', timeOff],
  ])('%s with a line lost, doubled or damaged is checked too', (_, text) => {
    const lines = text.split('\n')
    const edit = fc.tuple(
      fc.nat({max: lines.length - 1}),
      fc.constantFrom('lose', 'double', 'cut', 'swap'),
      fc.nat({max: 200}),
    )
    fc.assert(
      fc.property(fc.array(edit, {minLength: 1, maxLength: 4}), edits => {
        const changed = [...lines]
        for (const [at, how, by] of edits) {
          const line = changed[at] ?? ''
          const cut = by % (line.length + 1)
          const other = {
            lose: [],
            double: [line, line],
            cut: [line.slice(0, cut) + line.slice(cut + 1)],
            swap: [changed[(at + 1) % changed.length] ?? '', line],
          }
          changed.splice(at, 1, ...other[how as keyof typeof other])
        }
        expectPlaces(changed.join('\n'))
      }),
      {...bounded, numRuns: damaged},
    )
  })
}
