/**
 * The checker against documents that are sound, and against the same documents with one fault each: it names every
 * fault at its line with its code, and says nothing about the sound ones.
 */

import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {checkWhole} from '../../src/engine/testing.ts'
import type {Fault} from './faults/fault.ts'
import {helpdeskFaults} from './faults/helpdesk.ts'
import {roomsFaults} from './faults/rooms.ts'
import {stockFaults} from './faults/stock.ts'
import {timeOffFaults} from './faults/time-off.ts'

const documents: Readonly<Record<string, readonly Fault[]>> = {
  'apps/time-off': timeOffFaults,
  'apps/rooms': roomsFaults,
  'test/documents/helpdesk': helpdeskFaults,
  'test/documents/stock': stockFaults,
}

function check(text: string) {
  return checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
}

function broken(sound: string, {replace, by}: Fault): string {
  expect(sound.split(replace).length - 1, `"${replace}" stands in the document`).toBeGreaterThan(0)
  return sound.replace(replace, () => by)
}

/** The line where the document begins to differ, or the one that the fault names. */
function lineOf(sound: string, text: string, {at}: Fault): number {
  const lines = text.split('\n')
  const before = sound.split('\n')
  const differs = lines.findIndex((line, index) => line !== before[index])
  return (at === undefined ? differs : lines.findIndex(line => line.includes(at))) + 1
}

describe.each(Object.entries(documents))('%s', (folder, faults) => {
  const sound = readFileSync(new URL(`../../${folder}/app.md`, import.meta.url), 'utf8')

  test('is sound: no error, no warning, and nothing accepted', () => {
    const {findings, accepted} = check(sound)
    expect(findings.map(({code, line, message}) => `${code}:${line} ${message}`)).toEqual([])
    expect(accepted).toEqual([])
  })

  test.each(faults)('$fault: $code', fault => {
    const text = broken(sound, fault)
    const {findings} = check(text)
    const found = findings.map(({code, line}) => `${code} at ${line}`)
    expect(found).toContain(`${fault.code} at ${lineOf(sound, text, fault)}`)
    const others = findings.map(({code}) => code).filter(code => code !== fault.code)
    expect([...new Set(others)].filter(code => !fault.also?.includes(code))).toEqual([])
  })
})

test('there are more than eighty of them', () => {
  expect(Object.values(documents).flat().length).toBeGreaterThan(80)
})
