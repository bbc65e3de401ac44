import {describe, expect, it} from 'vitest'
import {CalendarDate} from '../../src/feel/calendar.ts'
import {readDateTime} from '../../src/feel/format.ts'
import {plainLocale} from '../../src/points/entities/field-type.ts'
import type {Entity} from '../../src/points/entities/model.ts'
import {nameOfRecord} from '../../src/points/entities/run.ts'
import {readSpan, showDayCount, showSpan, writeSpan} from '../../src/points/entities/values/spans.ts'

const locale = (language: string) => ({...plainLocale, language, zone: 'Europe/Paris', year: 2026})

function dayOf(text: string): CalendarDate {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return new CalendarDate(year, month, day)
}

describe('two days as one value', () => {
  it.each([
    ['2026-12-16', '2026-12-18', '16–18 Dec', '16.–18. Dez.'],
    ['2026-11-30', '2026-12-04', '30 Nov – 4 Dec', '30. Nov. – 4. Dez.'],
    ['2026-12-16', '2026-12-16', 'Wed 16 Dec', 'Mi., 16. Dez.'],
    ['2027-01-11', '2027-01-15', '11–15 Jan 2027', '11.–15. Jan. 2027'],
    ['2026-12-28', '2027-01-02', '28 Dec 2026 – 2 Jan 2027', '28. Dez. 2026 – 2. Jan. 2027'],
    ['2025-06-02', '2025-06-02', '2 Jun 2025', '2. Juni 2025'],
  ])('%s to %s is written “%s” and „%s“', (first, last, english, german) => {
    const span = {first: dayOf(first), last: dayOf(last)}
    expect(showSpan(span, locale('en'))).toBe(english)
    expect(showSpan(span, locale('de'))).toBe(german)
  })

  it.each([
    ['2026-12-16', '2026-12-16', true, false, 'Wed 16 Dec, afternoon', 'Mi., 16. Dez., nachmittags'],
    ['2026-12-16', '2026-12-16', false, true, 'Wed 16 Dec, morning', 'Mi., 16. Dez., vormittags'],
    ['2026-12-16', '2026-12-18', true, false, '16 Dec (from noon) – 18 Dec', '16. Dez. (ab Mittag) – 18. Dez.'],
    [
      '2027-01-13',
      '2027-01-15',
      true,
      false,
      '13 Jan (from noon) – 15 Jan 2027',
      '13. Jan. (ab Mittag) – 15. Jan. 2027',
    ],
    [
      '2026-12-28',
      '2027-01-05',
      true,
      false,
      '28 Dec 2026 (from noon) – 5 Jan 2027',
      '28. Dez. 2026 (ab Mittag) – 5. Jan. 2027',
    ],
    ['2026-12-16', '2026-12-18', false, true, '16–18 Dec (until noon)', '16.–18. Dez. (bis Mittag)'],
    ['2026-12-16', '2026-12-18', true, true, '16–18 Dec (noon to noon)', '16.–18. Dez. (von Mittag bis Mittag)'],
  ])('%s to %s with half days is written “%5$s”', (first, last, startsMidday, endsMidday, english, german) => {
    const span = {first: dayOf(first), last: dayOf(last), startsMidday, endsMidday}
    expect(showSpan(span, locale('en'))).toBe(english)
    expect(showSpan(span, locale('de'))).toBe(german)
  })

  it('writes two times with one date if they are on one day', () => {
    const at = (time: string) => readDateTime(`2026-12-16T${time}:00Z`)
    expect(showSpan({first: at('13:00'), last: at('14:30')}, locale('en'))).toBe('Wed 16 Dec, 14:00–15:30')
  })

  it('writes one end if the other is unknown, and nothing if both are', () => {
    expect(showSpan({first: dayOf('2026-12-16'), last: null}, locale('en'))).toBe('Wed 16 Dec')
    expect(showSpan({first: null, last: null}, locale('en'))).toBe('')
  })

  it('is parsed from its interval', () => {
    const span = {first: dayOf('2026-12-16'), last: dayOf('2026-12-18')}
    expect(writeSpan(span)).toBe('2026-12-16/2026-12-18')
    expect(readSpan('2026-12-16/2026-12-18')).toEqual(span)
  })

  it('counts days with the right noun', () => {
    expect([1, 3, 2.5, 0.5].map(days => showDayCount(days, 'en'))).toEqual(['1 day', '3 days', '2.5 days', '½ day'])
    expect([1, 3, 2.5, 0.5].map(days => showDayCount(days, 'de'))).toEqual(['1 Tag', '3 Tage', '2,5 Tage', '½ Tag'])
  })
})

describe('the name of a record', () => {
  const room = {
    label: 'Booking',
    fields: new Map(),
    namedBy: {
      parts: [
        {kind: 'path', path: ['title']},
        {kind: 'text', text: ', '},
        {kind: 'path', path: ['room']},
      ],
    },
  } as unknown as Entity
  it.each([
    ['Planning', 'Pilot', 'Planning, Pilot'],
    ['', 'Pilot', 'Pilot'],
    ['Planning', '', 'Planning'],
    ['', '', 'Booking'],
    ['-5 °C', 'Cellar -', '-5 °C, Cellar -'],
  ])('“%s” in “%s” is %s', (title, place, said) => {
    expect(nameOfRecord(room, ([name]) => (name === 'title' ? title : place))).toBe(said)
  })
})
