/** The table of ASVS: every requirement of its chapters is there, and every test that it names. */
import {globSync, readFileSync} from 'node:fs'
import {basename} from 'node:path'
import {describe, expect, it} from 'vitest'

const page = readFileSync('docs/security-checklist.md', 'utf8')

/** Levels 1 and 2 of V6, V7 and V10 of ASVS 5.0: the sections, and their numbers. */
const requirements: Readonly<Record<string, readonly number[]>> = {
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '6.3': [1, 2, 3],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
}

const rows = page.split('\n').flatMap(line => {
  const [, number = '', , held = '', why = ''] = /^\| (\d+\.\d+\.\d+) \| (.*) \| (\S+) \| (.*) \|$/.exec(line) ?? []
  return number === '' ? [] : [{number, held, why}]
})

/** Several folders may have a file of the same name. */
const files = Map.groupBy(globSync('test/**/*.test.{ts,tsx}'), path => basename(path))

describe('the security checklist', () => {
  it('has every requirement of levels 1 and 2, once and in order', () => {
    const all = Object.entries(requirements).flatMap(([section, numbers]) => numbers.map(each => `${section}.${each}`))
    expect(rows.map(({number}) => number)).toEqual(all)
  })

  it('says of each whether it is held, and why', () => {
    for (const {number, held, why} of rows) {
      expect([number, held]).toEqual([number, expect.stringMatching(/^(yes|partly|no|n\/a)$/)])
      expect(why.length).toBeGreaterThan(7)
    }
  })

  const named = [...page.matchAll(/`([\w-]+\.test\.tsx?)` › ([^;|]+?)(?=;|\. [A-Z]| \|)/g)]

  it('names tests', () => expect(named.length).toBeGreaterThan(35))

  it.each(named.map(([, file = '', title = '']) => [file, title]))('%s has %s', (file, title) => {
    const texts = (files.get(file) ?? []).map(path => readFileSync(path, 'utf8'))
    expect(texts.some(text => text.includes(title))).toBe(true)
  })
})
