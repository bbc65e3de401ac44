import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {isTested} from '../kit/kept.ts'
import {postgres, sqlite} from '../kit/store-databases.ts'
import {edits, type Happened, runHistory} from '../kit/store-property.ts'

/** Many more: test/long. */
const kinds = [
  {...sqlite, title: 'sqlite', runs: 5, altersConstraints: true},
  {...sqlite, title: 'sqlite of an older version', runs: 3, altersConstraints: false},
  {...postgres, title: 'postgres', runs: 2, altersConstraints: true},
].filter(({name}) => isTested(name))

describe.each(kinds)('random edits of a document on $title', ({make, runs, altersConstraints}) => {
  test('lose nothing that has a place, and end like a fresh database', {timeout: 300_000}, async () => {
    const seen = new Set<Happened>()
    const property = fc.asyncProperty(edits, async history => {
      for (const happened of await runHistory(history, {make, altersConstraints})) seen.add(happened)
    })
    await fc.assert(property, {numRuns: runs, endOnFailure: true})
    expect(seen.has('done')).toBe(true)
  })
})
