/** Each of many mistakes gets one finding at its place, whose fix or hint leads back to a valid document. */

import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {applyFix, type Finding} from '../../src/document/finding.ts'
import {checkWhole} from '../../src/screens/testing.ts'
import {type Slip, slips} from './mistakes/slips.ts'

const shop = readFileSync(new URL('mistakes/shop.md', import.meta.url), 'utf8')

const check = (text: string) => checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}]).findings

function slipped({replace, by}: Slip): string {
  expect(shop).toContain(replace)
  return shop.replace(replace, () => by)
}

const placed = ({code, line, column}: Finding): string => `${code} ${line}:${column}`
const errors = (findings: readonly Finding[]) => findings.filter(({severity}) => severity === 'error').map(placed)
/** Unused constants are not part of these mistakes. */
const about = (findings: readonly Finding[]) => findings.filter(({code}) => code !== 'N910')

const right = slips.filter(({finding}) => finding === null)
const fixed = slips.filter(({finding, says}) => finding !== null && says === undefined)
const decided = slips.filter(({says}) => says !== undefined)

test('there are 154 of them', () => {
  expect(slips).toHaveLength(154)
})

describe('valid as it is', () => {
  test.each(right)('$slip: $because', slip => {
    expect(about(check(slipped(slip)))).toEqual([])
  })
})

describe('a fix for', () => {
  test.each(fixed)('$slip ($finding)', slip => {
    let text = slipped(slip)
    let findings = about(check(text))
    expect(findings.map(placed)).toEqual([slip.finding])
    expect(findings[0]?.hint).toMatch(/\.$|\?$/)
    // A mistake may hide another one: NOW() is also compared with a day.
    for (let round = 0; round < 3 && findings[0]?.fix; round += 1) {
      text = applyFix(text, findings[0].fix)
      findings = about(check(text))
      expect(findings.map(({code}) => code)).not.toContain(slip.finding?.split(' ')[0])
    }
    expect(errors(findings)).toEqual([])
  })
})

describe('a hint for', () => {
  test.each(decided)('$slip: no fix, because $because', slip => {
    const [first, ...others] = check(slipped(slip))
    expect(first && placed(first)).toBe(slip.finding)
    expect(first?.fix).toBeUndefined()
    expect(first?.hint).toContain(slip.says)
    // The same finding is reported at each cell of a spreadsheet, and no other.
    expect(others.filter(({hint}) => hint !== first?.hint)).toEqual([])
  })
})
