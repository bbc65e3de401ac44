/** The functions installed in both databases match the evaluator, up to the limits of its range. */
import fc from 'fast-check'
import {sql} from 'kysely'
import {afterAll, beforeAll, describe, expect, test} from 'vitest'
import {addMonths, dayOfYear, fromDays, localToEpoch, offsetAt, toDays, weekOfYear} from '../../src/feel/calendar.ts'
import {
  add,
  divide,
  formatNum,
  makeNum,
  modulo,
  multiply,
  type Num,
  parseNum,
  power,
  type Rounding,
  round,
  subtract,
} from '../../src/feel/decimal.ts'
import {sqlFunctionNames} from '../../src/feel/index.ts'
import {exactForm, postgres, type Sql, scaled, sqlite, textForm} from '../../src/feel/sql/dialect.ts'
import {sqlNames} from '../../src/feel/sql/families.ts'
import {installPostgresFunctions, installPostgresZone} from '../../src/store/postgres/postgres-functions.ts'
import {databases, type OpenDatabase} from '../kit/databases.ts'

const digits = fc.oneof(
  fc.bigInt({min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n}),
  fc.bigInt({min: -1000n, max: 1000n}),
  // Ties, and runs of nines that carry over.
  fc.tuple(fc.nat({max: 17}), fc.constantFrom(5n, -5n, 25n, 15n)).map(([n, tail]) => tail * 10n ** BigInt(n) + 5n),
  fc.nat({max: 34}).map(n => 10n ** BigInt(n) - 1n),
)
const exponents = fc.oneof(fc.integer({min: -40, max: 10}), fc.integer({min: -6176, max: 6111}))
const numbers: fc.Arbitrary<Num> = fc.tuple(digits, exponents).map(([c, e]) => makeNum(c, e) ?? 0)

const modes: readonly Rounding[] = ['half even', 'half up', 'half down', 'up', 'down', 'floor', 'ceiling']
const zones = [
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Casablanca',
]

const written = (n: Num | null): string | null => (n === null ? null : formatNum(n))

test('every function that the evaluator declares for SQL has an SQL form, and no other', () => {
  expect([...sqlNames].sort()).toEqual([...sqlFunctionNames].sort())
})

