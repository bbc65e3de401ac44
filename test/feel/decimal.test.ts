/** Exact decimals compared with arithmetic on whole numbers, which JavaScript does exactly. */
import fc from 'fast-check'
import {describe, expect, test} from 'vitest'
import {
  add,
  compareNum,
  Decimal,
  divide,
  formatNum,
  modulo,
  multiply,
  type Num,
  negate,
  parseNum,
  power,
  round,
  subtract,
  sumOf,
} from '../../src/feel/decimal.ts'

const seed = Number(process.env.NONET_SEED ?? Date.now() % 2 ** 31)
console.log(`decimal seed ${seed}`)

interface Parts {
  readonly num: Num
  readonly coefficient: bigint
  readonly exponent: number
}

const parts = (digits: number): fc.Arbitrary<Parts> =>
  fc
    .tuple(
      fc.bigInt({min: -(10n ** BigInt(digits)) + 1n, max: 10n ** BigInt(digits) - 1n}),
      fc.integer({min: -30, max: 30}),
    )
    .map(([coefficient, exponent]) => ({coefficient, exponent, num: numOf(`${coefficient}e${exponent}`)}))

function numOf(text: string): Num {
  const num = parseNum(text)
  if (num === null) throw new Error(`${text} is not a number`)
  return num
}

/** coefficient × 10^exponent as a whole number of units of 10^-90. */
const units = (coefficient: bigint, exponent: number): bigint => coefficient * 10n ** BigInt(exponent + 90)

const unitsOf = (n: Num | null): bigint => {
  if (n === null) throw new Error('no number')
  return typeof n === 'number' ? units(BigInt(n), 0) : units(n.coefficient, n.exponent)
}

/** Rounded to 34 digits, half to even, in a slow and simple way. */
function rounded(value: bigint): bigint {
  const size = value < 0n ? -value : value
  const surplus = size.toString().length - 34
  if (surplus <= 0) return value
  const unit = 10n ** BigInt(surplus)
  const [quotient, rest] = [size / unit, (size % unit) * 2n]
  const up = rest > unit || (rest === unit && quotient % 2n === 1n)
  return (up ? quotient + 1n : quotient) * unit * (value < 0n ? -1n : 1n)
}

const isCanonical = (n: Num | null): boolean =>
  n === null || (typeof n === 'number' ? Number.isSafeInteger(n) && !Object.is(n, -0) : n.coefficient % 10n !== 0n)

const holds = (predicate: (a: Parts, b: Parts) => boolean, digits = 34): void =>
  fc.assert(fc.property(parts(digits), parts(digits), predicate), {seed, numRuns: 2000})

