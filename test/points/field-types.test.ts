import {describe, expect, test} from 'vitest'
import {CalendarDate, fromMillis, Time} from '../../src/feel/calendar.ts'
import {parseNum} from '../../src/feel/decimal.ts'
import {DaysDuration, type Value} from '../../src/feel/value.ts'
import {fieldTypes} from '../../src/points/entities/types.ts'
import {localeOf, outcome, typeOf} from '../kit/field-types.ts'

/** One value in all of its forms. `sqlite` and `postgres` are the column values. */
interface Scenario {
  readonly type: string
  readonly typed: string
  readonly value: Value
  readonly sqlite: unknown
  readonly postgres?: unknown
  readonly shown: string
  readonly csv: string
  readonly json: unknown
  readonly language?: string
  readonly zone?: string
  readonly currency?: string
}

const n = (digits: string) => parseNum(digits)
const instant = (iso: string) => fromMillis(Date.parse(iso))
const id = '0198f0a0-1111-7222-8333-444455556666'

const scenarios: readonly Scenario[] = [
  {type: 'text', typed: ' Zoë ', value: 'Zoë', sqlite: 'Zoë', shown: 'Zoë', csv: 'Zoë', json: 'Zoë'},
  {type: 'text 3..120', typed: 'a\tb c', value: 'a b c', sqlite: 'a b c', shown: 'a b c', csv: 'a b c', json: 'a b c'},
  {
    type: 'text',
    typed: 'שלום 👩‍👩‍👧 \u202Babc\u202C',
    value: 'שלום 👩‍👩‍👧 \u202Babc\u202C',
    sqlite: 'שלום 👩‍👩‍👧 \u202Babc\u202C',
    shown: 'שלום 👩‍👩‍👧 \u202Babc\u202C',
    csv: 'שלום 👩‍👩‍👧 \u202Babc\u202C',
    json: 'שלום 👩‍👩‍👧 \u202Babc\u202C',
  },
  {
    type: 'long text',
    typed: 'a\r\nb\rc\n',
    value: 'a\nb\nc',
    sqlite: 'a\nb\nc',
    shown: 'a\nb\nc',
    csv: 'a\nb\nc',
    json: 'a\nb\nc',
  },
  {type: 'long text 0..2000', typed: 'e\u0301', value: 'é', sqlite: 'é', shown: 'é', csv: 'é', json: 'é'},
  {
    type: 'rich text',
    typed: '# Hi\n\n*x*',
    value: '# Hi\n\n*x*',
    sqlite: '# Hi\n\n*x*',
    shown: '# Hi\n\n*x*',
    csv: '# Hi\n\n*x*',
    json: '# Hi\n\n*x*',
  },
  {
    type: 'number',
    typed: '2,026',
    value: 2026,
    sqlite: 2026n,
    postgres: '2026',
    shown: '2026',
    csv: '2026',
    json: 2026,
  },
  {
    type: 'number',
    typed: '12.345',
    language: 'de',
    value: 12345,
    sqlite: 12345n,
    postgres: '12345',
    shown: '12.345',
    csv: '12345',
    json: 12345,
  },
  {type: 'number 0..100', typed: '100', value: 100, sqlite: 100n, postgres: '100', shown: '100', csv: '100', json: 100},
  {
    type: 'number',
    typed: '-9007199254740991',
    value: -9007199254740991,
    sqlite: -9007199254740991n,
    postgres: '-9007199254740991',
    shown: '-9,007,199,254,740,991',
    csv: '-9007199254740991',
    json: -9007199254740991,
  },
  {
    type: 'decimal 2',
    typed: '0.10',
    value: n('0.1'),
    sqlite: 10n,
    postgres: '0.1',
    shown: '0.1',
    csv: '0.1',
    json: 0.1,
  },
  {
    type: 'decimal 1, 0..366',
    typed: '12,5',
    language: 'de',
    value: n('12.5'),
    sqlite: 125n,
    postgres: '12.5',
    shown: '12,5',
    csv: '12.5',
    json: 12.5,
  },
  {
    type: 'decimal 3',
    typed: '1 234,125',
    language: 'fr',
    value: n('1234.125'),
    sqlite: 1234125n,
    postgres: '1234.125',
    shown: '1234,125',
    csv: '1234.125',
    json: 1234.125,
  },
  {
    type: 'decimal 2',
    typed: '12’345.50',
    language: 'de-CH',
    value: n('12345.5'),
    sqlite: 1234550n,
    postgres: '12345.5',
    shown: '12’345.5',
    csv: '12345.5',
    json: 12345.5,
  },
  {
    type: 'decimal 2',
    typed: '12,34,567.89',
    language: 'en-IN',
    value: n('1234567.89'),
    sqlite: 123456789n,
    postgres: '1234567.89',
    shown: '12,34,567.89',
    csv: '1234567.89',
    json: 1234567.89,
  },
  {
    type: 'decimal 1',
    typed: '١٢٫٥',
    language: 'ar-EG',
    value: n('12.5'),
    sqlite: 125n,
    postgres: '12.5',
    shown: '١٢٫٥',
    csv: '12.5',
    json: 12.5,
  },
  {
    type: 'money',
    typed: '€19.99',
    value: n('19.99'),
    sqlite: 1999n,
    postgres: '19.99',
    shown: '€19.99',
    csv: '19.99',
    json: 19.99,
  },
  {
    type: 'money',
    typed: '1.234,50 €',
    language: 'de',
    value: n('1234.5'),
    sqlite: 123450n,
    postgres: '1234.5',
    shown: '1.234,50 €',
    csv: '1234.5',
    json: 1234.5,
  },
  {
    type: 'money',
    typed: '1500',
    currency: 'JPY',
    value: 1500,
    sqlite: 1500n,
    postgres: '1500',
    shown: '¥1,500',
    csv: '1500',
    json: 1500,
  },
  {
    type: 'money 0..10',
    typed: '1.234',
    currency: 'KWD',
    value: n('1.234'),
    sqlite: 1234n,
    postgres: '1.234',
    shown: 'KWD 1.234',
    csv: '1.234',
    json: 1.234,
  },
  {type: 'yes/no', typed: 'yes', value: true, sqlite: 1n, postgres: true, shown: 'Yes', csv: 'yes', json: true},
  {type: 'yes/no', typed: 'Off', value: false, sqlite: 0n, postgres: false, shown: 'No', csv: 'no', json: false},
  {
    type: 'date',
    typed: '2026-03-29',
    value: new CalendarDate(2026, 3, 29),
    sqlite: '2026-03-29',
    shown: '29 Mar 2026',
    csv: '2026-03-29',
    json: '2026-03-29',
  },
  {
    type: 'date',
    typed: '12/31/2026',
    language: 'en-US',
    zone: 'Pacific/Kiritimati',
    value: new CalendarDate(2026, 12, 31),
    sqlite: '2026-12-31',
    shown: 'Dec 31, 2026',
    csv: '2026-12-31',
    json: '2026-12-31',
  },
  {
    type: 'date',
    typed: '31.12.2026',
    language: 'de',
    zone: 'Pacific/Pago_Pago',
    value: new CalendarDate(2026, 12, 31),
    sqlite: '2026-12-31',
    shown: '31. Dez. 2026',
    csv: '2026-12-31',
    json: '2026-12-31',
  },
  {
    type: 'date',
    typed: '31/12/2026',
    language: 'en-GB',
    value: new CalendarDate(2026, 12, 31),
    sqlite: '2026-12-31',
    shown: '31 Dec 2026',
    csv: '2026-12-31',
    json: '2026-12-31',
  },
  {
    type: 'date',
    typed: '0099-01-01',
    value: new CalendarDate(99, 1, 1),
    sqlite: '0099-01-01',
    shown: '1 Jan 99',
    csv: '0099-01-01',
    json: '0099-01-01',
  },
  {
    type: 'time',
    typed: '2:30 pm',
    language: 'en-US',
    value: new Time(52_200),
    sqlite: '14:30:00',
    shown: '2:30 PM',
    csv: '14:30:00',
    json: '14:30:00',
  },
  {
    type: 'time',
    typed: '23:59:59',
    language: 'de',
    value: new Time(86_399),
    sqlite: '23:59:59',
    shown: '23:59:59',
    csv: '23:59:59',
    json: '23:59:59',
  },
  {
    type: 'date and time',
    typed: '2026-07-01T14:30',
    language: 'en-GB',
    value: instant('2026-07-01T12:30:00Z'),
    sqlite: '2026-07-01T12:30:00.000Z',
    shown: '1 Jul 2026, 14:30',
    csv: '2026-07-01T14:30:00+02:00',
    json: '2026-07-01T12:30:00.000Z',
  },
  {
    type: 'date and time',
    typed: '31.12.2026, 23:59',
    language: 'de',
    zone: 'America/New_York',
    value: instant('2027-01-01T04:59:00Z'),
    sqlite: '2027-01-01T04:59:00.000Z',
    shown: '31. Dez. 2026, 23:59',
    csv: '2026-12-31T23:59:00-05:00',
    json: '2027-01-01T04:59:00.000Z',
  },
  {
    type: 'duration',
    typed: '1 day 4 hours',
    value: new DaysDuration(100_800),
    sqlite: 100_800n,
    shown: '1 day, 4 hours',
    csv: 'P1DT4H',
    json: 'P1DT4H',
  },
  {
    type: 'duration',
    typed: '1:30',
    value: new DaysDuration(5400),
    sqlite: 5400n,
    shown: '1 hour, 30 minutes',
    csv: 'PT1H30M',
    json: 'PT1H30M',
  },
  {
    type: 'duration',
    typed: '2 Stunden und 5 Minuten',
    language: 'de',
    value: new DaysDuration(7500),
    sqlite: 7500n,
    shown: '2 Stunden, 5 Minuten',
    csv: 'PT2H5M',
    json: 'PT2H5M',
  },
  {
    type: 'duration',
    typed: '-P1D',
    value: new DaysDuration(-86_400),
    sqlite: -86_400n,
    shown: '-1 day',
    csv: '-P1D',
    json: '-P1D',
  },
  {
    type: 'email',
    typed: ' Anna.B+x@Example.COM ',
    value: 'anna.b+x@example.com',
    sqlite: 'anna.b+x@example.com',
    shown: 'anna.b+x@example.com',
    csv: 'anna.b+x@example.com',
    json: 'anna.b+x@example.com',
  },
  {
    type: 'email',
    typed: 'jürgen@müller.example',
    value: 'jürgen@müller.example',
    sqlite: 'jürgen@müller.example',
    shown: 'jürgen@müller.example',
    csv: 'jürgen@müller.example',
    json: 'jürgen@müller.example',
  },
  {
    type: 'url',
    typed: 'https://bücher.example/ä?q=1#x',
    value: 'https://bücher.example/ä?q=1#x',
    sqlite: 'https://bücher.example/ä?q=1#x',
    shown: 'https://bücher.example/ä?q=1#x',
    csv: 'https://bücher.example/ä?q=1#x',
    json: 'https://bücher.example/ä?q=1#x',
  },
  {
    type: 'phone',
    typed: '+44 (0)20  7946-0000 ext. 12',
    value: '+44 (0)20 7946-0000 ext. 12',
    sqlite: '+44 (0)20 7946-0000 ext. 12',
    shown: '+44 (0)20 7946-0000 ext. 12',
    csv: '+44 (0)20 7946-0000 ext. 12',
    json: '+44 (0)20 7946-0000 ext. 12',
  },
  {
    type: 'one of low, in_progress, high',
    typed: 'In progress',
    value: 'in_progress',
    sqlite: 'in_progress',
    shown: 'In progress',
    csv: 'in_progress',
    json: 'in_progress',
  },
  {
    type: 'any of red, green, blue',
    typed: 'green',
    value: ['green'],
    sqlite: '["green"]',
    shown: 'Green',
    csv: 'green',
    json: ['green'],
  },
  {
    type: 'colour',
    typed: 'Blue',
    value: 'blue',
    sqlite: 'blue',
    shown: 'Blue',
    csv: 'blue',
    json: 'blue',
  },
  {
    type: 'icon',
    typed: 'Calendar days',
    value: 'calendar-days',
    sqlite: 'calendar-days',
    shown: 'Calendar days',
    csv: 'calendar-days',
    json: 'calendar-days',
  },
  {type: 'User', typed: id.toUpperCase(), value: {entity: 'User', id}, sqlite: id, shown: id, csv: id, json: id},
  {type: 'file', typed: id, value: {entity: 'file', id}, sqlite: id, shown: id, csv: id, json: id},
  {type: 'image', typed: id, value: {entity: 'file', id}, sqlite: id, shown: id, csv: id, json: id},
]

