/** The settings of screens are declared once: under one name each, with an example that its kind reads, and in the reference. */
import {readFileSync} from 'node:fs'
import {describe, expect, it, test} from 'vitest'
import {bulletsPage, withBulletTable} from '../../scripts/bullet-table.ts'
import {bulletKeys, bulletsOf} from '../../src/points/screens/bullets/of-kind.ts'
import {kinds} from '../../src/screens/kinds.ts'
import {documentOf} from '../kit/documents.ts'

const bullets = kinds.flatMap(kind => Object.entries(kind.bullets).map(([property, bullet]) => ({property, bullet})))

describe('the settings of screens', () => {
  it('have one name and one key each, in all kinds', () => {
    const pairs = new Set(bullets.flatMap(({bullet: {name, key}}) => (key === null ? [] : [`${name} ${key}`])))
    const names = new Set([...pairs].map(pair => pair.split(' ')[0]))
    const keys = new Set(bullets.flatMap(({bullet: {key}}) => key ?? []))
    expect(bullets.filter(({property, bullet}) => property !== bullet.name)).toEqual([])
    expect([names.size, keys.size]).toEqual([pairs.size, pairs.size])
    expect(keys.size).toBeGreaterThan(40)
  })

  it('are explained in a sentence, with an example of their own', () => {
    const wrong = kinds
      .flatMap(bulletsOf)
      .filter(({key, example, describe: says}) => !example.startsWith(`${key}: `) || !/^[A-Z].*\.$/.test(says))
    expect(wrong).toEqual([])
  })

  it('are in the reference as they are declared', () => {
    const page = readFileSync(new URL(`../../${bulletsPage}`, import.meta.url), 'utf8')
    expect(page, 'node scripts/bullet-table.ts writes it').toBe(withBulletTable(page))
  })

  test.each(kinds.map(kind => [kind.name, kind] as const))(
    'of other kinds are reported on screens of %s',
    (_, kind) => {
      const others = [...new Set(kinds.flatMap(bulletKeys))].filter(key => !bulletKeys(kind).includes(key))
      const shows = kind.written.replace(/\b(?:Ticket|Booking|Request)\b/, 'Item')
      const screens = `# Own\n\n## 2. Screens\n\n| Screen | Route | Shows | For |\n|---|---|---|---|\n| It | /it | ${shows} | everyone |\n`
      const fields =
        '## 3. Entities\n\n### Item\n\n| Field | Type |\n|---|---|\n| status | one of a, b |\n| starts | date |\n| ends | date |\n| room | Item |\n'
      const {findings} = documentOf(`${screens}\n### It\n\n${others.map(key => `- ${key}: x`).join('\n')}\n\n${fields}`)
      const reported = findings.filter(({code}) => code === 'N247')
      expect(reported.map(({message}) => message.replace(/^.*`(.*)`\.$/, '$1')).toSorted()).toEqual(others.toSorted())
    },
  )
})