describe.each(databases)('our functions on $name', ({name, open}) => {
  const dialect = name === 'sqlite' ? sqlite : postgres
  let database: OpenDatabase | undefined
  beforeAll(async () => {
    database = await open()
    if (name === 'postgres') for (const zone of zones) await installPostgresZone(database.db, zone)
  })
  afterAll(() => database?.close())

  const exact = (n: Num): Sql => dialect.bind(formatNum(n), exactForm)
  const whole = (n: number): Sql => dialect.bind(BigInt(n), scaled(0, 0n))
  const text = (value: string): Sql => dialect.bind(value, textForm)

  /** One statement for many calls. */
  async function ask(calls: readonly Sql[]): Promise<readonly (string | null)[]> {
    if (database === undefined) throw new Error('The database is open.')
    const answers: (string | null)[] = []
    for (let from = 0; from < calls.length; from += 400) {
      const some = calls.slice(from, from + 400).map((call, at) => sql`select ${sql.lit(at)} as n, ${call} as x`)
      const rows = await sql<{
        x: unknown
      }>`select x from (${sql.join(some, sql` union all `)}) as all_calls order by n`.execute(database.db)
      answers.push(...rows.rows.map(({x}) => (x === null ? null : plain(x))))
    }
    return answers
  }

  /** Numbers without the zeros that PostgreSQL keeps at their end. */
  const plain = (x: unknown): string => {
    const number = /^-?\d+\.\d+$/.test(String(x)) ? parseNum(String(x)) : null
    return number === null ? String(x) : formatNum(number)
  }

  test('calculate with 34 digits, rounded half to even, from the smallest to the largest number', async () => {
    const pairs = fc.sample(fc.tuple(numbers, numbers), {numRuns: 600, seed: 17})
    const operations = {add, subtract, multiply, divide, modulo}
    const cases = pairs.flatMap(([a, b]) => Object.entries(operations).map(([called, run]) => ({a, b, called, run})))
    const answers = await ask(cases.map(({a, b, called}) => dialect.call(called, exact(a), exact(b))))
    const wrong = cases.flatMap(({a, b, called, run}, at) =>
      answers[at] === written(run(a, b))
        ? []
        : [{called, a: formatNum(a), b: formatNum(b), answer: answers[at], right: written(run(a, b))}],
    )
    expect(wrong.slice(0, 3)).toEqual([])
  })

  test('round in all modes at any scale', async () => {
    const drawn = fc.sample(
      fc.tuple(numbers, fc.oneof(fc.integer({min: -40, max: 45}), fc.integer({min: -6200, max: 6200}))),
      {numRuns: 300, seed: 18},
    )
    const cases = drawn.flatMap(([n, scale]) => modes.map(mode => ({n, scale, mode})))
    const answers = await ask(
      cases.map(({n, scale, mode}) => dialect.call('round', exact(n), exact(scale), text(mode))),
    )
    const right = ({n, scale, mode}: (typeof cases)[number]) =>
      scale < -6111 || scale > 6176 ? null : written(round(n, scale, mode))
    const wrong = cases.filter((each, at) => answers[at] !== right(each))
    expect(wrong.slice(0, 3).map(({n, ...each}) => ({...each, n: formatNum(n)}))).toEqual([])
  })

  test('raise to whole powers', async () => {
    const cases = fc.sample(
      fc.tuple(numbers, fc.oneof(fc.integer({min: -5, max: 5}), fc.integer({min: -1000, max: 1000}))),
      {numRuns: 300, seed: 19},
    )
    const answers = await ask(cases.map(([n, exponent]) => dialect.call('power', exact(n), sql.lit(exponent))))
    const wrong = cases.flatMap(([n, exponent], at) =>
      answers[at] === written(power(n, exponent))
        ? []
        : [{n: formatNum(n), exponent, answer: answers[at], right: written(power(n, exponent))}],
    )
    expect(wrong.slice(0, 3)).toEqual([])
  })

  test('support the whole calendar', async () => {
    const most = toDays({year: 999_999_999, month: 12, day: 31})
    const least = toDays({year: -999_999_999, month: 1, day: 1})
    const days = [
      most,
      least,
      ...fc.sample(fc.oneof(fc.integer({min: -800_000, max: 800_000}), fc.integer({min: least, max: most})), {
        numRuns: 300,
        seed: 20,
      }),
    ]
    const reads = {
      year_of: (at: number) => fromDays(at)?.year,
      month_of: (at: number) => fromDays(at)?.month,
      day_of: (at: number) => fromDays(at)?.day,
      day_of_year: (at: number) => dayOfYear(dateAt(at)),
      week_of_year: (at: number) => weekOfYear(dateAt(at)),
      month_start: (at: number) => toDays({...dateAt(at), day: 1}),
      real_days: (at: number) => at,
    }
    const cases = days.flatMap(at => Object.entries(reads).map(([called, read]) => ({at, called, read})))
    const answers = await ask(cases.map(({at, called}) => dialect.call(called, whole(at))))
    const wrong = cases.filter(({at, read}, index) => answers[index] !== String(read(at)))
    expect(wrong.slice(0, 3)).toEqual([])
    expect(
      await ask([dialect.call('real_days', whole(most + 1)), dialect.call('real_days', whole(least - 1))]),
    ).toEqual([null, null])
  })

  test('move dates by months, to the last day of a shorter one', async () => {
    const cases = fc.sample(
      fc.tuple(fc.integer({min: -800_000, max: 3_000_000}), fc.integer({min: -30_000, max: 30_000})),
      {numRuns: 400, seed: 21},
    )
    const answers = await ask(cases.map(([day, months]) => dialect.call('add_months', whole(day), whole(months))))
    const right = cases.map(([day, months]) => {
      const moved = addMonths(dateAt(day), months)
      return moved === null ? null : String(toDays(moved))
    })
    expect(answers).toEqual(right)
  })

  const dateAt = (day: number) => {
    const date = fromDays(day)
    if (date === null) throw new Error(`No such day: ${day}`)
    return date
  }

  test('change case like the evaluator, for every letter', async () => {
    const letters: string[] = []
    for (let point = 1; point < 0x11_0000; point++) {
      if (point >= 0xd800 && point <= 0xdfff) continue
      const letter = String.fromCodePoint(point)
      if (letter.toUpperCase() !== letter || letter.toLowerCase() !== letter) letters.push(letter)
    }
    const words = [...letters, 'ΑΣ', 'ΑΣ.', 'Σ', 'ΑΣΑ', 'A\u0301Σ', 'ﬃ', 'İI', 'ŉ'].map(word => ({word}))
    const answers = await ask(
      words.flatMap(({word}) => [dialect.call('upper', text(word)), dialect.call('lower', text(word))]),
    )
    const wrong = words.filter(
      ({word}, at) => answers[at * 2] !== word.toUpperCase() || answers[at * 2 + 1] !== word.toLowerCase(),
    )
    expect(wrong.map(({word}) => word.codePointAt(0)?.toString(16))).toEqual([])
  })

  describe.each(zones)('in %s', zone => {
    test('the clock changes match the evaluator', async () => {
      const around = changesOf(zone).flatMap(at => [at - 1, at, at + 1, at + 3599, at + 3600])
      const far = [
        -62_000_000_000, -2_500_000_000, 4_102_444_800, 16_725_225_600, 253_000_000_000, 8_640_000_000_000,
        -8_640_000_000_000,
      ]
      const seconds = [...around, ...far]
      const scale = name === 'sqlite' ? 1000n : 1n
      const instant = (at: number): Sql => dialect.bind(BigInt(at) * 1000n, scaled(3, 0n))
      const walls = await ask(seconds.map(at => dialect.call('wall', instant(at), text(zone))))
      expect(walls.map(Number)).toEqual(seconds.map(at => (at + offsetAt(zone, at)) * Number(scale)))
      const clocks = seconds.map(at => at + offsetAt(zone, at)).flatMap(at => [at, at - 1800, at + 1800])
      const placed = await ask(
        clocks.map(at =>
          dialect.call(
            'place',
            whole(Math.floor(at / 86_400)),
            exact(at - Math.floor(at / 86_400) * 86_400),
            text(zone),
          ),
        ),
      )
      expect(placed.map(Number)).toEqual(clocks.map(at => localToEpoch(zone, at) * Number(scale)))
    })
  })
})