test('icons have the names that people say', () => {
  const shown = (name: string, language: string) => typeOf('icon').toText(name, localeOf(language))
  expect(['tree-palm', 'chart-pie', 'map-pin'].map(name => shown(name, 'en'))).toEqual([
    'Palm tree',
    'Pie chart',
    'Map pin',
  ])
  expect(['tree-palm', 'map-pin'].map(name => shown(name, 'de'))).toEqual(['Palme', 'Stecknadel'])
})

/** The space and apostrophe of a language depend on the version of its data. */
const plainMarks = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'")

describe('a value', () => {
  test.each(scenarios)('of $type typed as "$typed" round-trips through every form', each => {
    const use = typeOf(each.type, each.currency)
    const locale = localeOf(each.language ?? 'en', each.zone, each.currency)
    expect(outcome(use.fromForm([each.typed], locale))).toEqual(each.value)
    expect(plainMarks(use.toText(each.value, locale))).toBe(plainMarks(each.shown))
    expect(use.toCsv(each.value, locale)).toBe(each.csv)
    expect(outcome(use.fromCsv(each.csv, locale))).toEqual(each.value)
    expect(use.toJson(each.value)).toEqual(each.json)
    expect(outcome(use.fromJson(use.toJson(each.value), locale))).toEqual(each.value)
    expect(outcome(use.fromForm(use.toForm(each.value, locale), locale))).toEqual(each.value)
    expect(use.toColumn(each.value, 'sqlite')).toEqual(each.sqlite)
    expect(use.fromColumn(each.sqlite, 'sqlite')).toEqual(each.value)
    const postgres = 'postgres' in each ? each.postgres : each.sqlite
    expect(use.toColumn(each.value, 'postgres')).toEqual(postgres)
    expect(use.fromColumn(postgres, 'postgres')).toEqual(each.value)
    expect(outcome(use.fit(each.value))).toEqual(each.value)
  })

  test('of every type in documents has a scenario, and every example can be parsed', () => {
    const tried = new Set(scenarios.map(each => typeOf(each.type).name))
    const relations = ['files', 'serial', 'many', 'list of']
    expect(fieldTypes.map(type => type.name).filter(name => !tried.has(name) && !relations.includes(name))).toEqual([])
    for (const type of fieldTypes) {
      expect(type.examples.length, type.name).toBeGreaterThan(0)
      for (const example of type.examples) expect(typeOf(example).written, type.name).toBe(example)
    }
  })
})

