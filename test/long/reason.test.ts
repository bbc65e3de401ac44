/** The prover's claims about conditions, checked on many more conditions than in the daily run. */
import fc from 'fast-check'
import {expect, test} from 'vitest'
import {alwaysHolds, neverTogether} from '../../src/analysis/prover.ts'
import {condition, conditions, holds, terms, worlds} from '../kit/conditions.ts'

const runs = 25_000

test('proven conditions that never or always hold are confirmed by every record', {timeout: 600_000}, () => {
  fc.assert(
    fc.property(conditions, fc.array(worlds, {minLength: 12, maxLength: 12}), (text, made) => {
      const core = condition(text)
      if (neverTogether([core], terms)) for (const world of made) expect(holds(core, world), text).not.toBe(true)
      if (alwaysHolds(core, terms)) for (const world of made) expect(holds(core, world), text).toBe(true)
    }),
    {numRuns: runs},
  )
})

test('proven implications are confirmed by every record', {timeout: 600_000}, () => {
  fc.assert(
    fc.property(conditions, conditions, fc.array(worlds, {minLength: 12, maxLength: 12}), (one, other, made) => {
      const [given, core] = [condition(one), condition(other)]
      if (!alwaysHolds(core, terms, [given])) return
      for (const world of made)
        if (holds(given, world) === true) expect(holds(core, world), `${one} ⇒ ${other}`).toBe(true)
    }),
    {numRuns: runs},
  )
})
