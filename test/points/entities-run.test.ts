import {describe, expect, test} from 'vitest'
import {fromMillis} from '../../src/feel/calendar.ts'
import {parseNum} from '../../src/feel/decimal.ts'
import type {Value} from '../../src/feel/value.ts'
import type {Field} from '../../src/points/entities/model.ts'
import {fitValue, nameOfRecord, readCsv, readFieldInput, readJson} from '../../src/points/entities/run.ts'
import {documentOf} from '../kit/documents.ts'
import {localeOf, outcome} from '../kit/field-types.ts'

const {entities} = documentOf(`# Desk

## 3. Entities

### Ticket

- named by: {subject}, due {due}

| Field | Type | Required |
|---|---|---|
| subject | text 3..20 | yes |
| due | date and time | |
| colours | any of red, blue | yes |
| price | decimal 2 | |
| done | yes/no | yes |
`).specification.entities

const ticket = entities.get('Ticket')
const locale = localeOf('de')

function field(name: string): Field {
  const found = ticket?.fields.get(name)
  if (!found) throw new Error(`no field ${name}`)
  return found
}

const instant = (iso: string): Value => fromMillis(Date.parse(iso))

describe('the input of a field', () => {
  test.each([
    ['subject', []],
    ['subject', ['  ']],
    ['colours', []],
    ['done', []],
  ])('%s is required, so %j is rejected', (name, texts) => {
    expect(outcome(readFieldInput(field(name), texts, {locale}))).toEqual(['REQUIRED'])
  })

  test('that is not required may be left empty', () => {
    expect(outcome(readFieldInput(field('due'), [''], {locale}))).toBeNull()
    expect(outcome(readCsv(field('price'), '', locale))).toBeNull()
    expect(outcome(readJson(field('price'), null, locale))).toBeNull()
  })

  test('counts as no for an unticked box', () => {
    expect(outcome(readFieldInput(field('done'), ['no'], {locale}))).toBe(false)
    expect(outcome(readFieldInput(field('done'), ['no', 'yes'], {locale}))).toBe(true)
  })

  test('changes nothing if it is as shown, not even parts that the page could not show', () => {
    const due = field('due')
    for (const iso of ['2026-10-25T01:30:00.000Z', '2026-07-01T12:30:15.250Z']) {
      const before = instant(iso)
      expect(outcome(readFieldInput(due, due.type.toForm(before, locale), {locale, before}))).toEqual(before)
    }
    expect(
      outcome(readFieldInput(due, ['2026-07-01T14:31'], {locale, before: instant('2026-07-01T12:30:15Z')})),
    ).toEqual(instant('2026-07-01T12:31:00Z'))
  })

  test('is empty if it was cleared', () => {
    expect(outcome(readFieldInput(field('price'), [''], {locale, before: parseNum('1.5')}))).toBeNull()
    expect(outcome(readFieldInput(field('subject'), [''], {locale, before: 'Printer'}))).toEqual(['REQUIRED'])
  })

  test('from an expression is rounded and required too', () => {
    expect(outcome(fitValue(field('price'), parseNum('0.125')))).toEqual(parseNum('0.12'))
    expect(outcome(fitValue(field('subject'), null))).toEqual(['REQUIRED'])
  })
})

describe('a record', () => {
  test('has the name that the entity defines, or its label if that is empty', () => {
    if (!ticket) throw new Error('no Ticket')
    const texts: Record<string, string> = {subject: 'Printer', due: 'today'}
    expect(nameOfRecord(ticket, path => texts[path.join('.')] ?? '')).toBe('Printer, due today')
    const user = entities.get('User')
    if (!user) throw new Error('no User')
    expect(nameOfRecord(user, () => ' ')).toBe('User')
  })
})