interface Refusal {
  readonly type: string
  readonly typed: string
  readonly codes: readonly string[]
  readonly language?: string
  readonly zone?: string
}

const refusals: readonly Refusal[] = [
  {type: 'text 3..5', typed: 'ab', codes: ['TOO_SHORT']},
  {type: 'text 3..5', typed: '😀😀😀😀😀😀', codes: ['TOO_LONG']},
  {type: 'text', typed: 'a\nb', codes: ['ONE_LINE']},
  {type: 'text', typed: 'a\u0000b', codes: ['ODD_CHARACTERS']},
  {type: 'text', typed: 'a\ud83d', codes: ['ODD_CHARACTERS']},
  {type: 'text', typed: 'Ada \u202egnp.exe', codes: ['ODD_CHARACTERS']},
  {type: 'text', typed: '\u2067Ada', codes: ['ODD_CHARACTERS']},
  {type: 'text', typed: 'Ada\u202c', codes: ['ODD_CHARACTERS']},
  {type: 'long text', typed: 'bell \u0007', codes: ['ODD_CHARACTERS']},
  {type: 'long text', typed: '\udc00 alone', codes: ['ODD_CHARACTERS']},
  {type: 'long text 0..2', typed: 'abc', codes: ['TOO_LONG']},
  {type: 'number', typed: 'ten', codes: ['NOT_A_NUMBER']},
  {type: 'number', typed: '1e3', codes: ['NOT_A_NUMBER']},
  {type: 'number', typed: '1,5', codes: ['NOT_A_NUMBER']},
  {type: 'number', typed: '1.5', codes: ['NOT_WHOLE']},
  {type: 'number', typed: '1,5', language: 'de', codes: ['NOT_WHOLE']},
  {type: 'number 0..100', typed: '-1', codes: ['TOO_SMALL']},
  {type: 'number 0..100', typed: '101', codes: ['TOO_LARGE_NUMBER']},
  {type: 'number', typed: '9007199254740992', codes: ['TOO_LARGE_NUMBER']},
  {type: 'decimal 2', typed: '0.001', codes: ['TOO_PRECISE']},
  {type: 'decimal 2, 0..1', typed: '1.01', codes: ['TOO_LARGE_NUMBER']},
  {type: 'money', typed: '$5', codes: ['NOT_A_NUMBER']},
  {type: 'money', typed: '1.234', codes: ['TOO_PRECISE']},
  {type: 'yes/no', typed: 'maybe', codes: ['NOT_YES_OR_NO']},
  {type: 'date', typed: '2026-02-29', codes: ['NOT_A_DATE']},
  {type: 'date', typed: '12/31/2026', codes: ['NOT_A_DATE']},
  {type: 'date', typed: '1/2/26', codes: ['NOT_A_DATE']},
  {type: 'date', typed: '0000-01-01', codes: ['NOT_A_DATE']},
  {type: 'date', typed: '10000-01-01', codes: ['NOT_A_DATE']},
  {type: 'time', typed: '24:00', codes: ['NOT_A_TIME']},
  {type: 'time', typed: '13:00 pm', codes: ['NOT_A_TIME']},
  {type: 'date and time', typed: '2026-07-01', codes: ['NOT_A_DATE_AND_TIME']},
  {type: 'date and time', typed: '2026-03-29T02:30', codes: ['NO_SUCH_TIME']},
  {type: 'date and time', typed: '2011-12-30T12:00', zone: 'Pacific/Apia', codes: ['NO_SUCH_TIME']},
  {type: 'duration', typed: '90', codes: ['NOT_A_DURATION']},
  {type: 'duration', typed: '2 months', codes: ['NOT_A_DURATION']},
  {type: 'duration', typed: '2 hours or so', codes: ['NOT_A_DURATION']},
  {type: 'duration', typed: '99999999 days', codes: ['TOO_LARGE_NUMBER']},
  {type: 'email', typed: 'anna', codes: ['NOT_AN_EMAIL']},
  {type: 'email', typed: 'a@b', codes: ['NOT_AN_EMAIL']},
  {type: 'email', typed: 'a..b@example.com', codes: ['NOT_AN_EMAIL']},
  {type: 'email', typed: 'a b@example.com', codes: ['NOT_AN_EMAIL']},
  {type: 'email', typed: 'a@example.com, b@example.com', codes: ['NOT_AN_EMAIL']},
  {type: 'email', typed: 'a@-x.example', codes: ['NOT_AN_EMAIL']},
  {type: 'url', typed: 'javascript:alert(1)', codes: ['NOT_A_URL']},
  {type: 'url', typed: 'ftp://example.com', codes: ['NOT_A_URL']},
  {type: 'url', typed: 'example.com', codes: ['NOT_A_URL']},
  {type: 'url', typed: 'https:\\\\example.com', codes: ['NOT_A_URL']},
  {type: 'url', typed: 'https://user:secret@example.com', codes: ['NOT_A_URL']},
  {type: 'phone', typed: 'call me', codes: ['NOT_A_PHONE']},
  {type: 'phone', typed: '12', codes: ['NOT_A_PHONE']},
  {type: 'colour', typed: 'beige', codes: ['NOT_A_CHOICE']},
  {type: 'icon', typed: 'pakage', codes: ['NOT_AN_ICON']},
  {type: 'one of low, high', typed: 'medium', codes: ['NOT_A_CHOICE']},
  {type: 'any of a, b', typed: 'c', codes: ['NOT_A_CHOICE']},
  {type: 'User', typed: 'nobody', codes: ['NO_SUCH_RECORD']},
  {type: 'list of Comment by ticket', typed: id, codes: ['NOT_TO_FILL_IN']},
]

