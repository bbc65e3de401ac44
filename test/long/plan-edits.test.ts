import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {isTested} from '../kit/kept.ts'
import {postgres, sqlite} from '../kit/store-databases.ts'
import {edits, type Happened, runHistory} from '../kit/store-property.ts'

const kinds = [
  {...sqlite, title: 'sqlite', runs: 300, altersConstraints: true},
  {...sqlite, title: 'sqlite of an older version', runs: 300, altersConstraints: false},
  {...postgres, title: 'postgres', runs: 60, altersConstraints: true},
].filter(({name}) => isTested(name))

describe.each(kinds)('many random edits of a document on $title', ({make, runs, altersConstraints}) => {
  test('lose nothing that has a place, and end as a fresh database would', {timeout: 30 * 60_000}, async () => {
    const seen = new Map<Happened, number>()
    const property = fc.asyncProperty(edits, async history => {
      for (const each of await runHistory(history, {make, altersConstraints})) seen.set(each, (seen.get(each) ?? 0) + 1)
    })
    await fc.assert(property, {numRuns: runs, endOnFailure: true})
    for (const each of ['done', 'accepted', 'refused'] as const) expect(seen.get(each) ?? 0).toBeGreaterThan(20)
  })
})
