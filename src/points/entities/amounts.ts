/**
 * Finds which computed numbers are amounts of money: those that derive from money by addition, by multiplication with
 * plain numbers, or by selection. Expressions only know numbers, but people want to see the currency.
 */
import type {Core, Operator} from '../../feel/core.ts'

/** `amounts`: the fields known to be money, as `Order.total`. */
export function isAmount(core: Core, amounts: ReadonlySet<string>): boolean {
  const is = (part: Core) => isAmount(part, amounts)
  switch (core.op) {
    case 'field':
      return amounts.has(`${core.entity}.${core.field}`)
    case 'map':
      return is(core.body)
    case 'filter':
    case 'at':
      return is(core.list)
    case 'list':
      return core.items.some(is)
    case 'if':
      return is(core.then) || is(core.otherwise)
    case 'negate':
      return is(core.of)
    case 'call':
      return keeping.has(core.name) && core.args[0] !== undefined && is(core.args[0])
    case 'arithmetic':
      return arithmetic[core.by](is(core.left), is(core.right))
    default:
      return false
  }
}

/** Functions whose result has the same unit as their first argument. */
const keeping: ReadonlySet<string> = new Set([
  'sum',
  'min',
  'max',
  'mean',
  'median',
  'abs',
  'decimal',
  'floor',
  'ceiling',
  'round up',
  'round down',
  'round half up',
  'round half down',
])

const arithmetic: Readonly<Record<Operator, (left: boolean, right: boolean) => boolean>> = {
  '+': (left, right) => left || right,
  '-': (left, right) => left || right,
  '*': (left, right) => left !== right,
  '/': (left, right) => left && !right,
  '**': () => false,
}

/**
 * The number of decimal places of a computed number that derives from known numbers by addition, selection, rounding or
 * multiplication with whole numbers; null if unknown. `places`: the fields with known places, as `Line.price`.
 */
export function placesOf(core: Core, places: ReadonlyMap<string, number>): number | null {
  const of = (part: Core | undefined) => (part === undefined ? null : placesOf(part, places))
  switch (core.op) {
    case 'value':
      return typeof core.value === 'number' || typeof core.value === 'string' ? digitsIn(String(core.value)) : null
    case 'field':
      return places.get(`${core.entity}.${core.field}`) ?? null
    case 'map':
      return of(core.body)
    case 'filter':
    case 'at':
      return of(core.list)
    case 'list':
      return most(core.items.map(of))
    case 'if':
      return most([of(core.then), of(core.otherwise)])
    case 'negate':
      return of(core.of)
    case 'call':
      return core.name === 'count'
        ? 0
        : rounding.has(core.name)
          ? roundedTo(core.args[1])
          : picking.has(core.name)
            ? of(core.args[0])
            : null
    case 'arithmetic':
      return joined(core.by, of(core.left), of(core.right))
    default:
      return null
  }
}

const picking: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'abs'])
const rounding: ReadonlySet<string> = new Set(['decimal', 'round up', 'round down', 'round half up', 'round half down'])

const digitsIn = (number: string): number | null =>
  /^-?\d+(?:\.(\d+))?$/.exec(number) && (number.split('.')[1] ?? '').length

function roundedTo(scale: Core | undefined): number | null {
  return scale?.op === 'value' && typeof scale.value === 'number' && scale.value >= 0 ? scale.value : null
}

function most(all: readonly (number | null)[]): number | null {
  const known = all.filter(each => each !== null)
  return known.length === all.length && known.length > 0 ? Math.max(...known) : null
}

function joined(by: Operator, left: number | null, right: number | null): number | null {
  if (left === null || right === null) return null
  if (by === '+' || by === '-') return Math.max(left, right)
  return by === '*' && (left === 0 || right === 0) ? left + right : null
}
