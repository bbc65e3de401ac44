/**
 * The check against valid documents, and against the same documents with faults: it reports every fault at its line
 * with its code, and reports nothing for the valid ones.
 */

import {readFileSync} from 'node:fs'
import {describe, expect, test} from 'vitest'
import {checkWhole} from '../../src/screens/testing.ts'
import type {Fault} from '../documents/faults/fault.ts'
import {helpdeskFaults} from '../documents/faults/helpdesk.ts'
import {roomsFaults} from '../documents/faults/rooms.ts'
import {stockFaults} from '../documents/faults/stock.ts'
import {timeOffFaults} from '../documents/faults/time-off.ts'

const documents: Readonly<Record<string, readonly Fault[]>> = {
  'apps/time-off': timeOffFaults,
  'apps/rooms': roomsFaults,
  'test/documents/helpdesk': helpdeskFaults,
  'test/documents/stock': stockFaults,
}

const soundText = (folder: string) => readFileSync(new URL(`../../${folder}/app.md`, import.meta.url), 'utf8')

function check(text: string) {
  return checkWhole([{file: 'app.md', bytes: new TextEncoder().encode(text)}])
}

/** A document with some faults, and the expected finding of each. */
function broken(sound: string, faults: readonly Fault[]): {text: string; expected: Map<Fault, string>} {
  const places = faults.map(fault => ({fault, start: sound.indexOf(fault.replace)}))
  let [text, end] = ['', 0]
  const begins = new Map<Fault, number>()
  for (const {fault, start} of places.toSorted((a, b) => a.start - b.start)) {
    expect(
      start,
      `"${fault.replace}" is in the document, and no other fault of its group is in it`,
    ).toBeGreaterThanOrEqual(end)
    text += sound.slice(end, start)
    begins.set(fault, text.length)
    text += fault.by
    end = start + fault.replace.length
  }
  text += sound.slice(end)
  const expected = new Map(
    [...begins].map(([fault, begin]) => [fault, `${fault.code} at ${lineOf(text, begin, fault)}`]),
  )
  return {text, expected}
}

/** The line of the first difference, or the one that the fault names. */
function lineOf(text: string, begin: number, {replace, by, at}: Fault): number {
  let same = 0
  while (same < by.length && by[same] === replace[same]) same += 1
  const place = at === undefined ? begin + same : text.indexOf(at)
  return text.slice(0, place).split('\n').length
}

/** The findings, and those that no fault explains. */
function found(text: string, faults: readonly Fault[]): {found: Set<string>; others: string[]} {
  const {findings} = check(text)
  const known = new Set<string>(faults.flatMap(({code, also = []}) => [code, ...also]))
  return {
    found: new Set(findings.map(({code, line}) => `${code} at ${line}`)),
    others: [...new Set(findings.map(({code}) => code))].filter(code => !known.has(code)),
  }
}

function isNamedAlone(sound: string, fault: Fault): void {
  const {text, expected} = broken(sound, [fault])
  const {found: names, others} = found(text, [fault])
  expect([...names], fault.fault).toContain(expected.get(fault))
  expect(others, fault.fault).toEqual([])
}

/** The faults that are not reported, or all of them if there are other findings. */
function notNamedTogether(sound: string, faults: readonly Fault[]): readonly Fault[] {
  const {text, expected} = broken(sound, faults)
  const {found: names, others} = found(text, faults)
  return others.length > 0 ? faults : faults.filter(fault => !names.has(expected.get(fault) ?? ''))
}

const isSound = (sound: string) => () => {
  const {findings, accepted} = check(sound)
  expect(findings.map(({code, line, message}) => `${code}:${line} ${message}`)).toEqual([])
  expect(accepted).toEqual([])
}

/** Each document is broken in one place at a time. */
export function everyFaultAlone(): void {
  describe.each(Object.entries(documents))('%s', (folder, faults) => {
    const sound = soundText(folder)
    test('is valid: no error, no warning, and nothing accepted', isSound(sound))
    test.each(faults)('$fault: $code', fault => isNamedAlone(sound, fault))
  })
}

/**
 * The faults of one group are in the document together. A fault that is not reported then is tested alone, so that
 * groups only save time.
 */
export function faultsInGroups(): void {
  describe.each(Object.entries(documents))('%s', (folder, faults) => {
    const sound = soundText(folder)
    const groups = Map.groupBy(faults, ({group}) => group)
    const alone = groups.get(undefined) ?? []
    groups.delete(undefined)
    test('is valid: no error, no warning, and nothing accepted', isSound(sound))
    test.each(alone)('$fault: $code', fault => isNamedAlone(sound, fault))
    test.each([...groups.values()].map(group => ({group})))(
      '$group.length faults at once, from “$group.0.fault”',
      ({group}) => {
        for (const fault of notNamedTogether(sound, group)) isNamedAlone(sound, fault)
      },
    )
  })

  test('there are more than eighty of them', () => {
    expect(Object.values(documents).flat().length).toBeGreaterThan(80)
  })
}
