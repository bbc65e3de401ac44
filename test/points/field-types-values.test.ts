import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {DateTime} from '../../src/feel/calendar.ts'
import {equal} from '../../src/feel/value.ts'
import {fieldTypes} from '../../src/points/entities/types.ts'
import {localeOf, outcome, typeOf} from '../kit/field-types.ts'
import {fieldValues} from '../kit/field-values.ts'

const locales = fc.constantFrom(
  localeOf('en', 'UTC'),
  localeOf('de', 'Europe/Paris'),
  localeOf('fr', 'America/New_York'),
  localeOf('ar-EG', 'Asia/Kathmandu', 'EGP'),
  localeOf('en-IN', 'Pacific/Apia', 'INR'),
)

describe.each(fieldValues)('any value of $type', ({type, values}) => {
  const use = typeOf(type)
  const holds = (property: (value: Parameters<typeof use.toCsv>[0], locale: ReturnType<typeof localeOf>) => void) =>
    fc.assert(fc.property(values, locales, property), {numRuns: 300})

  test('round-trips through a CSV file', () => {
    holds((value, locale) => {
      expect(outcome(use.fromCsv(use.toCsv(value, locale), locale))).toEqual(value)
    })
  })

  test('round-trips through JSON', () => {
    holds((value, locale) => {
      const sent = JSON.parse(JSON.stringify(use.toJson(value)))
      expect(outcome(use.fromJson(sent, locale))).toEqual(value)
    })
  })

  test('round-trips through the columns of both databases', () => {
    if (use.storage.kind !== 'column') return expect(use.toColumn([], 'sqlite')).toBeNull()
    holds(value => {
      for (const database of ['sqlite', 'postgres'] as const)
        expect(use.fromColumn(use.toColumn(value, database), database)).toEqual(value ?? use.empty)
    })
  })

  test('fits its own type, and is formatted without a crash', () => {
    holds((value, locale) => {
      expect(outcome(use.fit(value))).toEqual(value)
      expect(typeof use.toText(value, locale)).toBe('string')
    })
  })

  test('round-trips through a form, within its precision', () => {
    holds((value, locale) => {
      // The first and last hours of the calendar are in another year elsewhere, which no control can hold.
      if (value instanceof DateTime) fc.pre(value.date.year > 1 && value.date.year < 9999)
      const judged = use.fromForm(use.toForm(value, locale), locale)
      expect(judged.ok).toBe(true)
      const again = judged.ok ? judged.value : null
      expect(use.toForm(again, locale)).toEqual(use.toForm(value, locale))
      if (use.type.kind !== 'date and time') expect(again).toEqual(value)
    })
  })
})

test('there are values of every type but the one without its own', () => {
  const tried = new Set(fieldValues.map(({type}) => typeOf(type).name))
  expect(fieldTypes.map(type => type.name).filter(name => !tried.has(name))).toEqual(['list of'])
})

describe('accepted text', () => {
  test('is stable when it is parsed again, and equal to the stored text', () => {
    const use = typeOf('long text')
    fc.assert(
      fc.property(fc.string({unit: 'binary', maxLength: 60}), text => {
        const judged = use.fromForm([text], localeOf('en'))
        if (!judged.ok || judged.value === null) return
        expect(equal(judged.value, text.normalize('NFC').replace(/\r\n?/g, '\n').trim())).toBe(true)
        expect(outcome(use.fit(judged.value))).toBe(judged.value)
      }),
    )
  })

  test('never contains half a character or a control character, whatever is sent', () => {
    const use = typeOf('text')
    fc.assert(
      fc.property(fc.array(fc.nat({max: 0xffff})), codes => {
        const judged = use.fromForm([String.fromCharCode(...codes)], localeOf('en'))
        if (!judged.ok || typeof judged.value !== 'string') return
        expect(judged.value.isWellFormed()).toBe(true)
        expect(/\p{Cc}/u.test(judged.value)).toBe(false)
      }),
    )
  })
})

describe('any input of a field', () => {
  test.each(fieldValues)('of $type is validated without a crash', ({type}) => {
    const use = typeOf(type)
    fc.assert(
      fc.property(fc.array(fc.string({unit: 'binary'}), {maxLength: 3}), fc.jsonValue(), (texts, json) => {
        const locale = localeOf('de')
        for (const judged of [
          use.fromForm(texts, locale),
          use.fromCsv(texts[0] ?? '', locale),
          use.fromJson(JSON.parse(JSON.stringify(json)), locale),
        ])
          if (!judged.ok) expect(judged.problems.length).toBeGreaterThan(0)
      }),
    )
  })
})