describe('a field', () => {
  test.each(refusals)(
    'of the type $type rejects "$typed" with $codes',
    ({type, typed, codes, language = 'en', zone}) => {
      expect(outcome(typeOf(type).fromForm([typed], localeOf(language, zone)))).toEqual(codes)
    },
  )

  test.each(fieldTypes.map(type => ({name: type.name, example: type.examples[0] ?? ''})))(
    'S19: of the type $name is rejected if two values were sent for one',
    ({example}) => {
      const use = typeOf(example)
      if (use.type.kind === 'list' || use.storage.kind === 'other side') return
      const refusal = outcome(use.fromForm(['yes', 'no'], localeOf('en')))
      expect(refusal).toEqual([expect.stringMatching(/^(SENT_TWICE|NOT_TO_FILL_IN)$/)])
      expect(outcome(use.fromForm(['', ''], localeOf('en')))).toEqual(refusal)
    },
  )

  test('S19: of the type yes/no accepts the yes of a ticked box after the no that is always sent, and no other pair', () => {
    const read = (texts: readonly string[]) => outcome(typeOf('yes/no').fromForm(texts, localeOf('en')))
    expect([read(['no', 'yes']), read(['no']), read(['yes'])]).toEqual([true, false, true])
    for (const texts of [
      ['yes', 'no'],
      ['yes', 'yes'],
      ['no', 'no'],
      ['no', 'yes', 'yes'],
    ])
      expect(read(texts)).toEqual(['SENT_TWICE'])
  })

  test.each(fieldTypes.map(type => ({name: type.name, example: type.examples[0] ?? ''})))(
    'of the type $name is empty if nothing or a blank was sent',
    ({example}) => {
      const use = typeOf(example)
      const locale = localeOf('en')
      expect(outcome(use.fromForm([], locale))).toEqual(use.empty)
      if (use.storage.kind === 'other side') return
      expect(outcome(use.fromForm([' '], locale))).toEqual(use.empty)
      expect(outcome(use.fromCsv('', locale))).toEqual(use.empty)
      expect(outcome(use.fromJson(null, locale))).toEqual(use.empty)
      expect([use.toText(null, locale), use.toCsv(null, locale)]).toEqual(['', ''])
      expect([use.toColumn(null, 'sqlite'), use.fromColumn(null, 'postgres')]).toEqual([null, use.empty])
    },
  )

  test.each([
    ['email', 'anna@example.com', 'mailto:anna@example.com'],
    ['email', 'a?cc=b&body=c@example.com', 'mailto:a%3Fcc%3Db%26body%3Dc@example.com'],
    ['phone', '+351 (0)21 000-00.00 ext. 12', 'tel:+351210000000;ext=12'],
    ['phone', '555', 'tel:555'],
    ['url', 'https://example.com/a?b', 'https://example.com/a?b'],
    ['text', 'https://example.com', null],
  ])('of the type %s leads from %s to %s', (type, value, href) => {
    expect(typeOf(type).toHref(value)).toBe(href)
  })

  test('rejects JSON of another kind than its own', () => {
    const wrong = (type: string, json: never) => outcome(typeOf(type).fromJson(json, localeOf('en')))
    expect(wrong('text', 5 as never)).toEqual(['NOT_A_TEXT'])
    expect(wrong('number', true as never)).toEqual(['NOT_A_NUMBER'])
    expect(wrong('yes/no', 'yes' as never)).toEqual(['NOT_YES_OR_NO'])
    expect(wrong('date', 20260101 as never)).toEqual(['NOT_A_DATE'])
    expect(wrong('any of a, b', 'a' as never)).toEqual(['NOT_A_CHOICE'])
    expect(wrong('User', {id} as never)).toEqual(['NO_SUCH_RECORD'])
  })
})