describe(`seed ${seed}`, () => {
  test('a sum is exact, then rounded once', () => {
    holds(
      (a, b) =>
        unitsOf(add(a.num, b.num)) === rounded(units(a.coefficient, a.exponent) + units(b.coefficient, b.exponent)),
    )
  })
  test('a difference is the sum with the negative', () => {
    holds((a, b) => unitsOf(subtract(a.num, b.num)) === unitsOf(add(a.num, negate(b.num))))
  })
  test('a product of shorter numbers is exact', () => {
    holds(
      (a, b) => unitsOf(multiply(a.num, b.num)) === units(a.coefficient * b.coefficient, a.exponent + b.exponent),
      17,
    )
  })
  test('a quotient times the divisor is within half a last digit', () => {
    holds((a, b) => {
      const quotient = divide(a.num, b.num)
      if (b.coefficient === 0n) return quotient === null
      if (quotient === null) return false
      if (a.coefficient === 0n) return quotient === 0
      const exact = 10n ** 120n
      const wanted = (a.coefficient * exact) / b.coefficient
      const {c, e} =
        typeof quotient === 'number' ? {c: BigInt(quotient), e: 0} : {c: quotient.coefficient, e: quotient.exponent}
      const found = e - a.exponent + b.exponent + 120 >= 0 ? c * 10n ** BigInt(e - a.exponent + b.exponent + 120) : 0n
      const apart = found > wanted ? found - wanted : wanted - found
      return apart * 10n ** 33n <= (wanted < 0n ? -wanted : wanted) + 10n ** 33n
    })
  })
  test('a remainder has the divisor’s sign and is not larger', () => {
    holds((a, b) => {
      const rest = modulo(a.num, b.num)
      if (b.coefficient === 0n) return rest === null
      const [x, y] = [unitsOf(rest), units(b.coefficient, b.exponent)]
      return x === 0n || (x < 0n === y < 0n && (x < 0n ? -x : x) <= (y < 0n ? -y : y))
    }, 17)
  })
  test('comparison is that of the exact values', () => {
    holds((a, b) => {
      const difference = units(a.coefficient, a.exponent) - units(b.coefficient, b.exponent)
      return Math.sign(compareNum(a.num, b.num)) === (difference < 0n ? -1 : difference > 0n ? 1 : 0)
    })
  })
  test('every number is in its one canonical form, and reads back as it is written', () => {
    holds((a, b) => {
      const results = [
        a.num,
        add(a.num, b.num),
        multiply(a.num, b.num),
        divide(a.num, b.num),
        negate(a.num),
        round(a.num, 3, 'up'),
      ]
      return results.every(n => isCanonical(n) && (n === null || compareNum(numOf(formatNum(n)), n) === 0))
    })
  })
  test('the sum of many does not depend on their order', () => {
    fc.assert(
      fc.property(fc.array(parts(34), {maxLength: 12}), list => {
        const nums = list.map(({num}) => num)
        return unitsOf(sumOf(nums)) === unitsOf(sumOf(nums.toReversed()))
      }),
      {seed, numRuns: 1000},
    )
  })
})

test('powers are exact before they are rounded', () => {
  for (const base of [2, 3, 7, 11, 99]) {
    for (const exponent of [0, 1, 5, 21, 64, 150]) {
      const exact = rounded(BigInt(base) ** BigInt(exponent))
      expect(formatNum(power(base, exponent) ?? 0)).toBe(exact.toString())
    }
  }
})

test.each([
  ['1.5', 0, {'half even': '2', 'half up': '2', 'half down': '1', up: '2', down: '1', floor: '1', ceiling: '2'}],
  ['2.5', 0, {'half even': '2', 'half up': '3', 'half down': '2', up: '3', down: '2', floor: '2', ceiling: '3'}],
  [
    '-2.5',
    0,
    {'half even': '-2', 'half up': '-3', 'half down': '-2', up: '-3', down: '-2', floor: '-3', ceiling: '-2'},
  ],
  ['0.001', 1, {'half even': '0', 'half up': '0', 'half down': '0', up: '0.1', down: '0', floor: '0', ceiling: '0.1'}],
  [
    '1250',
    -2,
    {
      'half even': '1200',
      'half up': '1300',
      'half down': '1200',
      up: '1300',
      down: '1200',
      floor: '1200',
      ceiling: '1300',
    },
  ],
] as const)('%s is rounded to %s places in every way', (text, scale, wanted) => {
  for (const [mode, expected] of Object.entries(wanted)) {
    const result = round(numOf(text), scale, mode as keyof typeof wanted)
    expect(`${mode}: ${result === null ? null : formatNum(result)}`).toBe(`${mode}: ${expected}`)
  }
})

test('safe integers are plain numbers, everything else is a Decimal', () => {
  expect(parseNum('9007199254740991')).toBe(9007199254740991)
  expect(parseNum('9007199254740992')).toBeInstanceOf(Decimal)
  expect(parseNum('1.0')).toBe(1)
  expect(parseNum('1e3')).toBe(1000)
  expect(parseNum('0.5')).toEqual(new Decimal(5n, -1))
})

test.each(['', '-', '.', '1.', 'e5', '1e', '0x10', '1_000', ' 1', 'Infinity', 'NaN', '--1'])(
  '“%s” is not a number',
  text => {
    expect(parseNum(text)).toBe(null)
  },
)
