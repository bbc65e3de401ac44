/** The calendar and time zones, compared with JavaScript's own Date and Intl. */
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {
  addMonths,
  CalendarDate,
  daysInMonth,
  fromDays,
  fromMillis,
  inZone,
  localToEpoch,
  offsetAt,
  toDays,
  toMillis,
  weekdayOf,
  weekOfYear,
} from '../../src/feel/calendar.ts'
import {formatDate, formatDateTime, readDateTime} from '../../src/feel/format.ts'
import {compile, encode, type} from '../../src/feel/index.ts'
import {helpdesk} from './scopes.ts'
import {environmentAt, NOW} from './world.ts'

const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
console.log(`calendar seed ${seed}`)
const settings = {seed, numRuns: 2000}
const DAY = 86_400_000

describe(`seed ${seed}`, () => {
  test('days and dates are each other’s inverse, and agree with Date', () => {
    fc.assert(
      fc.property(fc.integer({min: -90_000_000, max: 90_000_000}), days => {
        const date = fromDays(days)
        const known = new Date(days * DAY)
        return (
          date !== null &&
          toDays(date) === days &&
          date.year === known.getUTCFullYear() &&
          date.month === known.getUTCMonth() + 1 &&
          date.day === known.getUTCDate() &&
          weekdayOf(date) % 7 === known.getUTCDay()
        )
      }),
      settings,
    )
  })
  test('adding months keeps the day, or uses the last one of a shorter month', () => {
    fc.assert(
      fc.property(fc.integer({min: -700_000, max: 700_000}), fc.integer({min: -500, max: 500}), (days, months) => {
        const date = fromDays(days)
        const moved = date === null ? null : addMonths(date, months)
        if (date === null || moved === null) return false
        const apart = (moved.year - date.year) * 12 + moved.month - date.month
        return apart === months && moved.day === Math.min(date.day, daysInMonth(moved.year, moved.month))
      }),
      settings,
    )
  })
  const zones = [
    'Europe/Paris',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
    'America/St_Johns',
  ]
  test('an instant in a zone is the same instant, unless the local time occurs twice', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({min: -2_000_000_000, max: 4_000_000_000}), (zone, epoch) => {
        const wall = epoch + offsetAt(zone, epoch)
        const back = localToEpoch(zone, wall)
        return back === epoch || (back < epoch && back + offsetAt(zone, back) === wall)
      }),
      settings,
    )
  })
  test('milliseconds are preserved', () => {
    fc.assert(
      fc.property(fc.integer({min: -62_000_000_000_000, max: 253_000_000_000_000}), millis => {
        const at = fromMillis(millis)
        return (
          at !== null &&
          toMillis(at) === millis &&
          `${formatDateTime(at)}` === formatDateTime(readDateTime(formatDateTime(at)) ?? at)
        )
      }),
      settings,
    )
  })
})

test.each([
  ['2021-03-28T00:59:59Z', '2021-03-28T01:59:59@Europe/Paris'],
  ['2021-03-28T01:00:00Z', '2021-03-28T03:00:00@Europe/Paris'],
  ['2021-10-31T00:30:00Z', '2021-10-31T02:30:00@Europe/Paris'],
  ['2021-10-31T01:30:00Z', '2021-10-31T02:30:00@Europe/Paris'],
  ['1900-01-01T00:00:00Z', '1900-01-01T00:09:21@Europe/Paris'],
])('%s is shown as %s', (instant, shown) => {
  const at = readDateTime(instant)
  expect(at === null ? null : formatDateTime(inZone(at, 'Europe/Paris') ?? at)).toBe(shown)
})

test.each([
  ['2021-03-28T02:30:00', 'skipped: moved on', '2021-03-28T01:30:00Z'],
  ['2021-10-31T02:30:00', 'twice: the first', '2021-10-31T00:30:00Z'],
  ['2021-07-01T12:00:00', 'summer', '2021-07-01T10:00:00Z'],
  ['2021-01-01T12:00:00', 'winter', '2021-01-01T11:00:00Z'],
])('%s in Paris time (%s) is %s', (wall, _, instant) => {
  const at = readDateTime(`${wall}@Europe/Paris`)
  expect(at === null ? null : formatDateTime(inZone(at, 0) ?? at)).toBe(instant)
})

test('weeks start on Monday and belong to the year of their Thursday', () => {
  const weeks = ['2008-12-29', '2010-01-03', '2020-12-31', '2021-01-03', '2021-01-04'].map(text => {
    const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
    return `${formatDate(new CalendarDate(year, month, day))} ${weekOfYear(new CalendarDate(year, month, day))}`
  })
  expect(weeks).toEqual(['2008-12-29 1', '2010-01-03 53', '2020-12-31 53', '2021-01-03 53', '2021-01-04 1'])
})

describe('in a document a date and time is an instant, shown in TIME_ZONE', () => {
  const environment = environmentAt(NOW)
  test.each([
    ['@"2026-05-01T14:00:00" = @"2026-05-01T12:00:00Z"', true],
    ['date and time("2026-05-01T14:00:00") = now()', true],
    ['now().hour', 14],
    ['@"2026-05-01T23:30:00Z".day', 2],
    ['date(@"2026-05-01T23:30:00Z")', '2026-05-02'],
    ['time(@"2026-05-01T23:30:00Z")', '01:30:00'],
    ['time("10:00:00Z")', null],
    ['string(@"2026-05-01T23:30:00Z")', '2026-05-02T01:30:00+02:00'],
    ['string(@"2025-10-26T00:30:00Z")', '2025-10-26T02:30:00+02:00'],
    ['string(@"2025-10-26T01:30:00Z")', '2025-10-26T02:30:00+01:00'],
    ['@"2026-01-31T12:00:00" + duration("P1M")', '2026-02-28T11:00:00Z'],
    ['@"2026-03-28T12:00:00" + duration("P1M")', '2026-04-28T10:00:00Z'],
    ['@"2026-03-28T12:00:00" + duration("P1D")', '2026-03-29T11:00:00Z'],
    ['date and time(date("2026-07-01"), time("12:00:00"))', '2026-07-01T10:00:00Z'],
    ['now() + duration("PT0.0015S")', '2026-05-01T12:00:00.001Z'],
    ['day of week(@"2026-05-01T22:30:00Z")', 'Saturday'],
    ['week(@"2026-05-03T22:30:00Z")', '2026-05-04'],
    ['working days(@"2026-05-01T22:30:00Z", @"2026-05-03T22:30:00Z")', 1],
  ])('%s', (text, expected) => {
    const typed = type(text, helpdesk)
    if (!typed.ok) throw new Error(JSON.stringify(typed.problems))
    expect(encode(compile(typed.core)(environment))).toEqual(expected)
  })
})