describe('money', () => {
  test.each([
    ['ja', 'JPY', '¥1,500', '1500'],
    ['de', 'USD', '5,50 $', '5.5'],
    ['en', 'EUR', 'EUR 5', '5'],
    ['en', 'EUR', '-€5.25', '-5.25'],
    ['fr-CH', 'CHF', 'CHF 5.05', '5.05'],
  ])('in %s of %s parses "%s" as %s', (language, currency, typed, digits) => {
    expect(outcome(typeOf('money', currency).fromForm([typed], localeOf(language, 'UTC', currency)))).toEqual(n(digits))
  })
})

describe('numbers', () => {
  test.each([
    ['en', '1,234.5', '1234.5'],
    ['en', '1234.5', '1234.5'],
    ['de', '1.234,5', '1234.5'],
    ['de', '1234.5', '1234.5'],
    ['de', '1.23', '1.23'],
    ['de', '1.234', '1234'],
    ['fr', '1.234', '1.234'],
    ['fr', '1\u202f234,5', '1234.5'],
    ['fr', '1\u00a0234,5', '1234.5'],
    ['de-CH', "1'234.5", '1234.5'],
    ['en', '\u22121.5', '-1.5'],
    ['he', '\u200e-1.5', '-1.5'],
    ['en', '.5', '0.5'],
    ['en', '+7', '7'],
  ])('typed in %s as "%s" are %s', (language, typed, digits) => {
    expect(outcome(typeOf('decimal 3').fromForm([typed], localeOf(language)))).toEqual(n(digits))
  })

  test('of a file are parsed plainly first, because programs write files', () => {
    const decimal = typeOf('decimal 3')
    expect(outcome(decimal.fromCsv('1.234', localeOf('de')))).toEqual(n('1.234'))
    expect(outcome(decimal.fromCsv('1.234,5', localeOf('de')))).toEqual(n('1234.5'))
  })

  test('of expressions are rounded half to even to the places of the field', () => {
    expect(outcome(typeOf('decimal 1').fit(n('0.25') ?? 0))).toEqual(n('0.2'))
    expect(outcome(typeOf('number').fit(n('1.5') ?? 0))).toBe(2)
    expect(outcome(typeOf('number 0..1').fit(n('1.5') ?? 0))).toEqual(['TOO_LARGE_NUMBER'])
  })

  test('in JSON keep the digits that a float would lose', () => {
    const use = typeOf('decimal 2')
    const value = n('90071992547409.91') ?? 0
    expect(outcome(use.fromJson(use.toJson(value), localeOf('en')))).toEqual(value)
  })
})

