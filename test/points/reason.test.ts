/** The prover's claims about conditions: by hand for those it must find, at random for those it must not make. */
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {alwaysHolds, counterexample, neverTogether} from '../../src/analysis/prover.ts'
import {condition, conditions, holds, sound, terms, worlds} from '../kit/conditions.ts'

describe('the prover', () => {
  test('the document is valid', () => expect(sound).toBe(true))

  test.each([
    'votes > 10',
    'votes < 0 or votes > 10',
    'votes > FEW and votes < 4',
    'votes > MANY and votes < FEW',
    'weight > 2',
    'size = "small" and size = "large"',
    'size < "medium" and size != "small"',
    'open and not(open)',
    'owner = null',
    'title = ""',
    'first > last and first < last',
    'votes between 8 and 3',
    'count(parts) < 0',
    'helper = null and helper.name != null',
    'double > 20',
    'size in ("small", "medium") and size = "large"',
    'votes = 3 and votes in (4, 5)',
    'if open then votes > 10 else votes < 0',
    'votes != votes',
    'loud = true and loud = null',
  ])('%s never holds', text => expect(neverTogether([condition(text)], terms)).toBe(true))

  test.each([
    'votes >= 0',
    'votes < 11',
    'open or not(open)',
    'owner != null',
    'count(parts) >= 0',
    'size in ("small", "medium", "large")',
    'helper = null or helper != null',
    'votes <= MANY or votes > FEW',
    'title != ""',
    'double <= 20',
  ])('%s always holds', text => expect(alwaysHolds(condition(text), terms)).toBe(true))

  test.each([
    'votes > 3',
    'loud or not(loud)',
    'last >= first or last < first',
    'weight >= -2',
    'old.votes >= 0',
    'due >= now() or due < now()',
    'count(parts) > 3',
    'me != null',
  ])('%s is undecided', text => {
    expect(neverTogether([condition(text)], terms)).toBe(false)
    expect(alwaysHolds(condition(text), terms)).toBe(false)
  })

  test('a narrower condition follows, a wider one does not', () => {
    expect(alwaysHolds(condition('votes > FEW'), terms, [condition('votes > MANY and owner = me')])).toBe(true)
    expect(alwaysHolds(condition('votes > MANY'), terms, [condition('votes > FEW')])).toBe(false)
  })

  test('an example contains the relevant fields', () => {
    const made = counterexample([condition('votes > 3 and size = "large"'), condition('votes < 6')], 'Thing', terms)
    expect(Object.fromEntries(made?.fields ?? [])).toEqual({votes: 4, size: 'large'})
  })

  test('two consecutive days are found', () => {
    const made = counterexample([condition('last > date("2026-01-01") and owner = me')], 'Thing', terms)
    expect(made).not.toBeNull()
  })
})

describe('claims', () => {
  test('are confirmed by every record', () => {
    const claims = {never: 0, always: 0}
    fc.assert(
      fc.property(conditions, fc.array(worlds, {minLength: 12, maxLength: 12}), (text, made) => {
        const core = condition(text)
        const [never, always] = [neverTogether([core], terms), alwaysHolds(core, terms)]
        if (never) claims.never += 1
        if (always) claims.always += 1
        for (const world of never || always ? made : []) {
          if (never) expect(holds(core, world), text).not.toBe(true)
          if (always) expect(holds(core, world), text).toBe(true)
        }
      }),
      {numRuns: 400},
    )
    // A property about claims proves nothing without any.
    expect(claims.never).toBeGreaterThan(3)
    expect(claims.always).toBeGreaterThan(3)
  })

  test('about implications are confirmed by every record', () => {
    let claims = 0
    fc.assert(
      fc.property(conditions, conditions, fc.array(worlds, {minLength: 12, maxLength: 12}), (one, other, made) => {
        const [given, core] = [condition(one), condition(other)]
        if (!alwaysHolds(core, terms, [given])) return
        claims += 1
        for (const world of made)
          if (holds(given, world) === true) expect(holds(core, world), `${one} ⇒ ${other}`).toBe(true)
      }),
      {numRuns: 250},
    )
    expect(claims).toBeGreaterThan(3)
  })
})