/** The clock changes of a zone from 1970 to 2037. */
function changesOf(zone: string): readonly number[] {
  const found: number[] = []
  const step = 86_400 * 10
  for (let at = 0; at < 2_145_916_800; at += step) {
    if (offsetAt(zone, at) === offsetAt(zone, at + step)) continue
    let [low, high] = [at, at + step]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(zone, middle) === offsetAt(zone, at)) low = middle
      else high = middle
    }
    found.push(high)
  }
  return found
}

const postgresDatabases = databases.filter(({name}) => name === 'postgres')

test.each(postgresDatabases)('clock changes survive a newer set of functions on $name', async ({open}) => {
  const {db, close} = await open()
  try {
    await installPostgresZone(db, 'Europe/Paris')
    // An offset that PostgreSQL itself does not know.
    await sql`update nonet.zone_change set "offset" = 77 where zone = 'Europe/Paris'`.execute(db)
    await sql`comment on schema nonet is 'an older set'`.execute(db)
    await installPostgresFunctions(db)
    const {rows} =
      await sql`select nonet.wall(1000, 'Europe/Paris')::text as paris, nonet.wall(1000, 'UTC')::text as utc`.execute(
        db,
      )
    expect(rows).toEqual([{paris: '1077', utc: '1000.000000'}])
  } finally {
    await close()
  }
})