describe('choices', () => {
  test('of several words are in the order of the document and unique, however they are given', () => {
    const use = typeOf('any of red, green, blue')
    const locale = localeOf('en')
    expect(outcome(use.fromForm(['blue', 'red', 'BLUE'], locale))).toEqual(['red', 'blue'])
    expect(outcome(use.fromCsv('blue, green', locale))).toEqual(['green', 'blue'])
    expect(outcome(use.fromJson(['blue', 'red'], locale))).toEqual(['red', 'blue'])
    expect(use.toText(['red', 'blue'], locale)).toBe('Red, Blue')
  })

  test('define how they are sorted and filtered', () => {
    const words = ['low', 'normal', 'high']
    expect(typeOf('one of low, normal, high')).toMatchObject({
      type: {kind: 'choice', words},
      sort: {sort: 'words', words},
      filter: {filter: 'choice', words},
      control: {control: 'choice', words},
    })
  })
})

describe('durations', () => {
  test.each([
    ['en', '2h 30m', 9000],
    ['en', '2h30', null],
    ['en', '1.5 hrs', 5400],
    ['en', '90 mins', 5400],
    ['en', '1 week', 604_800],
    ['de', '1,5 Std.', 5400],
    ['de', '90 min', 5400],
    ['fr', '2 jours et 3 heures', 183_600],
    ['en', '1 hour 0.0001 seconds', null],
    ['en', '-15 min', -900],
  ])('typed in %s as "%s" are %s seconds', (language, typed, seconds) => {
    const expected = seconds === null ? ['NOT_A_DURATION'] : new DaysDuration(seconds)
    expect(outcome(typeOf('duration').fromForm([typed], localeOf(language)))).toEqual(expected)
  })
})

