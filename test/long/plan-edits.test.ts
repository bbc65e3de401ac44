import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {isTested} from '../kit/kept.ts'
import {postgres, sqlite} from '../kit/store-databases.ts'
import {edits, type Happened, runHistory} from '../kit/store-property.ts'

/** Histories on SQLite, and a fifth of them on PostgreSQL: NONET_RUNS. */
const runs = Number(process.env['NONET_RUNS'] ?? 150)
const kinds = [
  {...sqlite, title: 'sqlite', runs, altersConstraints: true},
  {...sqlite, title: 'sqlite of an older version', runs, altersConstraints: false},
  {...postgres, title: 'postgres', runs: Math.ceil(runs / 5), altersConstraints: true},
].filter(({name}) => isTested(name))

describe.each(kinds)('many random edits of a document on $title', ({make, runs, altersConstraints}) => {
  test('lose nothing that has a place, and end like a fresh database', {timeout: 30 * 60_000}, async () => {
    const seen = new Map<Happened, number>()
    const property = fc.asyncProperty(edits, async history => {
      for (const each of await runHistory(history, {make, altersConstraints})) seen.set(each, (seen.get(each) ?? 0) + 1)
    })
    await fc.assert(property, {numRuns: runs, endOnFailure: true})
    for (const each of ['done', 'accepted', 'refused'] as const) expect(seen.get(each) ?? 0).toBeGreaterThan(runs / 15)
  })
})