describe('dates', () => {
  test.each(['en', 'en-US', 'de', 'fr'])('in %s can be typed in the format that the error suggests', language => {
    const use = typeOf('date')
    const refused = use.fromForm(['soon'], localeOf(language))
    const example = refused.ok ? undefined : refused.problems[0]?.values?.example
    expect(use.fromForm([String(example)], localeOf(language)).ok).toBe(true)
  })
})

describe('instants', () => {
  const use = typeOf('date and time')
  const paris = localeOf('en-GB')

  test('that occur twice are parsed as the first, and both keep their own in a file', () => {
    const [first, second] = [instant('2026-10-25T00:30:00Z'), instant('2026-10-25T01:30:00Z')]
    expect(outcome(use.fromForm(['2026-10-25T02:30'], paris))).toEqual(first)
    expect([first, second].map(each => use.toForm(each, paris))).toEqual([['2026-10-25T02:30'], ['2026-10-25T02:30']])
    expect(use.toCsv(second, paris)).toBe('2026-10-25T02:30:00+01:00')
    expect(outcome(use.fromCsv(use.toCsv(second, paris), paris))).toEqual(second)
  })

  test('with an offset are exact, whatever the zone', () => {
    const value = instant('2026-03-29T00:30:00Z')
    for (const text of ['2026-03-29T00:30Z', '2026-03-29 02:30:00+02:00', '2026-03-28T19:30:00.000-05:00'])
      expect(outcome(use.fromJson(text, paris))).toEqual(value)
  })

  test('round-trip through PostgreSQL in any session zone, with and without fractions', () => {
    for (const text of ['2026-07-01 12:30:00+00', '2026-07-01 18:00:00+05:30', '2026-07-01 12:30:00.000+00:00'])
      expect(use.fromColumn(text, 'postgres')).toEqual(instant('2026-07-01T12:30:00Z'))
    expect(use.fromColumn('2026-07-01 12:30:00.25+00', 'postgres')).toEqual(instant('2026-07-01T12:30:00.250Z'))
    expect(use.fromColumn(new Date('2026-07-01T12:30:00Z'), 'postgres')).toEqual(instant('2026-07-01T12:30:00Z'))
  })
})

describe('references', () => {
  const names = new Map([
    [id, 'Anna; the first'],
    ['0198f0a0-1111-7222-8333-444455557777', 'Back\\slash'],
  ])
  const locale = {
    ...localeOf('en'),
    nameOf: ({id: each}: {id: string}) => names.get(each) ?? each,
    keyOf: ({id: each}: {id: string}) => names.get(each) ?? each,
    find: (entity: string, text: string) => {
      const found = [...names].find(([each, name]) => each === text || name === text)
      return found ? {entity, id: found[0]} : null
    },
  }

  test('to several records round-trip through a file by names with any characters', () => {
    const use = typeOf('many Tag')
    const value = [...names.keys()].map(each => ({entity: 'Tag', id: each}))
    expect(use.toCsv(value, locale)).toBe('Anna\\; the first; Back\\\\slash')
    expect(outcome(use.fromCsv(use.toCsv(value, locale), locale))).toEqual(value)
    expect(use.toText(value, locale)).toBe('Anna; the first, Back\\slash')
  })

  test('to several records are unique, in the order of their ids', () => {
    const [one = '', two = ''] = names.keys()
    expect(outcome(typeOf('files').fromForm([two, one, two], locale))).toEqual([
      {entity: 'file', id: one},
      {entity: 'file', id: two},
    ])
    expect(outcome(typeOf('many Tag').fromForm(['gone'], locale))).toEqual(['NO_SUCH_RECORD'])
  })

  test('to more records than a request may link are rejected', () => {
    expect(
      outcome(
        typeOf('many Tag').fromForm(
          Array.from({length: 1001}, () => id),
          locale,
        ),
      ),
    ).toEqual(['TOO_MANY'])
  })
})
